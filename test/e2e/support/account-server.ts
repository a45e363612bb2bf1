import { apiKeyRoutes } from '@evict/customer-gateway/routes/api-keys';
import { meRoutes } from '@evict/customer-gateway/routes/me';
import { createGateway } from '@evict/http';
import { mountPublicRoutes } from '@evict/public-gateway/app';
import { openTestStore } from '@evict/store/testing';
import { createLogger } from '@evict/telemetry';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect } from 'vitest';
import { buildSignup, nextAddress, send as sendTo, type Sent } from './api.ts';

/** The origin of the website to which these gateways link. */
export const websiteOrigin = 'https://www.example.com';
const secretKeys = ['a secret key of at least thirty-two characters'];
const shared = { secretKeys, websiteOrigin };

/**
 * Serves the account routes on a separate database, with and without live mode, behind one trusted proxy, so that each
 * caller can have a different IP address. The servers are closed after the last test of the file.
 */
export async function serveAccounts() {
  const store = openTestStore(await cloneDatabase());
  const servers = { on: await serve(true), off: await serve(false) };
  afterAll(async () => {
    await Promise.all([servers.on.close(), servers.off.close()]);
    await store.close();
  });

  async function serve(liveMode: boolean) {
    const gateway = createGateway({ store, liveMode, proxyHops: 1, logger: createLogger('test', 'silent') });
    await mountPublicRoutes(gateway, {
      store,
      liveMode,
      ...shared,
      operatorsAddress: 'ops@example.com',
      platformFeeCents: 14_900,
    });
    meRoutes(gateway, { store, liveMode, ...shared });
    apiKeyRoutes(gateway, { store, ...shared });
    return gateway.listen({ port: 0, host: '127.0.0.1' });
  }

  function send(
    method: string,
    path: string,
    { headers, liveMode = true, ...sent }: Sent & { liveMode?: boolean } = {},
  ) {
    const { port } = liveMode ? servers.on : servers.off;
    const behindProxy = { 'x-forwarded-for': nextAddress(), ...headers };
    return sendTo(`http://127.0.0.1:${port}`, method, path, { ...sent, headers: behindProxy });
  }

  async function signUp() {
    const input = buildSignup();
    const { status, body } = await send('POST', '/v1/auth/signup', { body: input });
    expect(status).toBe(201);
    return { ...input, token: body.token as string, account: body };
  }

  function logIn(email: string, password: string, headers: Record<string, string> = {}) {
    return send('POST', '/v1/auth/login', { body: { email, password }, headers });
  }

  function createKey(credential: string, mode = 'test') {
    return send('POST', '/v1/api-keys', { credential, headers: { 'x-service-mode': mode } });
  }

  return { store, send, signUp, logIn, createKey };
}

export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}
