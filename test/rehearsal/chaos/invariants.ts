import { createPostgresBlobStore } from '@evict/store/bytes';
import { verifyAllCases } from '@evict/store/evidence';
import { until } from '../support/until.ts';
import { read } from './acknowledge.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** Invariants that hold at any time, even while cases are played. Each query returns the cases that violate one. */
const faults = [
  {
    wrong: 'disagreement',
    what: 'its history has a gap, or does not end at the sequence of its row',
    sql: `SELECT c.id FROM "Case" c LEFT JOIN "CaseEvent" e ON e."caseId" = c.id AND e.sequence IS NOT NULL
      GROUP BY c.id HAVING count(e.id) <> c.sequence OR coalesce(max(e.sequence), 0) <> c.sequence`,
  },
  {
    wrong: 'disagreement',
    what: 'the states in its history are not connected, or do not end in the state of its row',
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
    what: 'one command caused the same event twice',
    sql: `SELECT DISTINCT "caseId" AS id FROM "CaseEvent" WHERE "commandId" IS NOT NULL AND NOT internal
      GROUP BY "caseId", "commandId", action HAVING count(*) > 1`,
  },
  {
    wrong: 'disagreement',
    what: 'its events are in a different order in the feed, or the feed has a gap before one of them',
    sql: `SELECT DISTINCT "caseId" AS id FROM (
        SELECT "caseId", "feedPosition" AS place,
          lag("feedPosition") OVER (PARTITION BY "caseId" ORDER BY sequence) AS "ofCase",
          lag("feedPosition", 1, 0::bigint) OVER (PARTITION BY "organizationId", mode ORDER BY "feedPosition") AS before
        FROM "CaseEvent" WHERE NOT internal
      ) e WHERE "ofCase" > place OR before <> place - 1`,
  },
  {
    wrong: 'disagreement',
    what: 'the state of its row differs from the record that its workflow stored',
    sql: `SELECT id FROM "Case" WHERE record IS NOT NULL
      AND (record ->> 'state' <> state OR (record ->> 'sequence')::int <> sequence)`,
  },
  {
    wrong: 'lost',
    what: 'a customer-visible event does not have exactly one delivery for each endpoint',
    sql: `SELECT DISTINCT e."caseId" AS id FROM "CaseEvent" e JOIN "Case" c ON c.id = e."caseId"
      WHERE NOT e.internal AND e.sequence IS NOT NULL
        AND (SELECT count(*) FROM "WebhookDelivery" d WHERE d."eventId" = e.id) <> (SELECT count(*)
          FROM "WebhookEndpoint" w WHERE w."organizationId" = c."organizationId" AND w.mode = c.mode)`,
  },
] as const;

/** Checks every history against the invariants. Reports a persistent violation once. */
export async function checkHistories({ stack, tally }: World): Promise<void> {
  for (const { wrong, what, sql } of faults) {
    const { rows } = await read(() => stack.store.pool.query<{ id: string }>(sql));
    for (const { id } of rows) {
      const text = `${id}: ${what}`;
      if (!tally.violations.some((violation) => violation.what === text)) tally.add(wrong, text);
    }
  }
}

/** Checks at the end that every document has the recorded bytes, and that every approval names such documents. */
export async function checkEvidence({ stack, tally }: World): Promise<void> {
  const { store } = stack;
  const { faults: broken } = await read(() => verifyAllCases({ store, blobs: createPostgresBlobStore(store) }));
  for (const fault of broken) tally.add('disagreement', fault);
}

/** The longest chain of waits, in milliseconds: an attempt whose worker died, and then the end of its claim. */
const patienceMs = 150_000;

/**
 * Checks that every event arrives at every receiver with the recorded body, and that nothing else arrives. Returns rows
 * of the report.
 */
export async function checkDeliveries({ stack, receivers, tally }: World) {
  const { webhookDelivery } = stack.store.prisma;
  await none(tally, 'deliveries', () => webhookDelivery.count({ where: { status: { not: 'delivered' } } }));
  const deliveries = await webhookDelivery.findMany({
    select: { eventId: true, body: true, endpoint: { select: { url: true } } },
  });
  const bodies = new Map(deliveries.map(({ eventId, body }) => [eventId, body]));
  for (const { eventId, body, endpoint } of deliveries) {
    const arrival = receivers.arrivals[receivers.urls.indexOf(endpoint.url)]?.get(eventId);
    if (!arrival) tally.add('lost', `event ${eventId} did not arrive at ${endpoint.url}`);
    else if (arrival.body !== body || arrival.others.length > 0) {
      tally.add('disagreement', `event ${eventId} arrived at ${endpoint.url} with different bodies`);
    }
  }
  const arrivals = receivers.arrivals.flatMap((one) => [...one]);
  for (const [eventId] of arrivals) {
    if (!bodies.has(eventId)) tally.add('disagreement', `event ${eventId} was delivered but is in no history`);
  }
  const again = arrivals.reduce((sum, [, { times }]) => sum + times - 1, 0);
  return [
    { what: 'events for customers', found: bodies.size },
    { what: 'webhooks that came again', found: again },
  ];
}

/** The number of emails to check, which is less than the mailbox stores. */
const newestMails = 900;

/**
 * Checks that every email was sent, unless it was out of date, and has arrived. An email may arrive twice if its worker
 * died. Returns the number of emails.
 */
export async function checkMails({ stack, tally }: World): Promise<number> {
  const { mail } = stack.store.prisma;
  const isUnsent = { sentAt: null, OR: [{ failure: null }, { failure: { not: 'dropped' } }] };
  await none(tally, 'mails', () => mail.count({ where: isUnsent }));
  const isSent = { sentAt: { not: null } };
  const sent = await mail.findMany({ where: isSent, orderBy: { sentAt: 'desc' }, take: newestMails });
  const mailbox = (await (await fetch(`${stack.mailbox}/api/email`)).json()) as { headers: { 'message-id': string } }[];
  const arrived = new Set(mailbox.map(({ headers }) => headers['message-id'].slice(1).split('@')[0]));
  for (const { id } of sent) if (!arrived.has(id)) tally.add('lost', `${id} was sent but did not arrive`);
  console.log(`mails that arrived again: ${mailbox.length - arrived.size}`);
  return mail.count({ where: isSent });
}

/** Waits until the count is 0. Reports whatever is still pending at the end as lost. */
async function none(tally: Tally, what: string, count: () => Promise<number>): Promise<void> {
  const isOver = async () => {
    const left = await count();
    if (left > 0) throw new Error(`${left} ${what} are still pending or were abandoned`);
  };
  await until(isOver, { withinMs: patienceMs, everyMs: 200 }).catch((error: Error) => tally.add('lost', error.message));
}
