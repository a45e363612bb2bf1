import type { Mode } from '@evict/case-model';
import { allIds, allRows, countRows, firstRow, inTransaction, raw, type Store } from '../database/store.ts';

// The outbox of webhooks: a row is recorded in the transaction that records its event, and its endpoint's workflow sends
// it. `awake` says that the workflow will look for due rows again by itself: only the outbox worker writes it.

/** An endpoint whose rows are about to be sent. */
export interface OutboxEndpoint {
  organizationId: string;
  mode: Mode;
}

/** A delivery that was claimed for an attempt, and its endpoint as it is now. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  /** The endpoint has failed since its last success. */
  isFailing: boolean;
  url: string;
  /** Sealed. */
  secret: Buffer;
  /** The previous secret, while it still signs. */
  previousSecret: Buffer | null;
  body: string;
  /** Attempts so far. */
  attempts: number;
  /** The next attempt was asked for after the delivery was over: no other follows. */
  isLast: boolean;
  /** Milliseconds since it was recorded. */
  ageMs: number;
}

/** Marks the workflow of an endpoint as awake. Null if the endpoint was deleted. */
export async function wakeEndpoint(store: Store, endpointId: string): Promise<OutboxEndpoint | null> {
  return firstRow<OutboxEndpoint>(store)`
    WITH woken AS (UPDATE "WebhookEndpoint" SET awake = true WHERE id = ${endpointId} AND NOT awake)
      SELECT "organizationId", mode FROM "WebhookEndpoint" WHERE id = ${endpointId}`;
}

/**
 * Marks the workflow of an endpoint as asleep, unless a delivery is due within `soonMs`: then its caller stays awake for
 * it. Returns the time until the next one is due, in milliseconds: 0 if one is, a moment while one is being recorded,
 * null if none is left.
 */
export async function restEndpoint(store: Store, endpointId: string, soonMs: number): Promise<number | null> {
  return inTransaction(store, 'restEndpoint', endpointId, async (transaction) => {
    // A transaction that is recording deliveries may have seen the workflow awake, and holds the endpoint until its rows
    // can be found. Waiting for it here would take as long as others keep coming.
    const [endpoint] = await transaction.$queryRaw<object[]>`
      SELECT 1 FROM "WebhookEndpoint" WHERE id = ${endpointId} FOR UPDATE SKIP LOCKED`;
    if (!endpoint) return (await transaction.webhookEndpoint.count({ where: { id: endpointId } })) > 0 ? heldMs : null;
    // Claimed ones come first by their time. There are as many as a worker that died had under way.
    const [next] = await transaction.$queryRaw<{ dueInMs: number | null }[]>`
      SELECT (extract(epoch FROM min(at) - clock_timestamp()) * 1000)::float8 AS "dueInMs" FROM (
        SELECT greatest("dueAt", "claimedUntil") AS at FROM "WebhookDelivery"
        WHERE "endpointId" = ${endpointId} AND "dueAt" IS NOT NULL ORDER BY "dueAt", id LIMIT 20
      ) next`;
    const dueInMs = next?.dueInMs ?? null;
    if (dueInMs !== null && dueInMs <= soonMs) return Math.max(0, Math.ceil(dueInMs));
    await transaction.$executeRaw`UPDATE "WebhookEndpoint" SET awake = false WHERE id = ${endpointId} AND awake`;
    return dueInMs === null ? null : Math.ceil(dueInMs);
  });
}

/** How long a transaction that records deliveries may still take. */
const heldMs = 25;

/** Returns claimed deliveries that were not attempted. */
export async function releaseDeliveries(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`UPDATE "WebhookDelivery" SET "claimedUntil" = NULL WHERE id = ANY (${ids})`;
}

/** The result of an attempt, and what follows: the end, or the next attempt in `dueInMs`. */
export interface RecordedAttempt {
  deliveryId: string;
  /** 1 for the first. */
  attempt: number;
  httpStatus: number | null;
  /** The class of failure, if there was no response. */
  failure: string | null;
  latencyMs: number;
  next: 'delivered' | 'failed' | { dueInMs: number };
}

/** The log of a delivery has its newest attempts: more can be asked for without end. */
export const keptAttempts = 20;

/**
 * Logs attempts at deliveries to an endpoint and claims up to `count` due ones, longest due first, for an attempt within
 * `leaseMs`: one statement. `recorded` are the ids of the deliveries of which this was the next attempt: not those that
 * another worker has recorded, or whose endpoint was deleted. The result of an attempt counts even if the endpoint was
 * disabled meanwhile, but no other follows.
 */
export async function recordAndClaim(
  store: Store,
  endpointId: string,
  attempts: readonly RecordedAttempt[],
  { count, leaseMs }: { count: number; leaseMs: number },
): Promise<{ recorded: Set<string>; claimed: ClaimedDelivery[] }> {
  const ids = attempts.map(({ deliveryId }) => deliveryId);
  const column = (name: 'attempt' | 'httpStatus' | 'failure' | 'latencyMs') => attempts.map((attempt) => attempt[name]);
  const dueInMs = ({ next }: RecordedAttempt) => (typeof next === 'string' ? null : next.dueInMs);
  const statusOf = ({ next }: RecordedAttempt) => (typeof next === 'string' ? next : 'pending');
  const rows = await allRows<ClaimedDelivery | { id: null; recorded: string }>(store)`
    WITH made AS (
        SELECT * FROM unnest(${ids}::text[], ${column('attempt')}::int[], ${attempts.map(statusOf)}::text[],
            ${attempts.map(dueInMs)}::float8[], ${column('httpStatus')}::int[], ${column('failure')}::text[],
            ${column('latencyMs')}::int[])
          AS made (id, attempt, status, "dueInMs", "httpStatus", failure, "latencyMs")
      ), delivery AS (
        UPDATE "WebhookDelivery" d SET attempts = made.attempt, "claimedUntil" = NULL,
          status = CASE WHEN d.status = 'pending' OR made.status = 'delivered' THEN made.status ELSE d.status END,
          "dueAt" = CASE WHEN d.status = 'pending' THEN now() + make_interval(secs => made."dueInMs" / 1000) END
        FROM made WHERE d.id = made.id AND d.attempts = made.attempt - 1
        RETURNING d.id
      ), dropped AS (
        DELETE FROM "WebhookAttempt" a USING made
        WHERE a."deliveryId" = made.id AND a.attempt <= made.attempt - ${raw(keptAttempts)}
      ), logged AS (
        INSERT INTO "WebhookAttempt" ("deliveryId", attempt, "httpStatus", failure, "latencyMs")
        SELECT DISTINCT ON (id) id, attempt, "httpStatus", failure, "latencyMs" FROM made JOIN delivery USING (id)
        RETURNING "deliveryId" AS recorded
      ), due AS MATERIALIZED (
        SELECT id FROM "WebhookDelivery" WHERE "endpointId" = ${endpointId} AND ${isDue} AND id <> ALL (${ids})
        ORDER BY "dueAt", id LIMIT ${count} FOR UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE "WebhookDelivery" d SET "claimedUntil" = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        FROM due, "WebhookEndpoint" e WHERE d.id = due.id AND e.id = ${endpointId}
        RETURNING d.id, e.id AS "endpointId", e."failingSince" IS NOT NULL AS "isFailing", e.url, e.secret, d.body,
          CASE WHEN e."previousUntil" > now() THEN e."previousSecret" END AS "previousSecret", d.attempts, d."isLast", (extract(epoch FROM now() - d."createdAt") * 1000)::float8 AS "ageMs"
      )
      SELECT * FROM logged FULL JOIN claimed ON logged.recorded = claimed.id`;
  const isClaimed = (row: (typeof rows)[number]): row is ClaimedDelivery => row.id !== null;
  return {
    recorded: new Set(rows.flatMap((row) => (isClaimed(row) ? [] : [row.recorded]))),
    claimed: rows.filter(isClaimed),
  };
}

/** Which of these endpoints have deliveries that are due. */
export async function listDueEndpoints(store: Store, endpointIds: readonly string[]): Promise<string[]> {
  return allIds(store)`
    SELECT id FROM unnest(${endpointIds}::text[]) AS endpoint (id) CROSS JOIN LATERAL (
        SELECT FROM "WebhookDelivery" d WHERE d."endpointId" = endpoint.id AND ${isDue}
        ORDER BY "dueAt", d.id LIMIT 1
      ) due`;
}

const isDue = raw(`"dueAt" <= now() AND ("claimedUntil" IS NULL OR "claimedUntil" <= now())`);

/**
 * Endpoints with deliveries that nobody seems to send: due for `overdueMs` while their workflow is asleep, or for
 * `lostMs` although it should be awake.
 */
export async function listIdleEndpoints(
  store: Store,
  { overdueMs, lostMs }: { overdueMs: number; lostMs: number },
): Promise<{ id: string; mode: Mode }[]> {
  return allRows<{ id: string; mode: Mode }>(store)`
    SELECT e.id, e.mode FROM "WebhookEndpoint" e CROSS JOIN LATERAL (
        SELECT FROM "WebhookDelivery" d WHERE d."endpointId" = e.id
          AND d."dueAt" <= now()
            - make_interval(secs => CASE WHEN e.awake THEN ${lostMs}::float8 ELSE ${overdueMs}::float8 END / 1000)
        ORDER BY d."dueAt", d.id LIMIT 1
      ) due WHERE e."disabledAt" IS NULL`;
}
