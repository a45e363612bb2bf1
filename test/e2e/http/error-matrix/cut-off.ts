import { needsDatabase, type Route, routes } from '@evict/contract';
import { cloneDatabase } from '@evict/testkit';
import { afterAll } from 'vitest';
import { startProxy } from '../../../rehearsal/support/lossy-proxy.ts';
import { type ApiResponse, nextAddress, send } from '../../support/api.ts';
import { liveWorld } from '../../support/live-case.ts';
import { exampleBody, pathToNothing } from '../../support/paths.ts';
import { startService } from '../../support/service.ts';

interface TimedResponse {
  response: ApiResponse;
  ms: number;
}

/**
 * Starts a service that can lose its database. `withoutDatabase` returns the response of an operation while the network
 * to the database drops everything. When it is first called, the database is cut off for good, and the requests of all
 * operations that need it are sent.
 */
export async function startCutOff(options: Parameters<typeof startService>[0]) {
  const url = new URL(await cloneDatabase());
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const service = await startService({ ...options, liveMode: true, databaseUrl: url.href });
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
  const withoutDatabase = async (route: Route): Promise<TimedResponse> => {
    sent ??= sendAll();
    const timed = await sent.get(route);
    if (!timed) throw new Error(`${route.path} was not sent`);
    return timed;
  };
  return { service, withoutDatabase };
}
