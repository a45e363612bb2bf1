import type { CaseEvent, Mode, State } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import { newIdSql } from '../ids.ts';
import { presentMessage } from './message.ts';

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
}

/** Parts of a statement that records events, and the query with which it ends: the endpoints to wake after it. */
export interface InsertDeliveries {
  parts: Prisma.Sql[];
  select: Prisma.Sql;
}

/**
 * Inserts one delivery for each customer-visible event and each endpoint of the organization in this mode that gets its
 * type, and selects the ids of the endpoints whose workflows do not look for them by themselves. The body is written
 * here, once for each event: every attempt at every endpoint sends these bytes.
 */
export function insertDeliveries(recorded: RecordedEvents): InsertDeliveries {
  const { caseId, organizationId, mode } = recorded;
  const bodies = bodiesOf(recorded);
  if (bodies.length === 0) return { parts: [], select: Prisma.sql`SELECT NULL::text AS id WHERE false` };
  const eventIds = bodies.map(({ eventId }) => eventId);
  const texts = bodies.map(({ text }) => text);
  const types = bodies.map(({ type }) => type);
  // Waits for an endpoint that is being deleted and then ignores it, so that its deletion fails no decision. A workflow
  // that is awake here sees these deliveries before it rests: see `restEndpoint`.
  const part = Prisma.sql`endpoint AS MATERIALIZED (
      SELECT id, awake, events FROM "WebhookEndpoint"
      WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND "disabledAt" IS NULL FOR KEY SHARE
    ), delivery AS (
      INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body)
      SELECT ${Prisma.raw(newIdSql('webhookDelivery'))}, event.id, endpoint.id, ${caseId}, event.body
      FROM moved, endpoint CROSS JOIN unnest(${eventIds}::text[], ${texts}::text[], ${types}::text[]) AS event (id, body, type)
      WHERE endpoint.events = '{}' OR event.type = ANY (endpoint.events)
      ON CONFLICT ("eventId", "endpointId") DO NOTHING
    )`;
  return { parts: [part], select: Prisma.sql`SELECT id FROM endpoint WHERE NOT awake` };
}

/** The bodies sent to receivers. The state of an event that changes none is the current one. */
function bodiesOf({ caseId, stateBefore, events, createdAt }: Omit<RecordedEvents, 'organizationId' | 'mode'>) {
  let state = stateBefore;
  return events.flatMap(({ id, action, toState, internal, detail }) => {
    state = toState ?? state;
    if (internal) return [];
    const message = presentMessage({ id, action, caseId, state, createdAt, detail });
    return [{ eventId: id, text: JSON.stringify(message), type: message.type }];
  });
}
