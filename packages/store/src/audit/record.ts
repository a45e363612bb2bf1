import type { Transaction } from '../database/transactions.ts';
import { currentOrigin } from './origin.ts';

/**
 * The audited actions that have no row elsewhere. Commands on cases and views of tenant data are recorded in their own
 * tables.
 */
export type AuditAction =
  | 'signed_in'
  | 'session_ended'
  | 'member_added'
  | 'member_removed'
  | 'member_role_changed'
  | 'member_erased'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'member_invited'
  | 'invitation_revoked'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'app_connected'
  | 'app_disconnected'
  | 'webhook_endpoint_created'
  | 'webhook_endpoint_deleted'
  | 'webhook_endpoint_disabled'
  | 'webhook_secret_changed'
  | 'calendar_link_created'
  | 'calendar_link_revoked'
  | 'action_confirmed'
  | 'organization_renamed'
  | 'organization_verified'
  | 'single_sign_on_changed'
  | 'single_sign_on_removed';

export interface AuditEntry {
  /** Defaults to the user's organization. Actions outside any organization, such as an attorney's, are not audited. */
  organizationId?: string | null;
  action: AuditAction;
  /** Ids, roles, modes and other details, without anything that identifies a tenant. */
  detail?: Record<string, unknown>;
  /** The user whom the action concerns. If the request has no author, that user is the author. */
  userId?: string;
}

/**
 * Records an action in an organization's audit log, in the transaction of the change. Its author is the author of the
 * request (`withOrigin`), or else the user it concerns, or else the database login of this process.
 */
export async function recordAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  await recordAudits(transaction, [entry]);
}

/**
 * Records several entries at once, such as the end of each of a user's sessions. Their ids are in the order of the
 * entries.
 */
export async function recordAudits(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { actor, credentialId, network } = currentOrigin();
  const rows = entries.map(({ detail = {}, ...entry }) => {
    const author = actor ?? (entry.userId === undefined ? null : { type: 'user', id: entry.userId });
    return { ...entry, detail, actorType: author?.type ?? 'platform', actor: author?.id };
  });
  await transaction.$executeRaw`
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, "credentialId", network, result, detail)
    SELECT 'aud_' || uuidv7(), coalesce(r."organizationId", u."organizationId"), r.action, r."actorType",
      coalesce(r.actor, session_user), ${credentialId}, ${network}, 'done', r.detail
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r ("organizationId" text, action text, "actorType" text, actor text, detail jsonb, "userId" text)
      LEFT JOIN "User" u ON u.id = r."userId"
    WHERE coalesce(r."organizationId", u."organizationId") IS NOT NULL`;
}

/**
 * Records an action that concerns a user in their organization's audit log, with one entry for each item of `details`.
 */
export async function recordUserAudit(
  transaction: Transaction,
  userId: string,
  action: AuditAction,
  details: readonly Record<string, unknown>[],
): Promise<void> {
  await recordAudits(
    transaction,
    details.map((detail) => ({ userId, action, detail })),
  );
}
