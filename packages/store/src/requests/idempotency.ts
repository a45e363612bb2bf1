import { createHash, randomUUID } from 'node:crypto';
import { keptTables } from '../retention/table.ts';
import { poolOf, type Store } from '../database/store.ts';

// Every time is the database's own: processes with clocks of their own agree on whose lease it is.

/** How long whoever works on a request may stay silent before another takes it over. */
const leaseSeconds = 30;
/** After that a key is new again. */
const keptDays = keptTables.IdempotencyKey.rules.old.days;

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
  /** As it is kept: see `hashOfKey`. */
  key: string;
  /** What the ids of this request's work derive from; the same for every one who takes the work over. */
  claimId: string;
  owner: string;
  /** Someone claimed it before, and may have done the work already. */
  takenOver: boolean;
}

export interface StoredResponse {
  status: number;
  contentType: string | null;
  body: Buffer | null;
}

export type ClaimOutcome =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'answered'; answer: StoredResponse }
  /** The answer told of a case whose details were erased since. */
  | { kind: 'erased' }
  /** The same request is being worked on. */
  | { kind: 'running' }
  /** The key belongs to another request. */
  | { kind: 'conflict' };

/** How a key is kept: it is free text of the customer and may name anybody, so the text itself is not. */
export function hashOfKey({ scope, key }: Pick<IdempotentRequest, 'scope' | 'key'>): string {
  return createHash('sha256').update(`${scope}\n${key}`).digest('hex');
}

/** Claims the work of a request, or tells what became of it. */
export async function claimRequest(store: Store, request: IdempotentRequest): Promise<ClaimOutcome> {
  const owner = randomUUID();
  const { scope, fingerprint } = request;
  const key = hashOfKey(request);
  const { rows } = await poolOf(store).query<{ claimId: string; takenOver: boolean }>({
    name: 'idempotency-claim',
    text: claimStatement,
    values: [scope, key, fingerprint, randomUUID(), owner],
  });
  if (rows[0]) return { kind: 'claimed', claim: { scope, key, owner, ...rows[0] } };
  return lookUp(store, { scope, key, fingerprint });
}

/**
 * Keeps the answer for whoever sends the request again. `caseId` is the case that it tells of, or null: with the
 * details of that case the answer goes, and where they have just been erased it is not kept at all.
 */
export async function storeResponse(
  store: Store,
  { scope, key, owner }: Claim,
  { status, contentType, body }: StoredResponse,
  caseId: string | null,
): Promise<void> {
  await poolOf(store).query({
    name: 'idempotency-store',
    text: storeStatement,
    values: [scope, key, owner, status, JSON.stringify({ contentType }), body, caseId],
  });
}

/**
 * Ends a claim without an answer. Where nothing can have been done the key is free again; otherwise it stays with its
 * request, so that sending it again joins the work under the same ids.
 */
export async function releaseClaim(
  store: Store,
  { scope, key, owner, takenOver }: Claim,
  { nothingDone }: { nothingDone: boolean },
): Promise<void> {
  const where = `WHERE scope = $1 AND key = $2 AND owner = $3 AND status IS NULL`;
  const text =
    nothingDone && !takenOver
      ? `DELETE FROM "IdempotencyKey" ${where}`
      : `UPDATE "IdempotencyKey" SET "leaseUntil" = clock_timestamp() ${where}`;
  await poolOf(store).query(text, [scope, key, owner]);
}

/**
 * One statement: a free key is claimed; one of the same request whose lease is over is taken over, under its claimId;
 * one that is too old is new. No row: somebody has it.
 */
const claimStatement = `INSERT INTO "IdempotencyKey" AS k (scope, key, fingerprint, "claimId", owner, "leaseUntil")
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

/**
 * The lock waits for an erasure under way. Whoever has no such case was refused, and what such a caller is told must
 * stay what it was: the answers to the case's organization and attorney go, and of others those that were let in.
 */
const storeStatement = `WITH told AS MATERIALIZED (
    SELECT c."erasedAt" IS NOT NULL
      AND ($1 IN (c."organizationId", c."attorneyId") OR $4::int BETWEEN 200 AND 299) AS erased
    FROM "Case" c WHERE c.id = $7 FOR KEY SHARE
  ), fate AS MATERIALIZED (SELECT coalesce((SELECT erased FROM told), false) AS erased)
  UPDATE "IdempotencyKey" k SET
    "caseId" = $7,
    fingerprint = CASE WHEN fate.erased THEN '' ELSE k.fingerprint END,
    status = CASE WHEN fate.erased THEN 409 ELSE $4::int END,
    headers = CASE WHEN fate.erased THEN NULL ELSE $5::jsonb END,
    body = CASE WHEN fate.erased THEN NULL ELSE $6::bytea END
  FROM fate WHERE k.scope = $1 AND k.key = $2 AND k.owner = $3 AND k.status IS NULL`;

function isOld(row: string): string {
  return `${row}."createdAt" < clock_timestamp() - interval '${keptDays} days'`;
}

async function lookUp(store: Store, { scope, key, fingerprint }: IdempotentRequest): Promise<ClaimOutcome> {
  const { rows } = await poolOf(store).query<{
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
  if (row.fingerprint.length === 0) return { kind: 'erased' };
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'conflict' };
  if (row.status === null) return { kind: 'running' };
  return {
    kind: 'answered',
    answer: { status: row.status, contentType: row.headers?.contentType ?? null, body: row.body },
  };
}
