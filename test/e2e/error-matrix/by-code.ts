import { randomUUID } from 'node:crypto';
import { type ErrorCode, limits, type Route } from '@evict/contract';
import { type Answer, buildSignup, nextAddress } from '../support/api.ts';
import { exampleBody, pathToNothing, type World } from './world.ts';

export type Provoker = (world: World, route: Route) => Promise<Answer>;

/** How to provoke what every operation answers in the same way, by `<status> <code>`. */
export const byCode: Readonly<Record<string, Provoker>> = {
  '400 invalid_request': ({ customer }, route) => {
    const path = pathToNothing(route);
    if (route.method !== 'GET') return customer.session.send(route.method, path, { body: ['no', 'object'] });
    if (route.query) return customer.send('GET', `${path}?unknown=1`);
    return customer.session.send('GET', path, { headers: { 'x-service-mode': 'sandbox' } });
  },
  '401 unauthenticated': ({ send }, route) => send(route.method, pathToNothing(route)),
  '403 forbidden': ({ customer }, route) => customer.send(route.method, pathToNothing(route)),
  '403 live_unavailable': ({ whereLiveIsOff }, route) => whereLiveIsOff.send(route.method, pathToNothing(route)),
  '404 not_found': ({ customer }, route) =>
    customer.send(route.method, pathToNothing(route), { body: exampleBody(route) }),
  '409 idempotency_conflict': async ({ customer }, route) => {
    const headers = { 'idempotency-key': randomUUID() };
    await customer.session.send('POST', '/v1/cases', { body: {}, headers });
    return customer.session.send('POST', pathToNothing(route), { body: exampleBody(route), headers });
  },
  '413 payload_too_large': ({ customer }, route) =>
    customer.session.send(route.method, pathToNothing(route), { raw: ' '.repeat(route.bodyLimitBytes + 1) }),
  '415 unsupported_media_type': ({ customer }, route) =>
    customer.session.send(route.method, pathToNothing(route), { raw: '{}', headers: { 'content-type': 'text/plain' } }),
  '429 rate_limited': ({ send }, route) => {
    const headers = { 'x-forwarded-for': nextAddress() };
    const body = publicBody(route);
    // Of the limits by address this is the largest.
    const requests = limits.authentication.count + 1;
    return refusedOf(requests, 'rate_limited', () => send(route.method, route.path, { body, headers }));
  },
  // More than the password queue takes at once.
  '503 busy': ({ sendUnchecked }, route) =>
    refusedOf(40, 'busy', () => {
      const headers = { 'x-forwarded-for': nextAddress() };
      return sendUnchecked(route.method, route.path, { body: publicBody(route), headers });
    }),
};

/** Sends so many requests at once, and gives an answer that has the code; one without it where there is none. */
export async function refusedOf(count: number, code: ErrorCode, request: () => Promise<Answer>): Promise<Answer> {
  const answers = await Promise.all(Array.from({ length: count }, request));
  const refused = answers.find(({ body }) => body?.error?.code === code) ?? answers[0];
  if (!refused) throw new Error('nothing was sent');
  return refused;
}

/** The example, with an address of mail that nobody else has. */
function publicBody(route: Route): unknown {
  const { email } = buildSignup();
  const example = exampleBody(route) as Record<string, unknown>;
  return 'email' in example ? { ...example, email } : example;
}
