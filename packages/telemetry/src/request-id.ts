import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs a request's handler, so that everything it calls can read the request's id. */
export function withRequestId<T>(id: string, run: () => T): T {
  return ids.run(id, run);
}

/** Returns the id of the current request. Undefined outside a request. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}
