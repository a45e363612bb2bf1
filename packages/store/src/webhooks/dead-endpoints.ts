import { recordAudit } from '../audit/record.ts';
import { Prisma } from '../generated/client.ts';
import { newIdSql } from '../ids.ts';
import { notifying } from '../outbox.ts';
import { allIds, countRows, inTransaction, prismaOf, raw, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

// An endpoint whose deliveries all fail is disabled, because each of them costs five attempts.

/**
 * An endpoint counts as dead if nothing has been delivered for this many days, and at least this many deliveries were
 * abandoned.
 */
export const deadEndpoint = { days: 5, deliveries: 20 } as const;

/** The result of attempts at an endpoint: whether one was delivered, and how many deliveries were abandoned. */
export interface EndpointOutcome {
  endpointId: string;
  isDelivered: boolean;
  givenUp: number;
}

/**
 * Counts the results of attempts, with one entry per endpoint. Returns the ids of endpoints that are dead but not
 * disabled yet.
 */
export async function countEndpointOutcomes(store: Store, outcomes: readonly EndpointOutcome[]): Promise<string[]> {
  const column = <Name extends keyof EndpointOutcome>(name: Name) => outcomes.map((outcome) => outcome[name]);
  // Locked in order of id, so that two workers don't wait for each other.
  return allIds(store)`
    WITH outcome AS MATERIALIZED (
        SELECT id, made."isDelivered", made."givenUp" FROM "WebhookEndpoint" JOIN unnest(
            ${column('endpointId')}::text[], ${column('isDelivered')}::bool[], ${column('givenUp')}::int[])
          AS made (id, "isDelivered", "givenUp") USING (id)
        ORDER BY id FOR NO KEY UPDATE OF "WebhookEndpoint"
      ), counted AS (
        UPDATE "WebhookEndpoint" e SET
          "failingSince" = CASE WHEN NOT "isDelivered" THEN coalesce("failingSince", now()) END,
          "failedDeliveries" = CASE WHEN "isDelivered" THEN 0 ELSE "failedDeliveries" + "givenUp" END
        FROM outcome WHERE e.id = outcome.id
        RETURNING e.id, "disabledAt" IS NULL AND ${isDead} AS "isDead"
      )
      SELECT id FROM counted WHERE "isDead"`;
}

/**
 * Disables a dead endpoint, so that it gets no more deliveries, and queues an email to the owners of its organization.
 * Returns false if the endpoint isn't dead or is already disabled. Pending deliveries are left to
 * `failDeliveriesOfDisabled`, because there can be too many for one statement.
 */
export async function disableDeadEndpoint(store: Store, endpointId: string): Promise<boolean> {
  return inTransaction(store, 'disableDeadEndpoint', endpointId, async (transaction) => {
    // Waits for transactions that record events, so that none adds a delivery to this endpoint after the commit.
    const [endpoint] = await transaction.$queryRaw<{ organizationId: string; mode: string }[]>`
      UPDATE "WebhookEndpoint" SET "disabledAt" = now()
        WHERE id = (SELECT id FROM "WebhookEndpoint" WHERE id = ${endpointId} FOR UPDATE)
          AND "disabledAt" IS NULL AND ${isDead}
        RETURNING "organizationId", mode`;
    if (!endpoint) return false;
    const { organizationId, mode } = endpoint;
    const detail = { id: endpointId, mode };
    await recordAudit(transaction, { organizationId, action: 'webhook_endpoint_disabled', detail });
    await transaction.$queryRaw`
      WITH mail AS (
        INSERT INTO "Mail" (id, kind, recipient, payload)
        SELECT ${Prisma.raw(newIdSql('mail'))}, 'webhook_endpoint_disabled', email,
          jsonb_build_object('endpointId', ${endpointId}::text)
        FROM "User" WHERE "organizationId" = ${organizationId} AND role = 'owner' AND "erasedAt" IS NULL
        RETURNING id)
      SELECT id, ${notifying('mail', 'mail')} FROM mail`;
    return true;
  });
}

/**
 * Marks up to 2,000 pending deliveries to disabled endpoints as failed. Returns how many it marked. It skips deliveries
 * that are being sent, so some can be left even if it returns 0.
 */
export async function failDeliveriesOfDisabled(store: Store): Promise<number> {
  return countRows(store)`
    UPDATE "WebhookDelivery" SET ${asFailed} WHERE id = ANY (ARRAY(
      SELECT pending.id FROM "WebhookEndpoint" e CROSS JOIN LATERAL (
        SELECT id FROM "WebhookDelivery" WHERE "endpointId" = e.id AND "dueAt" IS NOT NULL
        LIMIT ${failedAtOnce} FOR UPDATE SKIP LOCKED
      ) pending WHERE e."disabledAt" IS NOT NULL LIMIT ${failedAtOnce}))`;
}

const failedAtOnce = 2000;

/**
 * Marks an endpoint's remaining pending deliveries as failed, in the transaction that enables the endpoint again. Locks
 * them in order of id, as recording an attempt does, to avoid deadlocks.
 */
export async function failPending(transaction: Transaction, endpointId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "WebhookDelivery" SET ${asFailed} WHERE id = ANY (ARRAY(
      SELECT id FROM "WebhookDelivery" WHERE "endpointId" = ${endpointId} AND "dueAt" IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE))`;
}

/**
 * The SET clause that marks a delivery as failed. If it had already succeeded and only a requested repeat failed, it
 * stays delivered.
 */
const asFailed = raw(`status = CASE status WHEN 'delivered' THEN status ELSE 'failed' END, "dueAt" = NULL`);

/**
 * Returns the data for the email about a disabled endpoint. Returns null if the endpoint was enabled again or deleted.
 */
export async function findDisabledEndpoint(
  store: Store,
  id: string,
): Promise<{ id: string; mode: string; disabledAt: Date } | null> {
  const row = await prismaOf(store).webhookEndpoint.findUnique({
    where: { id },
    select: { mode: true, disabledAt: true },
  });
  return row?.disabledAt ? { id, mode: row.mode, disabledAt: row.disabledAt } : null;
}

/** The column values that enable an endpoint again. */
export const enabledState = { disabledAt: null, failingSince: null, failedDeliveries: 0 } as const;

const isDead = raw(`"failingSince" <= now() - interval '${deadEndpoint.days} days'
  AND "failedDeliveries" >= ${deadEndpoint.deliveries}`);
