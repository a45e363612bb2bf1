import { recordAudits } from '../audit/record.ts';
import { raw, sql, type Statement } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { tableRetention } from '../retention/table.ts';

/** For how many days an invitation can be accepted. Housekeeping deletes it afterwards. */
export const invitationDays = tableRetention.Invitation.rules.expired.days;

/** An SQL condition: the invitation can still be accepted. */
export function isOpen(): Statement {
  return sql`"Invitation"."createdAt" > now() - interval '${raw(invitationDays)} days'`;
}

/** Revokes the matching invitations and returns how many there were. */
export async function revokeInvitations(transaction: Transaction, those: Statement): Promise<number> {
  const revoked = await transaction.$queryRaw<{ id: string; organizationId: string; role: string }[]>`
    DELETE FROM "Invitation" WHERE ${those} RETURNING id, "organizationId", role`;
  await recordAudits(
    transaction,
    revoked.map(({ organizationId, ...detail }) => ({ organizationId, action: 'invitation_revoked', detail })),
  );
  return revoked.length;
}
