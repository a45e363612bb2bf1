import { randomUUID } from 'node:crypto';
import type { Route } from '@evict/contract';
import { expect } from 'vitest';
import { buildSignup, nextAddress } from '../../support/api.ts';
import { exampleBody, pathToNothing } from '../../support/paths.ts';
import { exhaust, type Provoker } from './provoke.ts';
import type { World } from './world.ts';

/** How to provoke the errors that all operations share, by `<status> <code>`. */
export const byCode: Readonly<Record<string, Provoker>> = {
  '400 invalid_request': (world, route) => {
    const path = pathToNothing(route);
    const caller = callerOf(world, route);
    if (route.method !== 'GET') return caller.send(route.method, path, { body: ['no', 'object'] });
    if (route.query) return caller.send('GET', `${path}?limit=0`);
    return caller.send('GET', path, { headers: { 'x-service-mode': 'prod' } });
  },
  '401 unauthenticated': async ({ send }, route) => {
    // Authentication is checked first, so the body doesn't matter.
    const sent = route.method === 'GET' ? {} : { raw: '{"not": "looked at"' };
    const invented = await send(route.method, pathToNothing(route), { ...sent, credential: unknownKey });
    expect(invented.status).toBe(401);
    return send(route.method, pathToNothing(route), sent);
  },
  '403 forbidden': async ({ customer, attorney }, route) => {
    const path = pathToNothing(route);
    if (isAttorneys(route)) expect((await customer.session.send(route.method, path)).status).toBe(403);
    if (route.auth === 'attorneySession') expect((await attorney.send(route.method, path)).status).toBe(403);
    return (route.auth === 'customer' ? attorney : customer).send(route.method, path);
  },
  '403 live_unavailable': ({ whereLiveIsOff, attorneyWhereLiveIsOff }, route) =>
    callerOf({ customer: { session: whereLiveIsOff }, ...attorneyWhereLiveIsOff }, route).send(
      route.method,
      pathToNothing(route),
    ),
  '403 attorney_not_eligible': async ({ underReviewByLapsed }, route) => {
    const { lapsed, id } = await underReviewByLapsed();
    const path = pathToNothing({ ...route, path: route.path.replace('{id}', id) });
    return lapsed.send(route.method, path, { body: exampleBody(route) });
  },
  '404 not_found': (world, route) =>
    callerOf(world, route).send(route.method, pathToNothing(route), { body: exampleBody(route) }),
  '409 erased': async (world, route) => {
    const { id, owner } = await world.erased();
    const caller = isAttorneys(route) ? world.attorney : owner;
    const path = pathToNothing({ ...route, path: route.path.replace('{id}', id) });
    return caller.send(route.method, path, { body: exampleBody(route) });
  },
  '410 erased': async (world, route) => {
    const { id, documentId, owner } = await world.erased();
    const caller = isAttorneys(route) ? world.attorney : owner;
    return caller.send(route.method, route.path.replace('{id}', id).replace('{docId}', documentId));
  },
  '409 idempotency_conflict': async (world, route) => {
    const headers = { 'idempotency-key': randomUUID() };
    const caller = callerOf(world, route);
    await caller.send('POST', pathToNothing(route), { raw: '{', headers });
    return caller.send('POST', pathToNothing(route), { body: exampleBody(route), headers });
  },
  '413 payload_too_large': (world, route) => {
    // The length in the head is enough. The tests of large bodies send whole bodies.
    const { credential } = callerOf(world, route);
    return world.sendHead(route.method, pathToNothing(route), {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      'content-length': String(route.bodyLimitBytes + 1),
    });
  },
  '415 unsupported_media_type': (world, route) => {
    const sent = { raw: '{}', headers: { 'content-type': 'text/plain' } };
    return callerOf(world, route).send(route.method, pathToNothing(route), sent);
  },
  '429 rate_limited': async ({ stack, send, limited }, route) => {
    if (route.auth !== 'none') return limited(route).send(route.method, pathToNothing(route));
    const address = nextAddress();
    // Only the limit of `createLead` is not in the route table.
    await exhaust(stack, route.addressLimit ?? 'lead', address);
    const headers = { 'x-forwarded-for': address };
    return send(route.method, pathToNothing(route), { body: publicBody(route), headers });
  },
  '503 busy': async ({ withoutDatabase }, route) => {
    const { response, ms } = await withoutDatabase(route);
    // The guarantee is 10 s. The rest is for a busy machine.
    expect(ms).toBeLessThan(10_000 + 5000);
    expect(response.headers.get('retry-after')).toBe('5');
    return response;
  },
};

const unknownKey = `eak_test_${'A'.repeat(49)}`;

/** Returns a caller who may use the operation. */
function callerOf({ customer, attorney, attorneySession }: Callers, { auth }: Route): Sender {
  if (auth === 'attorneySession') return attorneySession;
  return auth === 'attorney' ? attorney : customer.session;
}

type Sender = Pick<World['attorney'], 'send' | 'credential'>;
type Callers = { customer: { session: Sender }; attorney: Sender; attorneySession: Sender };

function isAttorneys({ gateway }: Route): boolean {
  return gateway === 'attorney';
}

/** Returns the example body, with an unused email address. */
export function publicBody(route: Route): unknown {
  const { email } = buildSignup();
  const example = exampleBody(route) as Record<string, unknown> | undefined;
  return example && 'email' in example ? { ...example, email } : example;
}
