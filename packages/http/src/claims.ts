import type { Store } from '@evict/store/database';
import { type Claim, renewClaims } from '@evict/store/requests';

/**
 * How often a claim is renewed, in milliseconds. This is a third of its lease, so one failed renewal doesn't end the
 * claim.
 */
const everyMs = 2000;

/** The idempotency claims of the requests that this process is running. */
export type Claims = ReturnType<typeof createClaims>;

/**
 * Creates the claims of this process and renews them while their requests run. Leases are short, so the claims of a
 * process that died expire within seconds. One query renews all claims that are due; most requests end before their
 * first renewal.
 */
export function createClaims(store: Store) {
  const running = new Map<Claim, number>();
  let timer: NodeJS.Timeout | undefined;
  let renewal: Promise<void> | undefined;

  function renew(): void {
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const before = performance.now() - everyMs / 2;
    const due = [...running].flatMap(([claim, since]) => (since < before ? [claim] : []));
    if (due.length === 0 || renewal) return;
    // If the database is unavailable, no other process can take a claim either.
    renewal = renewClaims(store, due).then(forget, forget);
  }

  function forget(): void {
    renewal = undefined;
  }

  return {
    store,
    /** Runs `work`, and keeps other processes from taking over the claim meanwhile. */
    async during<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
      running.set(claim, performance.now());
      timer ??= setInterval(renew, everyMs).unref();
      try {
        return await work();
      } finally {
        running.delete(claim);
      }
    },
  };
}
