import type { AccountChange } from '@evict/mail';
import { raw, sql, type Statement } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { newIdSql } from '../ids.ts';
import { notifying } from '../outbox.ts';

/** Queues the email that tells a user about a change to their account. */
export async function notifyUser(transaction: Transaction, userId: string, change: AccountChange): Promise<void> {
  await transaction.$queryRaw(notice(change, sql`id = ${userId}`));
}

/** Queues the email that tells the owners of an organization about a change. */
export async function notifyOwners(
  transaction: Transaction,
  organizationId: string,
  change: AccountChange,
): Promise<void> {
  await transaction.$queryRaw(notice(change, sql`"organizationId" = ${organizationId} AND role = 'owner'`));
}

const notice = (change: AccountChange, whom: Statement) => sql`
  WITH mail AS (
    INSERT INTO "Mail" (id, kind, recipient, payload)
    SELECT ${raw(newIdSql('mail'))}, 'account_notice', email,
      jsonb_build_object('change', ${change}::text, 'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
    FROM "User" WHERE ${whom} AND "erasedAt" IS NULL RETURNING id)
  SELECT id, ${notifying('mail', 'mail')} FROM mail`;
