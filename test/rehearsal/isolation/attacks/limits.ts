import { randomBytes, randomUUID } from 'node:crypto';
import { marylandFacts } from '../../../e2e/support/live.ts';
import { again, type Assault, json, over, request as requestOf } from '../../support/requests.ts';
import type { Attacker } from '../attacker.ts';
import { unknownKey } from '../messages.ts';
import type { Attack, Attacks } from './attack.ts';

const oneAddress = '172.18.0.1';
const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const nobody = () => `${randomUUID()}@example.com`;

/** Signs in to unknown accounts from the given addresses. */
function signIns(address: () => string): Attack {
  return async () => {
    const next = () => {
      const body = json({ email: nobody(), password: 'not the right one' });
      return requestOf({ address: address() }, 'POST', '/v1/auth/login', { body });
    };
    return [{ connections: 50, next }];
  };
}

function unknownKeys(connections: number, address: string): Assault[] {
  return [{ connections, next: () => requestOf({ address, credential: unknownKey() }, 'GET', '/v1/cases') }];
}

/** Sends requests with a revoked key whose owner the service still knows. */
async function revokedKey({ as, request, live }: Attacker, address: string): Promise<Assault[]> {
  const { id, secret: credential } = await as(live).createApiKey();
  const sender = { credential, headers: { ...live.headers, 'x-forwarded-for': address } };
  await as(sender).listCases();
  await as(live).revokeApiKey({ id });
  return again(300, ...['/v1/cases', '/v1/health'].map((path) => request('GET', path, { sender })));
}

/** The public operations, with a function that returns a body with new values. */
const publicRequests: Readonly<Record<string, () => object>> = {
  '/v1/auth/signup': () => ({ name: 'A', organizationName: 'B', email: nobody(), password: 'correct horse battery' }),
  '/v1/auth/password-reset/request': () => ({ email: nobody() }),
  '/v1/auth/password-reset/confirm': () => ({ token: 'x'.repeat(40), password: 'another horse' }),
  '/v1/auth/invitations/accept': () => ({ token: 'x'.repeat(40), name: 'A', password: 'another horse' }),
  '/v1/public/leads': () => ({ kind: 'access_request', email: nobody(), name: 'A' }),
};

export const limits: Attacks = {
  'reads from 100 connections with one key': async ({ createDrafts, request }) => {
    const cases = (await createDrafts(20)).map((id) => request('GET', `/v1/cases/${id}`));
    return [...again(50, ...cases), ...again(50, request('GET', '/v1/cases?limit=100'))];
  },
  'sign-ins from one address': signIns(() => oneAddress),
  'sign-ins from one /64 of IPv6': signIns(() => `2001:db8:1:1:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}`),
  'sign-ins from one /48 of IPv6': signIns(() => `2001:db8:2:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}`),
  'sign-ups, resets, acceptances and leads from one address': async () => {
    const pick = over(Object.entries(publicRequests));
    const next = () => {
      const [path, body] = pick();
      return requestOf({ address: oneAddress }, 'POST', path, { body: json(body()) });
    };
    return [{ connections: 60, next }];
  },
  'invented credentials': async () => unknownKeys(100, oneAddress),
  "credentials that nobody has, from the neighbor's address": async ({ neighborAddress }) =>
    unknownKeys(300, neighborAddress),
  'a revoked key on 300 connections': async (attacker) => revokedKey(attacker, attacker.address),
  "a revoked key on 300 connections, from the neighbor's address": async (attacker) =>
    revokedKey(attacker, attacker.neighborAddress),
  'idle connections, half requests and the largest heads': async ({ request }) => {
    const idle = { head: '', body: null };
    const half = { head: 'GET /v1/cases HTTP/1.1\r\nHost: isolation\r\nX-Slow: ', body: null };
    const filler = (bytes: number) => request('GET', '/v1/cases', { headers: { 'X-Filler': 'x'.repeat(bytes) } });
    const longPath = request('GET', `/v1/cases/${'x'.repeat(15_000)}`);
    return [...again(300, idle), ...again(300, half), ...again(20, filler(15_000), filler(64_000), longPath)];
  },
  'pipelined requests': async ({ request }) => {
    const { head } = request('GET', '/v1/cases?limit=100');
    return again(20, { head: head.repeat(60), body: null, responses: 60 });
  },
  'pipelined requests that are not read': async ({ createDrafts, request }) => {
    await createDrafts(100);
    const { head } = request('GET', '/v1/cases?limit=100');
    const many = { head: head.repeat(500), body: null, responses: 500 };
    return [{ connections: 40, next: () => many, readRate: 0 }];
  },
  'keys that are created and revoked, and stay listed forever': async ({ as, request, live }) => {
    const owner = as(live);
    for (let count = 0; count < 100; count += 1) await owner.revokeApiKey({ id: (await owner.createApiKey()).id });
    const all = ['POST', 'GET'].map((method) => request(method, '/v1/api-keys', { sender: live }));
    return again(10, ...all);
  },
  'notes of a live case, each of which is a mail': async ({ createDrafts, request, live: sender }) => {
    const [id] = await createDrafts(1, marylandFacts(), sender);
    const path = `/v1/cases/${id}/notes`;
    const body = json({ body: 'x'.repeat(5000) });
    return again(20, request('POST', path, { sender, body }), request('GET', path, { sender }));
  },
};
