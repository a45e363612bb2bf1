import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, invalidRequest, type Route } from '@evict/contract';
import { isDatabaseUnavailable, type Store } from '@evict/store/database';
import { type Claim, claimRequest, releaseClaim, type StoredResponse, storeResponse } from '@evict/store/requests';
import { metrics } from '@evict/telemetry';
import type { Context } from 'koa';
import type { Caller } from './caller.ts';
import type { Claims } from './claims.ts';
import { renderError } from './render.ts';
import type { BufferedResponse } from './response.ts';

/** How long a request waits for an earlier one with the same key that is still running. */
const waitMs = 10_000;
const pollMs = 50;

/** A response that was stored under an Idempotency-Key, and the caller who repeats the request. */
interface Replay {
  caller: Caller;
  route: Route;
  caseId: string | null;
  body: Buffer | string | null;
}

/** Authorizes a replay and returns the body to send, or throws the error to send in its place. */
export type ReplayCheck = (replay: Replay) => Promise<Replay['body']>;

/** Runs `wait` without holding the request's slot. */
type ReleaseDuring = <T>(wait: () => Promise<T>) => Promise<T>;

/** Gives a handler ids that stay the same when the request is retried, and a way to release the request's slot. */
export interface Work extends Identity {
  /** Releases the request's slot during a wait that needs neither the database nor the CPU. */
  releaseDuring: ReleaseDuring;
}

/**
 * Generates the ids of the records that a request creates. With an Idempotency-Key, they derive from its claim, so a
 * retry creates no new records.
 */
export interface Identity {
  /** Whether the request has an Idempotency-Key. */
  hasKey: boolean;
  /** Whether an earlier attempt may have taken effect without its outcome being known. */
  isRetryOfUnknownOutcome: boolean;
  /** Returns a UUID for a purpose. With an Idempotency-Key, it is the same in every attempt. */
  uuid(purpose: string): string;
}

/**
 * Returns the request's Idempotency-Key, or null if it has none or the route takes none. Throws 400 for a malformed or
 * repeated key.
 */
export function idempotencyKey(ctx: Context, route: Route): string | null {
  if (route.method !== 'POST' || route.idempotent !== 'key') return null;
  // `headers` would join repeated headers into one value.
  const [key, ...others] = ctx.req.headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return null;
  if (others.length > 0) throw badKey('repeated', 'Must be sent only once.');
  if (key.length < 1 || key.length > 255) throw badKey('length', 'Must be 1 to 255 characters.');
  return key;
}

function badKey(code: string, message: string): ApiError {
  return invalidRequest([{ path: 'Idempotency-Key', code, message }]);
}

/** Returns a hash that binds a key to one request: its method, path, mode, credential and body. */
export function fingerprintOf(
  { method, path }: { method: string; path: string },
  caller: Caller,
  bodyHash: string,
): Buffer {
  const parts = [method, path, caller.mode, caller.credentialId, bodyHash];
  return createHash('sha256').update(parts.join('\n')).digest();
}

/**
 * Runs a request once, however often it is sent. A repeated request gets the stored response. While the first is
 * running, a repeat waits up to ten seconds for it and then gets 409; a different request under the same key gets 409
 * at once. Final 2xx responses are stored, and so are 4xx responses except 429 and `confirmation_required`. After any
 * other response, the request can be sent again, and it keeps its ids if it may have taken effect. If the process that
 * runs the first request dies, its claim expires within seconds. If a stored response shows a case or user that has
 * since been erased, a repeat gets 409. `subject` is the case in the path, or null.
 */
export async function runOnce(
  claims: Claims,
  request: { scope: string; key: string; fingerprint: Buffer; subject: string | null },
  run: (work: Identity) => Promise<BufferedResponse>,
  releaseDuring: ReleaseDuring,
): Promise<BufferedResponse> {
  const { store } = claims;
  const claimed = await claim(store, request, releaseDuring);
  if ('response' in claimed) {
    metrics.replays.inc();
    return { ...claimed.response, headers: ofReplay };
  }
  try {
    const response = await claims.during(claimed.claim, () => run(identityOf(claimed.claim)));
    if (response.isFinal === false) {
      await release(store, claimed.claim, true);
      return response;
    }
    const body = typeof response.body === 'string' ? Buffer.from(response.body) : response.body;
    await storeResponse(store, claimed.claim, { ...response, body }, request.subject ?? response.subject ?? null);
    return response;
  } catch (error) {
    await settleError(store, claimed.claim, error, request.subject);
    throw error;
  }
}

const ofReplay = { 'Idempotent-Replayed': 'true' } as const;

/** Whether the response was stored by an earlier request. */
export function isReplay({ headers }: BufferedResponse): boolean {
  return headers === ofReplay;
}

async function claim(
  store: Store,
  request: Parameters<typeof claimRequest>[1],
  releaseDuring: ReleaseDuring,
): Promise<{ claim: Claim } | { response: StoredResponse }> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const outcome = await claimRequest(store, request);
    switch (outcome.kind) {
      case 'claimed':
        return { claim: outcome.claim };
      case 'completed':
        return { response: outcome.response };
      case 'erased':
        return { response: errorResponse(new ApiError('erased')) };
      case 'conflict':
        throw new ApiError('idempotency_conflict');
      case 'running':
        if (performance.now() >= deadline) throw stillRunning();
        await releaseDuring(() => pause(pollMs));
    }
  }
}

async function settleError(store: Store, owned: Claim, error: unknown, subject: string | null): Promise<void> {
  const isStored = error instanceof ApiError && error.status < 500 && !untilLater(error);
  if (isStored) {
    try {
      return await storeResponse(store, owned, errorResponse(error), subject);
    } catch (failure) {
      await settleError(store, owned, failure, subject);
      throw failure;
    }
  }
  const nothingDone = untilLater(error);
  // Don't keep the caller waiting for an unavailable database.
  await Promise.race([release(store, owned, nothingDone), pause(releaseWaitMs)]);
}

/**
 * Whether nothing was done, and the same request can succeed later: when the rate allows it, or when a person has
 * confirmed it.
 */
function untilLater(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.code === 'confirmation_required');
}

const releaseWaitMs = 500;

/**
 * Releases the claim, and retries while the database is unavailable. If all attempts fail, the key becomes free when
 * the lease expires.
 */
async function release(store: Store, owned: Claim, nothingDone: boolean): Promise<void> {
  for (let attempt = 0; attempt < releaseAttempts; attempt += 1) {
    try {
      return await releaseClaim(store, owned, { nothingDone });
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause(releaseWaitMs);
    }
  }
}

/** The attempts are at least half a second apart, so together they take about as long as the lease. */
const releaseAttempts = 12;

function errorResponse(error: ApiError): StoredResponse {
  return { status: error.status, contentType: 'application/json', body: Buffer.from(renderError(error)) };
}

/** For a request without an Idempotency-Key: every UUID is new. */
export const newIdentity: Identity = { hasKey: false, isRetryOfUnknownOutcome: false, uuid: () => randomUUID() };

function identityOf({ claimId, takenOver }: Claim): Identity {
  return { hasKey: true, isRetryOfUnknownOutcome: takenOver, uuid: (purpose) => derivedUuid(`${claimId} ${purpose}`) };
}

/** Derives a UUID from a string: version 8, for custom schemes (RFC 9562). */
function derivedUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function stillRunning(): ApiError {
  const message = 'The same request is still in progress.';
  return new ApiError('idempotency_conflict', { message, retryAfterSeconds: 1 });
}
