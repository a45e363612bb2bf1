import type { Store } from '@evict/store/database';
import { type Claim, renewClaims } from '@evict/store/requests';

/** A third of the lease, so that two renewals may fail before a claim is lost. */
const everyMs = 2000;

/** The idempotency claims that this process is working on. */
export type Claims = ReturnType<typeof createClaims>;

/**
 * Keeps renewing the claims of this process, so that those of a process that died expire within seconds. One statement
 * renews all that are due; most requests end before their first renewal.
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
    // If the database is unavailable, nobody else can take a claim either.
    renewal = renewClaims(store, due).then(forget, forget);
  }

  function forget(): void {
    renewal = undefined;
  }

  return {
    store,
    /** Keeps the claim from being taken over while `work` runs. */
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
