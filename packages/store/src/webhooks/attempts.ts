import type { Mode } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

/** A delivery that is still to be tried, and where to. */
export interface PendingDelivery {
  endpointId: string;
  organizationId: string;
  mode: Mode;
  /** Its endpoint has had no success since its last failure. */
  isFailing: boolean;
  /** It was neither tried nor postponed before. */
  isFresh: boolean;
  url: string;
  /** As it was sealed. */
  secret: Buffer;
  body: string;
  /** Tries that have failed. */
  attempts: number;
  /** Until the next try is due, in milliseconds; 0 where it is. */
  dueInMs: number;
  /** Since it was recorded. */
  ageMs: number;
}

/** What is still to be delivered under this id; null where it is over, or its endpoint is gone. */
export async function findPendingDelivery(store: Store, id: string): Promise<PendingDelivery | null> {
  const { rows } = await poolOf(store).query<PendingDelivery>({
    name: 'webhook-pending',
    text: `SELECT e.id AS "endpointId", e."organizationId", e.mode, e."failingSince" IS NOT NULL AS "isFailing",
        d.attempts = 0 AND d."dueAt" <= d."createdAt" AS "isFresh", e.url, e.secret, d.body, d.attempts,
        greatest(0, extract(epoch FROM d."dueAt" - now()) * 1000)::float8 AS "dueInMs",
        (extract(epoch FROM now() - d."createdAt") * 1000)::float8 AS "ageMs"
      FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = $1 AND d.status = 'pending'`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** How a try went, and what follows: it is over, or the next one is due in so many milliseconds. */
export interface RecordedAttempt {
  /** 1 for the first. */
  attempt: number;
  httpStatus: number | null;
  /** The class of what was in the way of an answer. */
  failure: string | null;
  latencyMs: number;
  next: 'delivered' | 'failed' | { dueInMs: number };
}

/**
 * Puts a try into the log and moves its delivery on, in one statement. False where this is not the delivery's next
 * try: another worker has recorded it, or the endpoint is gone.
 */
export async function recordAttempt(store: Store, deliveryId: string, tried: RecordedAttempt): Promise<boolean> {
  const { attempt, httpStatus, failure, latencyMs, next } = tried;
  const status = typeof next === 'string' ? next : 'pending';
  const dueInMs = typeof next === 'string' ? null : next.dueInMs;
  const { rowCount } = await poolOf(store).query({
    name: 'webhook-try',
    text: `WITH delivery AS (
        UPDATE "WebhookDelivery"
        SET attempts = $2, status = $3, "dueAt" = now() + make_interval(secs => $4::float8 / 1000)
        WHERE id = $1 AND status = 'pending' AND attempts = $2 - 1
        RETURNING id
      )
      INSERT INTO "WebhookAttempt" ("deliveryId", attempt, "httpStatus", failure, "latencyMs")
      SELECT id, $2, $5, $6, $7 FROM delivery`,
    values: [deliveryId, attempt, status, dueInMs, httpStatus, failure, latencyMs],
  });
  return rowCount === 1;
}

/** The endpoint has no room for another try now: this one is due later, and is none of the five. */
export async function postponeAttempt(store: Store, deliveryId: string, dueInMs: number): Promise<void> {
  await poolOf(store).query({
    name: 'webhook-postpone',
    text: `UPDATE "WebhookDelivery" SET "dueAt" = now() + make_interval(secs => $2::float8 / 1000)
      WHERE id = $1 AND status = 'pending'`,
    values: [deliveryId, dueInMs],
  });
}
