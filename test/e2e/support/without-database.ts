import { needsDatabase, type Route, routes } from '@evict/contract';
import { cloneDatabase } from '@evict/testkit';
import { afterAll } from 'vitest';
import { startProxy } from '../../chaos/faults/proxy.ts';
import { type Answer, nextAddress, send } from './api.ts';
import { liveWorld } from './live-case.ts';
import { startService } from './service.ts';
import { exampleBody, pathToNothing } from './paths.ts';

export interface TimedAnswer {
  answer: Answer;
  ms: number;
}

/**
 * What every operation that needs the database is answered while the network swallows all that goes to it. They are
 * all sent together when the first of them is asked for.
 */
export async function startWithoutDatabase(): Promise<(route: Route) => Promise<TimedAnswer>> {
  const url = new URL(await cloneDatabase());
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const service = await startService({ liveMode: true, databaseUrl: url.href });
  // Before the service is stopped.
  afterAll(() => proxy.mend());
  const customer = await service.signUp();
  const attorney = await liveWorld(service).attorney();

  let sent: Map<Route, Promise<TimedAnswer>> | null = null;
  const sendAll = () => {
    proxy.swallow('both ways');
    const all = Object.values<Route>(routes).filter(needsDatabase);
    return new Map(all.map((route) => [route, sendTimed(route)]));
  };
  const sendTimed = async (route: Route): Promise<TimedAnswer> => {
    const { credential } = route.auth === 'attorney' ? attorney : customer.session;
    const begun = performance.now();
    const answer = await send(service.stack.baseUrl, route.method, pathToNothing(route), {
      ...(route.auth !== 'none' && { credential }),
      body: exampleBody(route),
      headers: { 'x-forwarded-for': nextAddress() },
    });
    return { answer, ms: performance.now() - begun };
  };
  return async (route) => {
    sent ??= sendAll();
    const timed = await sent.get(route);
    if (!timed) throw new Error(`${route.path} was not sent`);
    return timed;
  };
}
