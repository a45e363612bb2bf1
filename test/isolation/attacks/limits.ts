import { randomBytes, randomUUID } from 'node:crypto';
import { marylandFacts } from '../../e2e/support/live.ts';
import type { Attack, AttackGroup } from './attack.ts';
import { json, over, request as requestOf } from '../attacker/requests.ts';

const oneAddress = '172.18.0.1';
const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Sign-ins to unknown accounts, from the given addresses. */
function signIns(name: string, address: () => string): Attack {
  return {
    name: `sign-ins from ${name}`,
    about: '50 connections',
    async prepare() {
      const next = () =>
        requestOf({ address: address() }, 'POST', '/v1/auth/login', {
          body: json({ email: `${randomUUID()}@example.com`, password: 'not the right one' }),
        });
      return [{ connections: 50, next }];
    },
  };
}

/** Only the beginning of a request. */
const halfRequest = { head: 'GET /v1/cases HTTP/1.1\r\nHost: isolation\r\nX-Slow: ', body: null };

export const limits: AttackGroup = {
  bound: 'limits',
  attacks: [
    {
      name: 'reads from 100 connections with one key',
      about: 'of a case and of a list',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(20);
        return [
          { connections: 50, next: over(ids.map((id) => request('GET', `/v1/cases/${id}`))) },
          { connections: 50, next: over([request('GET', '/v1/cases?limit=100')]) },
        ];
      },
    },
    signIns('one address', () => oneAddress),
    signIns('one /64 of IPv6', () => `2001:db8:1:1:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}`),
    signIns('one /48 of IPv6', () => `2001:db8:2:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}:${hex(2)}`),
    {
      name: 'sign-ups, resets, acceptances and leads from one address',
      about: '60 connections',
      async prepare() {
        const caller = { address: oneAddress };
        const nobody = () => `${randomUUID()}@example.com`;
        const orders = [
          () => ({
            path: '/v1/auth/signup',
            body: { name: 'A', organizationName: 'B', email: nobody(), password: 'correct horse battery' },
          }),
          () => ({ path: '/v1/auth/password-reset/request', body: { email: nobody() } }),
          () => ({
            path: '/v1/auth/password-reset/confirm',
            body: { token: 'x'.repeat(40), password: 'another horse' },
          }),
          () => ({
            path: '/v1/auth/invitations/accept',
            body: { token: 'x'.repeat(40), name: 'A', password: 'another horse' },
          }),
          () => ({ path: '/v1/public/leads', body: { kind: 'access_request', email: nobody(), name: 'A' } }),
        ];
        const pick = over(orders);
        const next = () => {
          const { path, body } = pick()();
          return requestOf(caller, 'POST', path, { body: json(body) });
        };
        return [{ connections: 60, next }];
      },
    },
    {
      name: 'credentials that nobody has',
      about: '100 connections, another one each time',
      async prepare() {
        const next = () => requestOf({ address: oneAddress, credential: `eak_test_${hex(24)}` }, 'GET', '/v1/cases');
        return [{ connections: 100, next }];
      },
    },
    {
      name: 'idle connections and half requests',
      about: '600 that say nothing or not all, while 20 ask for the largest heads',
      async prepare({ request }) {
        const large = request('GET', '/v1/cases', { headers: { 'X-Filler': 'x'.repeat(15_000) } });
        const tooLarge = request('GET', '/v1/cases', { headers: { 'X-Filler': 'x'.repeat(64_000) } });
        const longPath = request('GET', `/v1/cases/${'x'.repeat(15_000)}`);
        return [
          { connections: 300, next: () => ({ head: '', body: null }) },
          { connections: 300, next: () => halfRequest },
          { connections: 20, next: over([large, tooLarge, longPath]) },
        ];
      },
    },
    {
      name: 'pipelined requests',
      about: '20 connections that send 60 reads at a time',
      async prepare({ request }) {
        const { head } = request('GET', '/v1/cases?limit=100');
        const many = { head: head.repeat(60), body: null, responses: 60 };
        return [{ connections: 20, next: () => many }];
      },
    },
    {
      name: 'pipelined requests that are not read',
      about: '40 connections that send 500 reads at a time',
      async prepare({ createDrafts, request }) {
        await createDrafts(100);
        const { head } = request('GET', '/v1/cases?limit=100');
        const many = { head: head.repeat(500), body: null, responses: 500 };
        return [{ connections: 40, next: () => many, readRate: 0 }];
      },
    },
    {
      name: 'keys made and revoked',
      about: 'ten connections; revoked ones are listed for ever',
      async prepare({ act, request, session }) {
        const made = async () => {
          const { body } = await act('POST', '/v1/api-keys', { credential: session });
          await act('DELETE', `/v1/api-keys/${body.id}`, { credential: session });
        };
        for (let count = 0; count < 100; count += 1) await made();
        const all = [
          request('POST', '/v1/api-keys', { credential: session }),
          request('GET', '/v1/api-keys', { credential: session }),
        ];
        return [{ connections: 10, next: over(all) }];
      },
    },
    {
      name: 'notes of a live case',
      about: '20 connections; each note is a mail',
      async prepare({ createDrafts, request, session }) {
        const asOwner = { credential: session, headers: { 'x-service-mode': 'live' } };
        const [id] = await createDrafts(1, marylandFacts(), asOwner);
        const one = request('POST', `/v1/cases/${id}/notes`, {
          credential: session,
          headers: { 'X-Service-Mode': 'live' },
          body: json({ body: 'x'.repeat(5000) }),
        });
        const list = request('GET', `/v1/cases/${id}/notes`, {
          credential: session,
          headers: { 'X-Service-Mode': 'live' },
        });
        return [{ connections: 20, next: over([one, list]) }];
      },
    },
  ],
};
