import { setTimeout } from 'node:timers/promises';
import { createPostgresBlobStore } from '@evict/store/bytes';
import { verifyAllCases } from '@evict/store/evidence';
import { read } from './acknowledge.ts';
import type { World } from './world.ts';

/** Invariants that hold at any time, also while cases run: each query returns violations, with case and count. */
const faults = [
  {
    wrong: 'disagreement',
    what: 'its history has a gap, or ends elsewhere than its row',
    sql: `SELECT c.id FROM "Case" c LEFT JOIN "CaseEvent" e ON e."caseId" = c.id AND e.sequence IS NOT NULL
      GROUP BY c.id HAVING count(e.id) <> c.sequence OR coalesce(max(e.sequence), 0) <> c.sequence`,
  },
  {
    wrong: 'disagreement',
    what: 'its history does not lead from state to state up to that of its row',
    sql: `WITH step AS (
        SELECT "caseId", "fromState", "toState",
          lag("toState", 1, 'draft') OVER (PARTITION BY "caseId" ORDER BY sequence) AS before,
          row_number() OVER (PARTITION BY "caseId" ORDER BY sequence DESC) AS "fromEnd"
        FROM "CaseEvent" WHERE sequence IS NOT NULL AND "toState" IS NOT NULL
      )
      SELECT DISTINCT c.id FROM step s JOIN "Case" c ON c.id = s."caseId"
      WHERE s."fromState" IS DISTINCT FROM s.before OR (s."fromEnd" = 1 AND s."toState" <> c.state)`,
  },
  {
    wrong: 'duplicated',
    what: 'one command has brought about the same event twice',
    sql: `SELECT DISTINCT "caseId" AS id FROM "CaseEvent" WHERE "commandId" IS NOT NULL AND NOT internal
      GROUP BY "caseId", "commandId", action HAVING count(*) > 1`,
  },
  {
    wrong: 'disagreement',
    what: 'its events are in another order in the feed, or the feed has a gap before one of them',
    sql: `SELECT DISTINCT "caseId" AS id FROM (
        SELECT "caseId", "feedPosition" AS place,
          lag("feedPosition") OVER (PARTITION BY "caseId" ORDER BY sequence) AS "ofCase",
          lag("feedPosition", 1, 0::bigint) OVER (PARTITION BY "organizationId", mode ORDER BY "feedPosition") AS before
        FROM "CaseEvent" WHERE NOT internal
      ) e WHERE "ofCase" > place OR before <> place - 1`,
  },
  {
    wrong: 'disagreement',
    what: 'its row and what its workflow last recorded are in different states',
    sql: `SELECT id FROM "Case" WHERE record IS NOT NULL
      AND (record ->> 'state' <> state OR (record ->> 'sequence')::int <> sequence)`,
  },
  {
    wrong: 'lost',
    what: 'an event that customers see has not one delivery for each endpoint',
    sql: `SELECT DISTINCT e."caseId" AS id FROM "CaseEvent" e JOIN "Case" c ON c.id = e."caseId"
      WHERE NOT e.internal AND e.sequence IS NOT NULL
        AND (SELECT count(*) FROM "WebhookDelivery" d WHERE d."eventId" = e.id) <> (SELECT count(*)
          FROM "WebhookEndpoint" w WHERE w."organizationId" = c."organizationId" AND w.mode = c.mode)`,
  },
] as const;

/** Checks every history against the invariants. A persistent violation is reported once. */
export async function checkHistories({ stack, tally }: World): Promise<void> {
  for (const { wrong, what, sql } of faults) {
    const { rows } = await read(() => stack.store.pool.query<{ id: string }>(sql));
    for (const { id } of rows) {
      const text = `${id}: ${what}`;
      if (!tally.violations.some((violation) => violation.what === text)) tally.add(wrong, text);
    }
  }
}

/** At the end: every case has one unbroken chain of events and audited reads, and the bytes of its documents. */
export async function checkChains({ stack, tally }: World): Promise<void> {
  const { store } = stack;
  const { faults: broken } = await read(() => verifyAllCases({ store, blobs: createPostgresBlobStore(store) }));
  for (const fault of broken) tally.add('disagreement', fault);
}

/** The longest chain of waits: an attempt whose worker died, then the end of its claim. */
const patienceMs = 150_000;

/** Waits until no delivery is pending; anything not delivered by then is lost. */
export async function waitForDeliveries({ stack, tally }: World): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ;) {
    const where = { status: { not: 'delivered' } };
    const left = await read(() => stack.store.prisma.webhookDelivery.count({ where }));
    if (left === 0) return;
    if (Date.now() > deadline) return tally.add('lost', `${left} deliveries are still on their way or were given up`);
    await setTimeout(200);
  }
}

export interface DeliveryCount {
  /** Customer-visible events, each of which is sent to every receiver. */
  events: number;
  /** Repeated deliveries. */
  repeated: number;
}

/** Every event is at every receiver, with the body that was recorded, and there are no others. */
export async function checkDeliveries({ stack, receivers, tally }: World): Promise<DeliveryCount> {
  const deliveries = await stack.store.prisma.webhookDelivery.findMany({
    select: { eventId: true, body: true, endpoint: { select: { url: true } } },
  });
  const bodies = new Map(deliveries.map(({ eventId, body }) => [eventId, body]));
  for (const { eventId, body, endpoint } of deliveries) {
    const arrival = receivers.arrivals[receivers.urls.indexOf(endpoint.url)]?.get(eventId);
    if (!arrival) tally.add('lost', `event ${eventId} is not at ${endpoint.url}`);
    else if (arrival.body !== body || arrival.others.length > 0) {
      tally.add('disagreement', `event ${eventId} has come to ${endpoint.url} with different bodies`);
    }
  }
  const arrivals = receivers.arrivals.flatMap((one) => [...one]);
  for (const [eventId] of arrivals) {
    if (!bodies.has(eventId)) tally.add('disagreement', `event ${eventId} was delivered and is in no history`);
  }
  return { events: bodies.size, repeated: arrivals.reduce((sum, [, { times }]) => sum + times - 1, 0) };
}
