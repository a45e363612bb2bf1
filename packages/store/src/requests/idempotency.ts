import { createHash, randomUUID } from 'node:crypto';
import { tableRetention } from '../retention/table.ts';
import { countRows, firstRow, raw, sql, type Store } from '../database/store.ts';

// All times come from the database, so that processes with different clocks agree on leases.

/** How long a claim lasts without renewal. After that, another process can take the request over. */
const leaseSeconds = 6;
/** After this many days, the key can be used for a new request. */
const retentionDays = tableRetention.IdempotencyKey.rules.old.days;

export interface IdempotentRequest {
  /** The id of the organization or attorney that sent the key. */
  scope: string;
  key: string;
  /** A hash of the request. The key is refused for any request with a different fingerprint. */
  fingerprint: Buffer;
}

/** The right to process a request. */
export interface Claim {
  scope: string;
  /** The stored form of the key. See `hashOfKey`. */
  key: string;
  /** The ids of everything that the request creates derive from it, so they stay the same after a takeover. */
  claimId: string;
  owner: string;
  /** Whether another process had the claim before and may have done the work. */
  takenOver: boolean;
}

export interface StoredResponse {
  status: number;
  contentType: string | null;
  body: Buffer | null;
}

export type ClaimOutcome =
  | { kind: 'claimed'; claim: Claim }
  | { kind: 'completed'; response: StoredResponse }
  /** The response showed a case or user whose details have been erased since. */
  | { kind: 'erased' }
  /** Another process is working on the same request. */
  | { kind: 'running' }
  /** The key was used for a different request. */
  | { kind: 'conflict' };

/** Hashes a key for storage, because it may contain a person's name. */
export function hashOfKey({ scope, key }: Pick<IdempotentRequest, 'scope' | 'key'>): string {
  return createHash('sha256').update(`${scope}\n${key}`).digest('hex');
}

/**
 * Claims a request, or returns its stored response. One statement claims a free key, takes over the same request under
 * its claim id once its lease has expired, or reuses a key that is older than `retentionDays`. If it returns no row,
 * the key is in use or has a stored response.
 */
export async function claimRequest(store: Store, request: IdempotentRequest): Promise<ClaimOutcome> {
  const owner = randomUUID();
  const { scope, fingerprint } = request;
  const key = hashOfKey(request);
  const claimId = randomUUID();
  const isOld = raw(`k."createdAt" < clock_timestamp() - interval '${retentionDays} days'`);
  const claimed = await firstRow<{ claimId: string; takenOver: boolean }>(store)`
    INSERT INTO "IdempotencyKey" AS k (scope, key, fingerprint, "claimId", owner, "leaseUntil")
    VALUES (${scope}, ${key}, ${fingerprint}, ${claimId}, ${owner}, ${leaseEnd})
    ON CONFLICT (scope, key) DO UPDATE SET
      fingerprint = excluded.fingerprint,
      "claimId" = CASE WHEN ${isOld} THEN excluded."claimId" ELSE k."claimId" END,
      owner = excluded.owner,
      "leaseUntil" = excluded."leaseUntil",
      status = NULL, headers = NULL, body = NULL,
      "createdAt" = CASE WHEN ${isOld} THEN clock_timestamp() ELSE k."createdAt" END
    WHERE ${isOld}
      OR (k.status IS NULL AND k."leaseUntil" <= clock_timestamp() AND k.fingerprint = excluded.fingerprint)
    RETURNING "claimId", "claimId" <> ${claimId} AS "takenOver"`;
  if (claimed) return { kind: 'claimed', claim: { scope, key, owner, ...claimed } };
  return lookUp(store, { scope, key, fingerprint });
}

/** Renews claims in one statement. Claims that have ended or been taken over are left alone. */
export async function renewClaims(store: Store, claims: readonly Claim[]): Promise<void> {
  const columns = (['scope', 'key', 'owner'] as const).map((name) => claims.map((claim) => claim[name]));
  await countRows(store)`
    UPDATE "IdempotencyKey" k SET "leaseUntil" = ${leaseEnd}
    FROM unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[]) AS held (scope, key, owner)
    WHERE k.scope = held.scope AND k.key = held.key AND k.owner = held.owner AND k.status IS NULL`;
}

const leaseEnd = raw(`clock_timestamp() + interval '${leaseSeconds} seconds'`);

/**
 * Stores the response, so that retries of the request get it again. `subject` is the case or user that the response
 * shows, or null. Erasing the subject deletes the responses that show it. So nothing is stored if the case has just been
 * erased, and the lock on its row waits for an erasure in progress. A refusal to a caller without access to the case
 * shows nothing of the case, so it is kept and repeated.
 */
export async function storeResponse(
  store: Store,
  { scope, key, owner }: Claim,
  { status, contentType, body }: StoredResponse,
  subject: string | null,
): Promise<void> {
  await countRows(store)`
    WITH subject AS MATERIALIZED (
      SELECT c."erasedAt" IS NOT NULL
        AND (${scope} IN (c."organizationId", c."attorneyId") OR ${status}::int BETWEEN 200 AND 299) AS erased
      FROM "Case" c WHERE c.id = ${subject} FOR KEY SHARE
    ), fate AS MATERIALIZED (SELECT coalesce((SELECT erased FROM subject), false) AS erased)
    UPDATE "IdempotencyKey" k SET
      subject = ${subject},
      fingerprint = CASE WHEN fate.erased THEN '' ELSE k.fingerprint END,
      status = CASE WHEN fate.erased THEN 409 ELSE ${status}::int END,
      headers = CASE WHEN fate.erased THEN NULL ELSE ${JSON.stringify({ contentType })}::jsonb END,
      body = CASE WHEN fate.erased THEN NULL ELSE ${body}::bytea END
    FROM fate WHERE k.scope = ${scope} AND k.key = ${key} AND k.owner = ${owner} AND k.status IS NULL`;
}

/**
 * Ends a claim without a response. If nothing was done, the key is free again. Otherwise it stays bound to its request,
 * so that a retry continues under the same ids.
 */
export async function releaseClaim(
  store: Store,
  { scope, key, owner, takenOver }: Claim,
  { nothingDone }: { nothingDone: boolean },
): Promise<void> {
  const isHeld = sql`scope = ${scope} AND key = ${key} AND owner = ${owner} AND status IS NULL`;
  await (nothingDone && !takenOver
    ? countRows(store)`DELETE FROM "IdempotencyKey" WHERE ${isHeld}`
    : countRows(store)`UPDATE "IdempotencyKey" SET "leaseUntil" = clock_timestamp() WHERE ${isHeld}`);
}

async function lookUp(store: Store, { scope, key, fingerprint }: IdempotentRequest): Promise<ClaimOutcome> {
  const row = await firstRow<{
    fingerprint: Buffer;
    status: number | null;
    headers: { contentType: string | null } | null;
    body: Buffer | null;
  }>(store)`
    SELECT fingerprint, status, headers, body FROM "IdempotencyKey" WHERE scope = ${scope} AND key = ${key}`;
  // The claim ended between the two statements, so the caller retries.
  if (!row) return { kind: 'running' };
  if (row.fingerprint.length === 0) return { kind: 'erased' };
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'conflict' };
  if (row.status === null) return { kind: 'running' };
  return {
    kind: 'completed',
    response: { status: row.status, contentType: row.headers?.contentType ?? null, body: row.body },
  };
}
