import type { Store } from '@evict/store/database';
import { type Claim, renewClaims } from '@evict/store/requests';

/** A third of a lease: two renewals may fail before a claim is lost. */
const everyMs = 2000;

/** The claims of this process that are running. */
export type Claims = ReturnType<typeof createClaims>;

/**
 * Renews the running claims of this process, so that those of a process that died are free within seconds. One statement
 * renews all that are older than a round; most requests end before that.
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
    // While the database is away nobody can take a claim over.
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
