import { Prisma } from '../generated/client.ts';
import { newIdSql } from '../ids.ts';
import { inTransaction, poolOf, prismaOf, type Store } from '../database/store.ts';

// An endpoint at which everything fails is switched off: nobody is there, and each of its deliveries costs five tries.

/** When an endpoint counts as dead: everything failed for so many days, and so many deliveries were given up in them. */
export const deadEndpoint = { days: 5, deliveries: 20 } as const;

/** How a try at an endpoint went, as far as the endpoint is concerned. */
export type EndpointOutcome = 'delivered' | 'failed' | 'given_up';

/** Counts the outcome of a try; true where the endpoint is dead by now, and not switched off. */
export async function countEndpointOutcome(
  store: Store,
  endpointId: string,
  outcome: EndpointOutcome,
): Promise<boolean> {
  const { rows } = await poolOf(store).query<{ isDead: boolean }>({
    name: 'webhook-endpoint-outcome',
    text: `UPDATE "WebhookEndpoint" SET
        "failingSince" = CASE WHEN $2 <> 'delivered' THEN coalesce("failingSince", now()) END,
        "failedDeliveries" = CASE $2 WHEN 'delivered' THEN 0 WHEN 'given_up' THEN "failedDeliveries" + 1
          ELSE "failedDeliveries" END
      WHERE id = $1 RETURNING "disabledAt" IS NULL AND ${isDead} AS "isDead"`,
    values: [endpointId, outcome],
  });
  return rows[0]?.isDead ?? false;
}

/**
 * Switches a dead endpoint off: what was still to be delivered to it has failed, events make no deliveries for it, and
 * the owners of the organization get a mail. Gives the ids of the mails; none where it is not dead, or off already.
 */
export async function disableDeadEndpoint(store: Store, endpointId: string): Promise<string[]> {
  return inTransaction(store, 'disableDeadEndpoint', endpointId, async (transaction) => {
    // Cases that record an event at this moment wait here, or are waited for: what they record for it is then seen.
    const disabled = await transaction.$queryRawUnsafe<{ organizationId: string }[]>(
      `UPDATE "WebhookEndpoint" SET "disabledAt" = now()
        WHERE id = (SELECT id FROM "WebhookEndpoint" WHERE id = $1 FOR UPDATE) AND "disabledAt" IS NULL AND ${isDead}
        RETURNING "organizationId"`,
      endpointId,
    );
    const [endpoint] = disabled;
    if (!endpoint) return [];
    await transaction.$executeRaw`
      UPDATE "WebhookDelivery" SET status = 'failed', "dueAt" = NULL
      WHERE "endpointId" = ${endpointId} AND "dueAt" IS NOT NULL`;
    const mails = await transaction.$queryRaw<{ id: string }[]>`
      INSERT INTO "Mail" (id, kind, recipient, payload)
      SELECT ${Prisma.raw(newIdSql('mail'))}, 'webhook_endpoint_disabled', email,
        jsonb_build_object('endpointId', ${endpointId}::text)
      FROM "User" WHERE "organizationId" = ${endpoint.organizationId} AND role = 'owner' AND "passwordHash" IS NOT NULL
      RETURNING id`;
    return mails.map(({ id }) => id);
  });
}

/** What the mail about a disabled endpoint tells of; null where it is on again, or gone. */
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

/** How an endpoint is again when it is switched on. */
export const enabledAgain = { disabledAt: null, failingSince: null, failedDeliveries: 0 } as const;

const isDead = `"failingSince" <= now() - interval '${deadEndpoint.days} days'
  AND "failedDeliveries" >= ${deadEndpoint.deliveries}`;
