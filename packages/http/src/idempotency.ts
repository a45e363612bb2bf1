import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, invalidRequest, type Route } from '@evict/contract';
import { isDatabaseUnavailable, type Store } from '@evict/store/database';
import { type Claim, claimRequest, releaseClaim, type StoredResponse, storeResponse } from '@evict/store/requests';
import { metrics } from '@evict/telemetry';
import type { Context } from 'koa';
import type { Caller } from './authenticate.ts';
import { renderError } from './render.ts';

/** How long a request waits for the same one that is being worked on. */
const waitMs = 10_000;
const pollMs = 50;

/** An answer as it is sent. */
export interface WrittenAnswer extends Omit<StoredResponse, 'body'> {
  body: Buffer | string | null;
  headers?: Readonly<Record<string, string>>;
  /** The case that it shows, where it is one. */
  caseId?: string | null;
}

/** Does what needs nothing of the service but time, such as waiting for another process, without keeping others waiting. */
type Outside = <T>(wait: () => Promise<T>) => Promise<T>;

/** The work of one request. */
export interface Work extends Identity {
  /** For what takes long and needs neither the database nor the processor. */
  outside: Outside;
}

/** What one request makes: derived from its claim where it has one, so that doing it again makes nothing new. */
export interface Identity {
  /** Someone may have done it before. */
  mayBeDone: boolean;
  /** A UUID for a purpose; the same whenever this work is done. */
  uuid(purpose: string): string;
}

/** The key of a request; null where it has none, or none that counts for its route. 400 for one that is malformed. */
export function idempotencyKey(ctx: Context, route: Route): string | null {
  if (route.method !== 'POST' || route.idempotent !== 'key') return null;
  // Node would make one key of two.
  const [key, ...others] = ctx.req.headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return null;
  if (others.length > 0) throw badKey('repeated', 'Must be there once.');
  if (key.length < 1 || key.length > 255) throw badKey('length', 'Must be 1 to 255 characters.');
  return key;
}

function badKey(code: string, message: string): ApiError {
  return invalidRequest([{ path: 'Idempotency-Key', code, message }]);
}

/** Binds a key to one request: method, path, mode, credential and the bytes of the body. */
export function fingerprintOf(ctx: Context, caller: Caller, bodyHash: string): Buffer {
  const parts = [ctx.method, ctx.path, caller.mode, caller.credentialId, bodyHash];
  return createHash('sha256').update(parts.join('\n')).digest();
}

/**
 * Does the work of a request once, however often it is sent: an answer given before comes back as it was, the same
 * request while the first still runs waits for its answer and is 409 after ten seconds, another request under the key
 * is 409. Kept is every 2xx and 4xx but 429; what is not kept can be sent again, under the same ids where something
 * may have been done. An answer that told of a case whose details were erased since comes back as 409, whatever the
 * request is. `caseId` is the case in the path, or null.
 */
export async function once(
  store: Store,
  request: { scope: string; key: string; fingerprint: Buffer; caseId: string | null },
  run: (work: Identity) => Promise<WrittenAnswer>,
  outside: Outside,
): Promise<WrittenAnswer> {
  const claimed = await claim(store, request, outside);
  if ('answer' in claimed) {
    metrics.replays.inc();
    return { ...claimed.answer, headers: { 'Idempotent-Replayed': 'true' } };
  }
  try {
    const answer = await run(workOf(claimed.claim));
    const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    await storeResponse(store, claimed.claim, { ...answer, body }, request.caseId ?? answer.caseId ?? null);
    return answer;
  } catch (error) {
    await settleError(store, claimed.claim, error, request.caseId);
    throw error;
  }
}

async function claim(
  store: Store,
  request: Parameters<typeof claimRequest>[1],
  outside: Outside,
): Promise<{ claim: Claim } | { answer: StoredResponse }> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const outcome = await claimRequest(store, request);
    switch (outcome.kind) {
      case 'claimed':
        return { claim: outcome.claim };
      case 'completed':
        return { answer: outcome.response };
      case 'erased':
        return { answer: writtenError(new ApiError('erased')) };
      case 'conflict':
        throw new ApiError('idempotency_conflict');
      case 'running':
        if (Date.now() >= deadline) throw stillRunning();
        await outside(() => pause(pollMs));
    }
  }
}

async function settleError(store: Store, owned: Claim, error: unknown, caseId: string | null): Promise<void> {
  const kept = error instanceof ApiError && error.status < 500 && error.status !== 429;
  if (kept) {
    try {
      return await storeResponse(store, owned, writtenError(error), caseId);
    } catch (failure) {
      await settleError(store, owned, failure, caseId);
      throw failure;
    }
  }
  const nothingDone = error instanceof ApiError && error.status === 429;
  // The caller does not wait for a database that is away.
  await Promise.race([release(store, owned, nothingDone), pause(releaseWaitMs)]);
}

const releaseWaitMs = 500;

/** Tries until the database is back: until then the key is taken, and after that the lease of the claim ends. */
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

/** Half a second apart at least: with what each waits for a silent server, more than the lease. */
const releaseAttempts = 60;

function writtenError(error: ApiError): StoredResponse {
  return { status: error.status, contentType: 'application/json', body: Buffer.from(renderError(error)) };
}

/** Of a request without a key: new each time. */
export const unclaimed: Identity = { mayBeDone: false, uuid: () => randomUUID() };

function workOf({ claimId, takenOver }: Claim): Identity {
  return { mayBeDone: takenOver, uuid: (purpose) => derivedUuid(`${claimId} ${purpose}`) };
}

/** A UUID that follows from a text: version 8, whose bits are the maker's own. */
function derivedUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function stillRunning(): ApiError {
  const message = 'The same request is still being worked on.';
  return new ApiError('idempotency_conflict', { message, retryAfterSeconds: 1 });
}
