import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs the work of a request, so that what it calls can say for which request it does so. */
export function withRequestId<T>(id: string, run: () => T): T {
  return ids.run(id, run);
}

/** The id of the request that is being worked on; undefined for work that no request asked for. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}
