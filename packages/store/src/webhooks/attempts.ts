import type { Mode } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

/** A delivery that is not finished, and its endpoint. */
export interface PendingDelivery {
  endpointId: string;
  organizationId: string;
  mode: Mode;
  /** The endpoint has failed since its last success. */
  isFailing: boolean;
  /** It was neither attempted nor postponed before. */
  isFresh: boolean;
  url: string;
  /** Sealed. */
  secret: Buffer;
  body: string;
  /** Attempts so far. */
  attempts: number;
  /** The next attempt was asked for after the delivery was over: no other follows. */
  isLast: boolean;
  /** Milliseconds until the next attempt is due; 0 if it is. */
  dueInMs: number;
  /** Milliseconds since it was recorded. */
  ageMs: number;
}

/** The pending delivery with this id; null if it is finished or its endpoint was deleted. */
export async function findPendingDelivery(store: Store, id: string): Promise<PendingDelivery | null> {
  const { rows } = await poolOf(store).query<PendingDelivery>({
    name: 'webhook-pending',
    text: `SELECT e.id AS "endpointId", e."organizationId", e.mode, e."failingSince" IS NOT NULL AS "isFailing",
        d.attempts = 0 AND d."dueAt" <= d."createdAt" AS "isFresh", e.url, e.secret, d.body, d.attempts,
        d."isLast",
        greatest(0, extract(epoch FROM d."dueAt" - now()) * 1000)::float8 AS "dueInMs",
        (extract(epoch FROM now() - d."createdAt") * 1000)::float8 AS "ageMs"
      FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = $1 AND d.status = 'pending'`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** The result of an attempt, and what follows: the end, or the next attempt in `dueInMs`. */
export interface RecordedAttempt {
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
 * Logs an attempt and updates its delivery, in one statement. Returns false if this is not the delivery's next attempt:
 * another worker has recorded it, or the endpoint was deleted.
 */
export async function recordAttempt(store: Store, deliveryId: string, recorded: RecordedAttempt): Promise<boolean> {
  const { attempt, httpStatus, failure, latencyMs, next } = recorded;
  const status = typeof next === 'string' ? next : 'pending';
  const dueInMs = typeof next === 'string' ? null : next.dueInMs;
  const { rowCount } = await poolOf(store).query({
    name: 'webhook-attempt',
    text: `WITH delivery AS (
        UPDATE "WebhookDelivery"
        SET attempts = $2, status = $3, "dueAt" = now() + make_interval(secs => $4::float8 / 1000)
        WHERE id = $1 AND status = 'pending' AND attempts = $2 - 1
        RETURNING id
      ), dropped AS (
        DELETE FROM "WebhookAttempt" WHERE "deliveryId" = $1 AND attempt <= $2 - ${keptAttempts}
      )
      INSERT INTO "WebhookAttempt" ("deliveryId", attempt, "httpStatus", failure, "latencyMs")
      SELECT id, $2, $5, $6, $7 FROM delivery`,
    values: [deliveryId, attempt, status, dueInMs, httpStatus, failure, latencyMs],
  });
  return rowCount === 1;
}

/** Postpones an attempt for which the endpoint has no capacity now. It does not count as one. */
export async function postponeAttempt(store: Store, deliveryId: string, dueInMs: number): Promise<void> {
  await poolOf(store).query({
    name: 'webhook-postpone',
    text: `UPDATE "WebhookDelivery" SET "dueAt" = now() + make_interval(secs => $2::float8 / 1000)
      WHERE id = $1 AND status = 'pending'`,
    values: [deliveryId, dueInMs],
  });
}
