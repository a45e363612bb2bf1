import { finishedStates } from '@evict/case-model';
import { emailKey } from '../accounts/accounts.ts';
import { revokeKeys } from '../accounts/api-keys.ts';
import { revokeInvitations } from '../accounts/open-invitations.ts';
import { renameOrganization } from '../accounts/organizations.ts';
import { removeSso } from '../accounts/single-sign-on.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteCalendarLinks } from '../calendar-links.ts';
import { deleteFactors } from '../factors/change-factors.ts';
import { inTransaction, sql, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { type AccountErasure, appendErasure } from './erasure-list.ts';

export type AccountErasureOutcome =
  /** `again` means that the account was already erased, so this call did nothing. */
  { ok: true; erasedAt: Date; again: boolean } | { ok: false; code: 'not_found' | 'open_cases' };

/**
 * Permanently erases the account of a member or an attorney: name, email address, password, sessions, links, and
 * invitations and emails to the address. An attorney's id and licenses stay, because approvals refer to them, and their
 * tokens are revoked. An organization whose last account is erased also loses its name, API keys, calendar links,
 * inbox, invitations, identity provider and webhook endpoints, but its cases stay. Refused if the attorney is assigned
 * to an open live case, or if this is the last account of an organization with one. The erasure is listed before the
 * commit. `erasedAt` is set when a restore repeats an earlier erasure.
 */
export async function eraseAccount(
  store: Store,
  { userId, operator, list, erasedAt }: { userId: string; operator: string; list: string; erasedAt?: Date },
): Promise<AccountErasureOutcome> {
  return inTransaction(store, 'eraseAccount', userId, async (transaction): Promise<AccountErasureOutcome> => {
    const user = await lockUser(transaction, userId);
    if (!user) return { ok: false, code: 'not_found' };
    if (user.erasedAt) return { ok: true, erasedAt: user.erasedAt, again: true };
    if (await hasDependentCases(transaction, user)) return { ok: false, code: 'open_cases' };
    const erasure = { userId, operator, erasedAt: erasedAt ?? user.now };
    await eraseRows(transaction, user, erasure);
    await appendErasure(list, erasure);
    return { ok: true, erasedAt: erasure.erasedAt, again: false };
  });
}

interface LockedUser {
  id: string;
  organizationId: string | null;
  email: string;
  erasedAt: Date | null;
  /** Whether the organization has no other account. */
  isLast: boolean;
  /** The database's clock, read after the locks were acquired. */
  now: Date;
}

/**
 * Locks the organization before the user. If its last two accounts are erased at once, only one of them then counts as
 * the last.
 */
async function lockUser(transaction: Transaction, id: string): Promise<LockedUser | null> {
  await transaction.$queryRaw`SELECT 1 FROM "Organization"
    WHERE id = (SELECT "organizationId" FROM "User" WHERE id = ${id}) FOR UPDATE`;
  const [user] = await transaction.$queryRaw<LockedUser[]>`
    SELECT u.id, u."organizationId", u.email, u."erasedAt", clock_timestamp() AS now,
      u."organizationId" IS NOT NULL AND NOT EXISTS (SELECT FROM "User" other
        WHERE other."organizationId" = u."organizationId" AND other.id <> u.id AND other."erasedAt" IS NULL) AS "isLast"
    FROM "User" u WHERE u.id = ${id} FOR UPDATE`;
  return user ?? null;
}

async function hasDependentCases(
  transaction: Transaction,
  { id, organizationId, isLast }: LockedUser,
): Promise<boolean> {
  const whose = isLast ? [{ organizationId: organizationId ?? '' }, { attorneyId: id }] : [{ attorneyId: id }];
  const where = { OR: whose, mode: 'live', state: { notIn: [...finishedStates] } };
  return (await transaction.case.findFirst({ where, select: { id: true } })) !== null;
}

async function eraseRows(
  transaction: Transaction,
  { id: userId, organizationId, email, isLast }: LockedUser,
  { operator, erasedAt }: AccountErasure,
): Promise<void> {
  await transaction.session.deleteMany({ where: { userId } });
  await transaction.passwordReset.deleteMany({ where: { userId } });
  await transaction.addressLink.deleteMany({ where: { userId } });
  await transaction.caseRead.deleteMany({ where: { userId } });
  await deleteCalendarLinks(transaction, sql`"userId" = ${userId}`);
  await deleteFactors(transaction, userId);
  await transaction.attorneyToken.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: erasedAt } });
  await transaction.$executeRaw`DELETE FROM "Mail" WHERE lower(recipient) = lower(${email})`;
  await revokeInvitations(transaction, sql`"emailKey" = ${emailKey(email)}`);
  await transaction.idempotencyKey.deleteMany({ where: { scope: userId } });
  await revokeKeys(transaction, sql`"createdById" = ${userId} AND "clientId" IS NOT NULL`, erasedAt);
  // Keep the rows, so that retrying an old request gets 409 and doesn't send the invitation again.
  await transaction.$executeRaw`
    UPDATE "IdempotencyKey" SET fingerprint = '', status = 409, headers = NULL, body = NULL WHERE subject = ${userId}`;
  await transaction.user.update({
    where: { id: userId },
    // No valid email address contains a space, so this key can't block a sign-up.
    data: {
      passwordHash: null,
      name: null,
      email: '',
      emailKey: `erased ${userId}`,
      ssoHash: null,
      verified: false,
      mailPreferences: {},
      erasedAt,
    },
    select: { id: true },
  });
  if (organizationId !== null)
    await recordAudit(transaction, { organizationId, action: 'member_erased', detail: { id: userId }, userId });
  await transaction.erasure.createMany({ data: [{ subject: userId, operator, erasedAt }], skipDuplicates: true });
  if (isLast && organizationId !== null) await closeOrganization(transaction, organizationId, erasedAt);
}

/** Revokes everything that former members of the organization could still use. */
async function closeOrganization(transaction: Transaction, organizationId: string, revokedAt: Date): Promise<void> {
  await renameOrganization(transaction, organizationId, '');
  await revokeKeys(transaction, sql`"organizationId" = ${organizationId}`, revokedAt);
  await transaction.apiKey.updateMany({ where: { organizationId }, data: { name: null } });
  const endpoints = await transaction.$queryRaw<{ id: string; mode: string }[]>`
    DELETE FROM "WebhookEndpoint" WHERE "organizationId" = ${organizationId} RETURNING id, mode`;
  for (const detail of endpoints)
    await recordAudit(transaction, { organizationId, action: 'webhook_endpoint_deleted', detail });
  await removeSso(transaction, organizationId);
  await deleteCalendarLinks(transaction, sql`"organizationId" = ${organizationId}`);
  await transaction.caseImport.deleteMany({ where: { organizationId } });
  await transaction.intakeFile.deleteMany({ where: { organizationId } });
  await revokeInvitations(transaction, sql`"organizationId" = ${organizationId}`);
  await transaction.idempotencyKey.deleteMany({ where: { scope: organizationId } });
}
