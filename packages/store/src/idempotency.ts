import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';

// Every time is the database's own: processes with clocks of their own agree on whose lease it is.

/** How long whoever works on a request may stay silent before another takes it over. */
const leaseSeconds = 30;
/** After that a key is new again. */
const keptDays = 30;

export interface IdempotentRequest {
  /** Whose keys these are. */
  scope: string;
  key: string;
  /** Binds the key to one request. */
  fingerprint: Buffer;
}

/** The right to do the work of a request. */
export interface Claim {
  scope: string;
  key: string;
  /** What the ids of this request's work derive from; the same for every one who takes the work over. */
  claimId: string;
  owner: string;
  /** Someone claimed it before, and may have done the work already. */
  takenOver: boolean;
}

export interface StoredAnswer {
  status: number;
  contentType: string | null;
  body: Buffer | null;
}

export type ClaimOutcome =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'answered'; answer: StoredAnswer }
  /** The same request is being worked on. */
  | { kind: 'running' }
  /** The key belongs to another request. */
  | { kind: 'conflict' };

/** Claims the work of a request, or tells what became of it. */
export async function claimRequest({ pool }: Store, request: IdempotentRequest): Promise<ClaimOutcome> {
  const owner = randomUUID();
  const { scope, key, fingerprint } = request;
  const { rows } = await pool.query<{ claimId: string; takenOver: boolean }>({
    name: 'idempotency-claim',
    text: claim,
    values: [scope, key, fingerprint, randomUUID(), owner],
  });
  if (rows[0]) return { kind: 'claimed', claim: { scope, key, owner, ...rows[0] } };
  return lookUp(pool, request);
}

/** Keeps the answer for whoever sends the request again. */
export async function storeAnswer({ pool }: Store, { scope, key, owner }: Claim, answer: StoredAnswer): Promise<void> {
  await pool.query({
    name: 'idempotency-store',
    text: `UPDATE "IdempotencyKey" SET status = $4, headers = $5, body = $6
      WHERE scope = $1 AND key = $2 AND owner = $3 AND status IS NULL`,
    values: [scope, key, owner, answer.status, JSON.stringify({ contentType: answer.contentType }), answer.body],
  });
}

/**
 * Ends a claim without an answer. Where nothing can have been done the key is free again; otherwise it stays with its
 * request, so that sending it again joins the work under the same ids.
 */
export async function releaseClaim(
  { pool }: Store,
  { scope, key, owner, takenOver }: Claim,
  { nothingDone }: { nothingDone: boolean },
): Promise<void> {
  const where = `WHERE scope = $1 AND key = $2 AND owner = $3 AND status IS NULL`;
  const text =
    nothingDone && !takenOver
      ? `DELETE FROM "IdempotencyKey" ${where}`
      : `UPDATE "IdempotencyKey" SET "leaseUntil" = clock_timestamp() ${where}`;
  await pool.query(text, [scope, key, owner]);
}

/**
 * One statement: a free key is claimed; one of the same request whose lease is over is taken over, under its claimId;
 * one that is too old is new. No row: somebody has it.
 */
const claim = `INSERT INTO "IdempotencyKey" AS k (scope, key, fingerprint, "claimId", owner, "leaseUntil")
  VALUES ($1, $2, $3, $4, $5, clock_timestamp() + interval '${leaseSeconds} seconds')
  ON CONFLICT (scope, key) DO UPDATE SET
    fingerprint = excluded.fingerprint,
    "claimId" = CASE WHEN ${isOld('k')} THEN excluded."claimId" ELSE k."claimId" END,
    owner = excluded.owner,
    "leaseUntil" = excluded."leaseUntil",
    status = NULL, headers = NULL, body = NULL,
    "createdAt" = CASE WHEN ${isOld('k')} THEN clock_timestamp() ELSE k."createdAt" END
  WHERE ${isOld('k')}
    OR (k.status IS NULL AND k."leaseUntil" <= clock_timestamp() AND k.fingerprint = excluded.fingerprint)
  RETURNING "claimId", "claimId" <> $4 AS "takenOver"`;

function isOld(row: string): string {
  return `${row}."createdAt" < clock_timestamp() - interval '${keptDays} days'`;
}

async function lookUp(pool: Store['pool'], { scope, key, fingerprint }: IdempotentRequest): Promise<ClaimOutcome> {
  const { rows } = await pool.query<{
    fingerprint: Buffer;
    status: number | null;
    headers: { contentType: string | null } | null;
    body: Buffer | null;
  }>({
    name: 'idempotency-look',
    text: `SELECT fingerprint, status, headers, body FROM "IdempotencyKey" WHERE scope = $1 AND key = $2`,
    values: [scope, key],
  });
  const [row] = rows;
  // Freed between the two statements: the caller asks again.
  if (!row) return { kind: 'running' };
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'conflict' };
  if (row.status === null) return { kind: 'running' };
  return {
    kind: 'answered',
    answer: { status: row.status, contentType: row.headers?.contentType ?? null, body: row.body },
  };
}
