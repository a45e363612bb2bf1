import { type CaseEvent, factKinds, type Mode, type State } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';
import { Prisma } from '../generated/client.ts';
import { newId, newIdSql } from '../ids.ts';
import { notifyOutbox } from '../outbox.ts';
import { presentMessage, type ToldByName } from './message.ts';

export interface RecordedEvents {
  caseId: string;
  organizationId: string;
  mode: Mode;
  /** The state before the first event. */
  stateBefore: State;
  /** Events of one decision, in order. */
  events: readonly (Pick<CaseEvent, 'id' | 'action' | 'toState' | 'internal'> & Partial<Pick<CaseEvent, 'detail'>>)[];
  /** The time of the events. */
  createdAt: Date;
  /** Further changes by the decision. Only endpoints that are registered for them by name get a message. */
  told?: readonly ToldByName[];
  /**
   * Whether the SQL statement that records the events has a `charge` CTE. Its `isChanged` column tells whether the
   * decision changes the charge.
   */
  changesCharge?: boolean;
}

/**
 * Returns the CTE `delivery` for the statement that records a decision's events. It inserts one delivery for each
 * message and for each endpoint of the organization in this mode that gets this type. The body is written once for each
 * message, so every attempt at every endpoint sends the same bytes.
 */
export function insertDeliveries(recorded: RecordedEvents): Prisma.Sql[] {
  const { caseId, organizationId, mode, changesCharge = false } = recorded;
  const messages = messagesOf(recorded);
  if (messages.length === 0) return [];
  // Waits for an endpoint that is being deleted and then ignores it, so that its deletion can't make a decision fail.
  const part = Prisma.sql`endpoint AS MATERIALIZED (
      SELECT id, events FROM "WebhookEndpoint"
      WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND "disabledAt" IS NULL FOR KEY SHARE
    ), delivery AS (
      INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body)
      SELECT ${Prisma.raw(newIdSql('webhookDelivery'))}, message.id, endpoint.id, ${caseId}, message.body
      FROM moved, endpoint CROSS JOIN jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        AS message (id text, type text, body text, "isByName" boolean)
      WHERE (endpoint.events = '{}' AND NOT message."isByName" OR message.type = ANY (endpoint.events))
        ${changesCharge ? chargeHasChanged : Prisma.empty}
      ON CONFLICT ("eventId", "endpointId") DO NOTHING
      RETURNING id
    )`;
  return [part];
}

const chargeHasChanged = Prisma.sql`
  AND (message.type <> 'case.charge_changed' OR EXISTS (SELECT FROM charge WHERE "isChanged"))`;

/**
 * Announces a customer-visible change that isn't part of a decision, such as a message. Call it in the change's
 * transaction, which must hold the case's lock. Sets the time of the case's last change, and adds one delivery for each
 * endpoint that is registered for this type by name.
 */
export async function recordMessage(transaction: Transaction, caseId: string, action: ToldByName): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "Case" SET "updatedAt" = clock_timestamp() WHERE id = ${caseId} AND "erasedAt" IS NULL`;
  const endpoints = await transaction.$queryRaw<{ id: string; state: State; now: Date }[]>`
    SELECT w.id, c.state, clock_timestamp() AS now
    FROM "Case" c JOIN "WebhookEndpoint" w ON w."organizationId" = c."organizationId" AND w.mode = c.mode
    WHERE c.id = ${caseId} AND c."erasedAt" IS NULL AND w."disabledAt" IS NULL AND ${`case.${action}`} = ANY (w.events)
    FOR KEY SHARE OF w`;
  const [first] = endpoints;
  if (!first) return;
  const { state, now: createdAt } = first;
  const eventId = newId('event');
  const body = JSON.stringify(presentMessage({ id: eventId, action, caseId, state, createdAt }));
  await transaction.webhookDelivery.createMany({
    data: endpoints.map((endpoint) => ({
      id: newId('webhookDelivery'),
      eventId,
      endpointId: endpoint.id,
      caseId,
      body,
    })),
  });
  await notifyOutbox(transaction, 'webhooks');
}

/** A message about a decision, as receivers get it. */
interface Message {
  id: string;
  type: string;
  body: string;
  isByName: boolean;
}

/**
 * Returns the messages about a decision. Each event has the state that the case has after it. All other messages have
 * the last state.
 */
function messagesOf({ caseId, stateBefore, events, createdAt, told = [], changesCharge }: RecordedEvents): Message[] {
  let state = stateBefore;
  const write = (
    id: string,
    action: CaseEvent['action'] | ToldByName,
    isByName: boolean,
    detail?: unknown,
  ): Message => {
    const message = presentMessage({ id, action, caseId, state, createdAt, detail });
    return { id, type: message.type, body: JSON.stringify(message), isByName };
  };
  const visible = events.flatMap(({ id, action, toState, internal, detail }) => {
    state = toState ?? state;
    return internal ? [] : [write(id, action, false, detail)];
  });
  const isFact = ({ action, internal }: { action: string; internal: boolean }) =>
    internal && (factKinds as readonly string[]).includes(action);
  return [
    ...visible,
    ...events.filter(isFact).map(({ id }) => write(id, 'fact_recorded', true)),
    ...told.map((action) => write(newId('event'), action, true)),
    ...(changesCharge ? [write(newId('event'), 'charge_changed', true)] : []),
  ];
}
