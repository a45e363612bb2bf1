import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Credential, keyOf } from '@evict/credentials';
import type { Permit } from '@evict/limiter';
import { countedNetworks } from './client-address.ts';
import type { Front } from './front.ts';

/**
 * Whose share a request uses: that of the owner of its credential, or without one that of its network. A credential that
 * was not valid before has a share of its own, so that guessing, or a job with a revoked key, delays nobody else.
 */
export function shareOf({ owners }: Pick<Front, 'owners'>, credential: Credential | null, address: string): string {
  if (!credential) return countedNetworks(address).at(-1)?.network ?? address;
  const key = keyOf(credential);
  return owners.get(key) ?? `credential ${key}`;
}

/**
 * Waits until the share has room for one more request in progress. Null if the client left meanwhile. Rejects with
 * `LimiterError` if too many of the share wait, or for too long.
 */
export async function takeTurn(turns: Front['turns'], share: string, res: ServerResponse): Promise<Permit | null> {
  const turn = turns.tryAcquire(share) ?? (await turns.acquire(share).catch(refuseSlowly));
  if (!res.destroyed) return turn;
  turn.release();
  return null;
}

/** Releases once the client has the response or has left: one that is not read counts as a request in progress. */
export function releaseWhenSent(res: ServerResponse, { release }: Permit): void {
  if (res.destroyed || res.writableFinished) release();
  else res.once('close', release);
}

/** Slows down whoever repeats a request at once that was refused for being one of too many. */
async function refuseSlowly(error: unknown): Promise<never> {
  await pause(refusalMs);
  throw error;
}

const refusalMs = 100;
