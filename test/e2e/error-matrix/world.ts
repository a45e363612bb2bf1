import { randomUUID } from 'node:crypto';
import type { Route } from '@evict/contract';
import { send as sendTo } from '../support/api.ts';
import { inLiveMode } from '../support/live.ts';
import { startService } from '../support/service.ts';
import { startWithoutWorker } from './without-worker.ts';

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Everybody and everything that errors are provoked with: a service with live mode, and one without. */
export async function buildWorld() {
  const service = await startService({ liveMode: true });
  const withoutLive = await startService({ liveMode: false });
  const [customer, customerWithoutLive] = await Promise.all([service.signUp(), withoutLive.signUp()]);
  return {
    ...service,
    customer,
    live: inLiveMode(service, customer),
    whereLiveIsOff: inLiveMode(withoutLive, customerWithoutLive),
    withoutWorker: await startWithoutWorker(),
    signUpLive: async () => inLiveMode(service, await service.signUp()),
    /** Not held against the description, which knows no failure of the service but `busy`. */
    sendUnchecked: sendTo.bind(null, service.stack.baseUrl),
  };
}

/** A real body of an operation: the example of its own description. */
export function exampleBody({ body }: Route): unknown {
  return (body?.describe() as { meta?: { example?: unknown } } | undefined)?.meta?.example;
}

/** A path of the operation whose ids are well formed and name nothing. */
export function pathToNothing({ path, params = {} }: Route): string {
  const prefixes: Record<string, string> = {
    case: 'case',
    document: 'doc',
    apiKey: 'key',
    charge: 'chg',
    note: 'note',
  };
  return Object.entries(params).reduce(
    (made, [name, kind]) => made.replace(`{${name}}`, `${prefixes[kind] ?? kind}_${randomUUID()}`),
    path,
  );
}
