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
  const parts = [...html.matchAll(/<(?:script|link) [^>]*(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
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

test('the rules of law are pages beside the reference, under its policy, cached', async () => {
  const reference = await get('/docs');
  const [, list = ''] = /<a href="(\/docs\/rules)"/.exec(await reference.text()) ?? [];
  const links = [...(await (await get(list)).text()).matchAll(/href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  const pages = ['/docs/rules', '/docs/rules/zz', '/docs/rules/us', '/docs/rules/zz/2026.1', '/docs/rules/us/2026.1'];
  expect(links).toEqual(expect.arrayContaining([...pages, '/docs/rules.css']));
  for (const path of pages) {
    const page = await get(path);
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toBe(reference.headers.get('content-security-policy'));
    expect(page.headers.get('cache-control')).toBe('public, max-age=300');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const rules = await (await get('/docs/rules/zz')).text();
  expect(rules).toContain('ZZ Stat. § 12-201');
  expect(rules).toBe(await (await get('/docs/rules/zz/2026.1')).text());
  expect((await get('/docs/rules.css')).headers.get('content-type')).toMatch(/^text\/css/);
});

test.each([
  '/docs/rules/md',
  '/docs/rules/ZZ',
  '/docs/rules/',
  '/docs/rules/zz/',
  '/docs/rules/zz/1999.1',
  '/docs/rules/__proto__',
  '/docs/rules/..%2F..%2Fpackage.json',
  '/docs/rules/%3Cscript%3E',
  `/docs/rules/${'z'.repeat(4000)}`,
])('a rule pack that there is not is 404 like every unknown path: %s', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    error: { code: 'not_found', message: expect.any(String), details: null },
  });
});

test('health is ok while the database is reachable, and not ok otherwise', async () => {
  expect(await (await get('/v1/health')).json()).toEqual({ ok: true });
  await store.close();
  expect(await (await get('/v1/health')).json()).toEqual({ ok: false });
});
