import { needsDatabase, type Route, routes } from '@evict/contract';
import { cloneDatabase } from '@evict/testkit';
import { afterAll } from 'vitest';
import { startProxy } from '../../rehearsal/support/lossy-proxy.ts';
import { type ApiResponse, nextAddress, send } from './api.ts';
import { liveWorld } from './live-case.ts';
import { startService } from './service.ts';
import { exampleBody, pathToNothing } from './paths.ts';

export interface TimedResponse {
  response: ApiResponse;
  ms: number;
}

/**
 * Starts a service, and returns a function that returns the response of an operation while the network to the database
 * drops everything. The requests of all operations that need the database are sent when it is first called.
 */
export async function startWithoutDatabase(): Promise<(route: Route) => Promise<TimedResponse>> {
  const url = new URL(await cloneDatabase());
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const service = await startService({ liveMode: true, databaseUrl: url.href });
  // This has to run before the service is stopped.
  afterAll(() => proxy.mend());
  const customer = await service.signUp();
  const attorney = await liveWorld(service).attorney();
  const credentials: Record<string, string> = {
    attorney: attorney.credential,
    attorneySession: await attorney.signIn(),
  };

  let sent: Map<Route, Promise<TimedResponse>> | null = null;
  const sendAll = () => {
    proxy.swallow('both ways');
    const all = Object.values<Route>(routes).filter(needsDatabase);
    return new Map(all.map((route) => [route, sendTimed(route)]));
  };
  const sendTimed = async (route: Route): Promise<TimedResponse> => {
    const credential = credentials[route.auth] ?? customer.session.credential;
    const begun = performance.now();
    const response = await send(service.stack.baseUrl, route.method, pathToNothing(route), {
      ...(route.auth !== 'none' && { credential }),
      body: exampleBody(route),
      headers: { 'x-forwarded-for': nextAddress() },
    });
    return { response, ms: performance.now() - begun };
  };
  return async (route) => {
    sent ??= sendAll();
    const timed = await sent.get(route);
    if (!timed) throw new Error(`${route.path} was not sent`);
    return timed;
  };
}
