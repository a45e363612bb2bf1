import { type Claimed, claimedOf, type ClaimRow, notifying } from '../outbox.ts';
import { allIds, allRows, countRows, raw, type Store } from '../database/store.ts';

/** A delivery that was claimed for an attempt, and its endpoint as it is now. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  isLive: boolean;
  /** Whether the endpoint has failed since its last success. */
  isFailing: boolean;
  url: string;
  /** Encrypted. */
  secret: Buffer;
  /** The previous secret while it is still used for signing. Null otherwise. */
  previousSecret: Buffer | null;
  body: string;
  /** Attempts so far. */
  attempts: number;
  /** Whether the attempt was requested after the delivery had finished. If so, no other follows. */
  isLast: boolean;
  /** Milliseconds since the delivery was created. */
  ageMs: number;
}

/**
 * Releases the claims on deliveries that weren't attempted, so that another worker can send them at once. Locked rows
 * keep their claim until it expires.
 */
export async function releaseDeliveries(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    WITH delivery AS (
        UPDATE "WebhookDelivery" SET "claimedUntil" = NULL WHERE id IN (
          SELECT id FROM "WebhookDelivery" WHERE id = ANY (${ids}) FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id)
    SELECT id, ${notifying('webhooks', 'delivery')} FROM delivery`;
}

/** The result of an attempt. `next` is the final status of the delivery, or the time until the next attempt. */
export interface RecordedAttempt {
  deliveryId: string;
  /** Counts from 1. */
  attempt: number;
  httpStatus: number | null;
  /** The class of failure if there was no response. */
  failure: string | null;
  latencyMs: number;
  next: 'delivered' | 'failed' | { dueInMs: number };
}

/** How many of its newest attempts a delivery's log keeps. It is limited because customers can request any number. */
export const keptAttempts = 20;

/**
 * Logs attempts at deliveries. Returns the ids of the deliveries whose attempt it logged. It skips an attempt that
 * another worker has already recorded, and a delivery whose endpoint was deleted. A result counts even if the endpoint
 * was disabled meanwhile, but no further attempt follows. Endpoints are locked first, as deleting and disabling do, and
 * then the deliveries by id, to avoid deadlocks.
 */
export async function recordAttempts(store: Store, attempts: readonly RecordedAttempt[]): Promise<Set<string>> {
  const ids = attempts.map(({ deliveryId }) => deliveryId);
  const column = (name: 'attempt' | 'httpStatus' | 'failure' | 'latencyMs') => attempts.map((attempt) => attempt[name]);
  const dueInMs = ({ next }: RecordedAttempt) => (typeof next === 'string' ? null : next.dueInMs);
  const statusOf = ({ next }: RecordedAttempt) => (typeof next === 'string' ? next : 'pending');
  const recorded = await allIds(store)`
    WITH made AS (
        SELECT * FROM unnest(${ids}::text[], ${column('attempt')}::int[], ${attempts.map(statusOf)}::text[],
            ${attempts.map(dueInMs)}::float8[], ${column('httpStatus')}::int[], ${column('failure')}::text[],
            ${column('latencyMs')}::int[])
          AS made (id, attempt, status, "dueInMs", "httpStatus", failure, "latencyMs")
      ), endpoint AS MATERIALIZED (
        SELECT id FROM "WebhookEndpoint" WHERE id IN (
          SELECT d."endpointId" FROM made JOIN "WebhookDelivery" d USING (id)
        ) ORDER BY id FOR KEY SHARE
      ), locked AS MATERIALIZED (
        SELECT d.id FROM made JOIN "WebhookDelivery" d USING (id) JOIN endpoint ON endpoint.id = d."endpointId"
        ORDER BY d.id FOR NO KEY UPDATE OF d
      ), delivery AS (
        UPDATE "WebhookDelivery" d SET attempts = made.attempt, "claimedUntil" = NULL,
          status = CASE WHEN d.status = 'pending' OR made.status = 'delivered' THEN made.status ELSE d.status END,
          "dueAt" = CASE WHEN d.status = 'pending' THEN now() + make_interval(secs => made."dueInMs" / 1000) END
        FROM made JOIN locked USING (id) WHERE d.id = made.id AND d.attempts = made.attempt - 1
        RETURNING d.id
      ), dropped AS (
        DELETE FROM "WebhookAttempt" a USING made
        WHERE a."deliveryId" = made.id AND a.attempt <= made.attempt - ${raw(keptAttempts)}
      )
      INSERT INTO "WebhookAttempt" ("deliveryId", attempt, "httpStatus", failure, "latencyMs")
      SELECT DISTINCT ON (id) id, attempt, "httpStatus", failure, "latencyMs" FROM made JOIN delivery USING (id)
      RETURNING "deliveryId" AS id`;
  return new Set(recorded);
}

interface ClaimOptions {
  count: number;
  /** How many of `count` may be in test mode. */
  testCount: number;
  leaseMs: number;
  atOnce: { endpoint: number; organization: number };
  underWay: ReadonlyMap<string, number>;
}

/**
 * Claims up to `count` due deliveries for an attempt within `leaseMs`: live mode first, and for each endpoint the
 * longest due first. An endpoint has at most `atOnce.endpoint` attempts at a time, and no more than an equal share of
 * its organization's limit in its mode, so an endpoint that never responds can't delay others. `underWay` is the number
 * of attempts that this worker is making, by endpoint.
 */
export async function claimDeliveries(
  store: Store,
  { count, testCount, leaseMs, atOnce, underWay }: ClaimOptions,
): Promise<Claimed<ClaimedDelivery>> {
  // The less room is left, the fewer attempts one endpoint may have, so that hundreds of endpoints that never respond
  // can't take all of it.
  const partOfFree = Math.floor(count / 20);
  const rows = await allRows<ClaimRow<ClaimedDelivery>>(store)`
    WITH RECURSIVE waiting (id) AS (
        -- Endpoints with unfinished deliveries. Reads one index entry per endpoint, because each can have thousands.
        (SELECT "endpointId" FROM "WebhookDelivery" WHERE "dueAt" IS NOT NULL ORDER BY "endpointId" LIMIT 1)
        UNION ALL
        SELECT (
          SELECT d."endpointId" FROM "WebhookDelivery" d WHERE d."dueAt" IS NOT NULL AND d."endpointId" > waiting.id
          ORDER BY d."endpointId" LIMIT 1
        ) FROM waiting WHERE waiting.id IS NOT NULL
      ), place AS MATERIALIZED (
        SELECT e.id, e.mode = 'live' AS "isLive", coalesce(made.count, 0) AS taken, greatest(1, least(${atOnce.endpoint}::int, ${partOfFree}::int,
            ${atOnce.organization}::int / (
              SELECT count(*)::int FROM "WebhookEndpoint" beside
              WHERE beside."organizationId" = e."organizationId" AND beside.mode = e.mode AND beside."disabledAt" IS NULL
            ))) AS places
        FROM waiting JOIN "WebhookEndpoint" e USING (id)
          LEFT JOIN unnest(${[...underWay.keys()]}::text[], ${[...underWay.values()]}::int[]) AS made (id, count) USING (id)
        WHERE e."disabledAt" IS NULL
      ), due AS MATERIALIZED (
        -- Sorted before the join, which stops at the limit, so rows of endpoints that get no place aren't locked.
        SELECT next.id FROM (VALUES (true, ${count}::int), (false, ${Math.max(0, testCount)}::int)) AS mode ("isLive", count)
          CROSS JOIN LATERAL (
            SELECT next.id FROM (
              SELECT * FROM place WHERE place."isLive" = mode."isLive" ORDER BY taken, random()
            ) place CROSS JOIN LATERAL (
              SELECT id FROM "WebhookDelivery" WHERE "endpointId" = place.id AND ${isDue}
              ORDER BY "dueAt", id LIMIT greatest(0, place.places - place.taken) FOR UPDATE SKIP LOCKED
            ) next LIMIT mode.count
          ) next LIMIT ${count}
      ), claimed AS (
        UPDATE "WebhookDelivery" d SET "claimedUntil" = now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        FROM due, "WebhookEndpoint" e WHERE d.id = due.id AND e.id = d."endpointId"
        RETURNING d.id, e.id AS "endpointId", e.mode = 'live' AS "isLive", e."failingSince" IS NOT NULL AS "isFailing", e.url, e.secret, d.body,
          CASE WHEN e."previousUntil" > now() THEN e."previousSecret" END AS "previousSecret", d.attempts, d."isLast",
          (extract(epoch FROM now() - d."createdAt") * 1000)::float8 AS "ageMs"
      ), next AS (
        SELECT ceil(extract(epoch FROM min(soonest.at) - now()) * 1000)::float8 AS "nextInMs"
        FROM waiting CROSS JOIN LATERAL (
          SELECT "dueAt" AS at FROM "WebhookDelivery" WHERE "endpointId" = waiting.id AND "dueAt" > now()
          ORDER BY "dueAt" LIMIT 1
        ) soonest
      )
      SELECT claimed.*, "nextInMs" FROM next LEFT JOIN claimed ON true`;
  return claimedOf(rows);
}

const isDue = raw(`"dueAt" <= now() AND ("claimedUntil" IS NULL OR "claimedUntil" <= now())`);
