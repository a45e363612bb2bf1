import type { CaseEvent, Mode, State } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';
import { Prisma } from '../generated/client.ts';
import { newIdSql } from '../ids.ts';
import { maxStartedAtOnce } from './startable.ts';

export interface RecordedEvents {
  caseId: string;
  organizationId: string;
  mode: Mode;
  /** The state that the first event found. */
  stateBefore: State;
  /** Of one transition, in their order. */
  events: readonly Pick<CaseEvent, 'id' | 'action' | 'toState' | 'internal'>[];
  /** Of the events. */
  createdAt: Date;
}

/**
 * Records one delivery for each customer-visible event and each endpoint of the organization in this mode, in the
 * transaction that records the events, and gives the ids of those to start once that has committed: of an endpoint that
 * has its share of untried deliveries already, none. The sweep starts these as others end. The body is written here,
 * once for each event: every try to every endpoint sends these bytes.
 */
export async function recordDeliveries(
  transaction: Transaction,
  { caseId, organizationId, mode, stateBefore, events, createdAt }: RecordedEvents,
): Promise<string[]> {
  const bodies = bodiesOf({ caseId, stateBefore, events, createdAt });
  if (bodies.length === 0) return [];
  const eventIds = bodies.map(({ eventId }) => eventId);
  const texts = bodies.map(({ text }) => text);
  // An endpoint that is being deleted at this moment is waited for, and then is none: its deletion fails no case.
  const deliveries = await transaction.$queryRaw<{ id: string }[]>`
    WITH endpoint AS MATERIALIZED (
      SELECT id FROM "WebhookEndpoint"
      WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND "disabledAt" IS NULL FOR KEY SHARE
    ), share AS MATERIALIZED (
      SELECT ${maxStartedAtOnce}::int / greatest(1, count(*)) AS size FROM endpoint
    ), with_room AS MATERIALIZED (
      SELECT id FROM endpoint, share WHERE size > (
        SELECT count(*) FROM (
          SELECT FROM "WebhookDelivery" d
          WHERE d."endpointId" = endpoint.id AND d."dueAt" IS NOT NULL AND d.attempts = 0 LIMIT size
        ) untried
      )
    ), delivery AS (
      INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body)
      SELECT ${Prisma.raw(newIdSql('webhookDelivery'))}, event.id, endpoint.id, ${caseId}, event.body
      FROM endpoint CROSS JOIN unnest(${eventIds}::text[], ${texts}::text[]) AS event (id, body)
      ON CONFLICT ("eventId", "endpointId") DO NOTHING
      RETURNING id, "endpointId"
    )
    SELECT id FROM delivery WHERE "endpointId" IN (SELECT id FROM with_room)`;
  return deliveries.map(({ id }) => id);
}

/** The deliveries of events that were recorded already: for a recorder that had died before it could start them. */
export async function listPendingDeliveries(transaction: Transaction, eventIds: readonly string[]): Promise<string[]> {
  const where = { eventId: { in: [...eventIds] }, status: 'pending' };
  const deliveries = await transaction.webhookDelivery.findMany({ where, select: { id: true } });
  return deliveries.map(({ id }) => id);
}

/** What each event says to receivers: identifiers, its name and a state. An event that changes none says the current. */
function bodiesOf({ caseId, stateBefore, events, createdAt }: Omit<RecordedEvents, 'organizationId' | 'mode'>) {
  let state = stateBefore;
  return events.flatMap(({ id, action, toState, internal }) => {
    state = toState ?? state;
    if (internal) return [];
    const text = JSON.stringify({
      id,
      type: `case.${action}`,
      caseId,
      state,
      createdAt: createdAt.toISOString(),
    });
    return [{ eventId: id, text }];
  });
}
