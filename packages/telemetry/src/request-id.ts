import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs the work of a request, so that everything it calls can read the request's id. */
export function withRequestId<T>(id: string, run: () => T): T {
  return ids.run(id, run);
}

/** The id of the current request. Undefined outside of a request. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}
