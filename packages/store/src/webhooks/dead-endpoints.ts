import { recordAudit } from '../audit/record.ts';
import { Prisma } from '../generated/client.ts';
import { newIdSql } from '../ids.ts';
import { notifying } from '../outbox.ts';
import { firstRow, inTransaction, prismaOf, raw, type Store } from '../database/store.ts';

// An endpoint at which everything fails is disabled, because each of its deliveries costs five attempts.

/**
 * When an endpoint counts as dead: everything has failed for this many days, with at least this many deliveries given
 * up.
 */
export const deadEndpoint = { days: 5, deliveries: 20 } as const;

/** The outcome of an attempt for its endpoint. */
export type EndpointOutcome = 'delivered' | 'failed' | 'given_up';

/** Counts the outcome of an attempt. Returns true if the endpoint is dead and not disabled yet. */
export async function countEndpointOutcome(
  store: Store,
  endpointId: string,
  outcome: EndpointOutcome,
): Promise<boolean> {
  const row = await firstRow<{ isDead: boolean }>(store)`
    UPDATE "WebhookEndpoint" SET
        "failingSince" = CASE WHEN ${outcome} <> 'delivered' THEN coalesce("failingSince", now()) END,
        "failedDeliveries" = CASE ${outcome} WHEN 'delivered' THEN 0 WHEN 'given_up' THEN "failedDeliveries" + 1
          ELSE "failedDeliveries" END
      WHERE id = ${endpointId} RETURNING "disabledAt" IS NULL AND ${isDead} AS "isDead"`;
  return row?.isDead ?? false;
}

/**
 * Disables a dead endpoint: its pending deliveries fail, it gets no new ones, and the owners of the organization get a
 * mail. Returns false if the endpoint is not dead or already disabled.
 */
export async function disableDeadEndpoint(store: Store, endpointId: string): Promise<boolean> {
  return inTransaction(store, 'disableDeadEndpoint', endpointId, async (transaction) => {
    // Serializes with transactions that record events: their deliveries to this endpoint are included below.
    const [endpoint] = await transaction.$queryRaw<{ organizationId: string; mode: string }[]>`
      UPDATE "WebhookEndpoint" SET "disabledAt" = now()
        WHERE id = (SELECT id FROM "WebhookEndpoint" WHERE id = ${endpointId} FOR UPDATE)
          AND "disabledAt" IS NULL AND ${isDead}
        RETURNING "organizationId", mode`;
    if (!endpoint) return false;
    const { organizationId, mode } = endpoint;
    const detail = { id: endpointId, mode };
    await recordAudit(transaction, { organizationId, action: 'webhook_endpoint_disabled', detail });
    await transaction.$executeRaw`
      UPDATE "WebhookDelivery" SET status = CASE status WHEN 'delivered' THEN status ELSE 'failed' END, "dueAt" = NULL
      WHERE "endpointId" = ${endpointId} AND "dueAt" IS NOT NULL`;
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

/** What the mail about a disabled endpoint is rendered from; null if it was enabled again or deleted. */
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

/** The state of an endpoint that is enabled again. */
export const enabledState = { disabledAt: null, failingSince: null, failedDeliveries: 0 } as const;

const isDead = raw(`"failingSince" <= now() - interval '${deadEndpoint.days} days'
  AND "failedDeliveries" >= ${deadEndpoint.deliveries}`);
