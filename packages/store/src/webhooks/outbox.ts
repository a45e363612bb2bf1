import type { Mode } from '@evict/case-model';
import { inTransaction, poolOf, type Store } from '../database/store.ts';

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
  const { rows } = await poolOf(store).query<OutboxEndpoint>({
    name: 'endpoint-wake',
    text: `WITH woken AS (UPDATE "WebhookEndpoint" SET awake = true WHERE id = $1 AND NOT awake)
      SELECT "organizationId", mode FROM "WebhookEndpoint" WHERE id = $1`,
    values: [endpointId],
  });
  return rows[0] ?? null;
}

/**
 * Marks the workflow of an endpoint as asleep, unless a delivery is due. Returns the time until the next one is, in
 * milliseconds: 0 if one is due, a moment while one is being recorded, null if none is left.
 */
export async function restEndpoint(store: Store, endpointId: string): Promise<number | null> {
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
    if (dueInMs !== null && dueInMs <= 0) return 0;
    await transaction.$executeRaw`UPDATE "WebhookEndpoint" SET awake = false WHERE id = ${endpointId} AND awake`;
    return dueInMs === null ? null : Math.ceil(dueInMs);
  });
}

/** How long a transaction that records deliveries may still take. */
const heldMs = 25;

/** Claims up to `count` due deliveries to an endpoint, longest due first, for an attempt within `leaseMs`. */
export async function claimDeliveries(
  store: Store,
  endpointId: string,
  { count, leaseMs }: { count: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await poolOf(store).query<ClaimedDelivery>({
    name: 'webhooks-claim',
    text: `WITH due AS MATERIALIZED (
        SELECT id FROM "WebhookDelivery"
        WHERE "endpointId" = $1 AND "dueAt" <= now() AND ("claimedUntil" IS NULL OR "claimedUntil" <= now())
        ORDER BY "dueAt", id LIMIT $2 FOR UPDATE SKIP LOCKED
      )
      UPDATE "WebhookDelivery" d SET "claimedUntil" = now() + make_interval(secs => $3::float8 / 1000)
      FROM due, "WebhookEndpoint" e WHERE d.id = due.id AND e.id = $1
      RETURNING d.id, e.id AS "endpointId", e."failingSince" IS NOT NULL AS "isFailing", e.url, e.secret, d.body,
        d.attempts, d."isLast", (extract(epoch FROM now() - d."createdAt") * 1000)::float8 AS "ageMs"`,
    values: [endpointId, count, leaseMs],
  });
  return rows;
}

/** Returns claimed deliveries that were not attempted. */
export async function releaseDeliveries(store: Store, ids: readonly string[]): Promise<void> {
  await poolOf(store).query(`UPDATE "WebhookDelivery" SET "claimedUntil" = NULL WHERE id = ANY ($1)`, [ids]);
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
 * Logs attempts and updates their deliveries, in one statement. Returns the ids of the deliveries of which this was the
 * next attempt: not those that another worker has recorded, or whose endpoint was deleted.
 */
export async function recordAttempts(store: Store, recorded: readonly RecordedAttempt[]): Promise<Set<string>> {
  const statusOf = ({ next }: RecordedAttempt) => (typeof next === 'string' ? next : 'pending');
  const { rows } = await poolOf(store).query<{ id: string }>({
    name: 'webhook-attempts',
    text: `WITH made AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::float8[], $5::int[], $6::text[], $7::int[])
          AS made (id, attempt, status, "dueInMs", "httpStatus", failure, "latencyMs")
      ), delivery AS (
        UPDATE "WebhookDelivery" d SET attempts = made.attempt, status = made.status, "claimedUntil" = NULL,
          "dueAt" = now() + make_interval(secs => made."dueInMs" / 1000)
        FROM made WHERE d.id = made.id AND d.status = 'pending' AND d.attempts = made.attempt - 1
        RETURNING d.id
      ), dropped AS (
        DELETE FROM "WebhookAttempt" a USING made
        WHERE a."deliveryId" = made.id AND a.attempt <= made.attempt - ${keptAttempts}
      )
      INSERT INTO "WebhookAttempt" ("deliveryId", attempt, "httpStatus", failure, "latencyMs")
      SELECT DISTINCT ON (id) id, attempt, "httpStatus", failure, "latencyMs" FROM made JOIN delivery USING (id)
      RETURNING "deliveryId" AS id`,
    values: [
      recorded.map(({ deliveryId }) => deliveryId),
      recorded.map(({ attempt }) => attempt),
      recorded.map(statusOf),
      recorded.map(({ next }) => (typeof next === 'string' ? null : next.dueInMs)),
      recorded.map(({ httpStatus }) => httpStatus),
      recorded.map(({ failure }) => failure),
      recorded.map(({ latencyMs }) => latencyMs),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Endpoints with deliveries that nobody seems to send: due for `overdueMs` while their workflow is asleep, or for
 * `lostMs` although it should be awake.
 */
export async function listIdleEndpoints(
  store: Store,
  { overdueMs, lostMs }: { overdueMs: number; lostMs: number },
): Promise<{ id: string; mode: Mode }[]> {
  const { rows } = await poolOf(store).query<{ id: string; mode: Mode }>({
    name: 'endpoints-idle',
    text: `SELECT e.id, e.mode FROM "WebhookEndpoint" e CROSS JOIN LATERAL (
        SELECT FROM "WebhookDelivery" d WHERE d."endpointId" = e.id
          AND d."dueAt" <= now() - make_interval(secs => CASE WHEN e.awake THEN $2::float8 ELSE $1::float8 END / 1000)
        ORDER BY d."dueAt", d.id LIMIT 1
      ) due WHERE e."disabledAt" IS NULL`,
    values: [overdueMs, lostMs],
  });
  return rows;
}
