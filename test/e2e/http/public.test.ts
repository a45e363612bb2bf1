import { createGateway } from '@evict/http';
import { mountPublicRoutes } from '@evict/public-gateway/app';
import { openTestStore } from '@evict/store/testing';
import { createLogger } from '@evict/telemetry';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const store = openTestStore(await cloneDatabase());
const settings = { store, liveMode: false, proxyHops: 0, startMail: () => {}, operatorsAddress: 'ops@example.com' };
const gateway = createGateway({ ...settings, logger: createLogger('test', 'silent') });
await mountPublicRoutes(gateway, settings);
const server = await gateway.listen({ port: 0, host: '127.0.0.1' });
const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
afterAll(() => server.close());

test('the interface description is served as OpenAPI 3.1', async () => {
  const document = (await (await get('/v1/openapi.json')).json()) as Record<string, unknown>;
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), info: { version: '0.0.0' } });
});

test('the reference page loads everything from its own origin and runs no inline script', async () => {
  const page = await get('/docs');
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self';/);
  const html = await page.text();
  expect(html).not.toMatch(/<script>|https?:/);
  const parts = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(parts).toHaveLength(3);
  for (const path of parts) {
    const part = await get(path);
    expect([part.status, part.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/(css|javascript)/),
    ]);
    expect((await part.text()).length).toBeGreaterThan(50);
  }
});

test('health is ok while the database is reachable, and not ok otherwise', async () => {
  expect(await (await get('/v1/health')).json()).toEqual({ ok: true });
  await store.close();
  expect(await (await get('/v1/health')).json()).toEqual({ ok: false });
});
