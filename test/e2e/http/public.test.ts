import type { RouteResponse, routes } from '@evict/contract';
import { createGateway } from '@evict/http';
import { factWords } from '@evict/jurisdictions';
import { mountPublicRoutes } from '@evict/public-gateway/app';
import { openTestStore } from '@evict/store/testing';
import { createLogger } from '@evict/telemetry';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const store = openTestStore(await cloneDatabase());
const settings = {
  store,
  liveMode: false,
  proxyHops: 0,
  operatorsAddress: 'ops@example.com',
  platformFeeCents: 14_900,
  secretKeys: ['a secret key of at least thirty-two characters'],
  websiteOrigin: 'https://www.example.com',
};
const gateway = createGateway({ ...settings, logger: createLogger('test', 'silent') });
await mountPublicRoutes(gateway, settings);
const server = await gateway.listen({ port: 0, host: '127.0.0.1' });
const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
afterAll(() => server.close());

test('the reference page loads everything from its own origin and runs no inline script', async () => {
  const page = await get('/docs');
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self';.+; require-trusted-types-for 'script';/,
  );
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

test('the guides are cacheable pages that run only their own script, and the first one links to all of them', async () => {
  const front = await get('/docs/guides');
  const html = await front.text();
  const links = [...new Set([...html.matchAll(/href="(\/docs\/guides[^"#]*)"/g)].map(([, path = '']) => path))];
  expect(links).toEqual(
    expect.arrayContaining(['/docs/guides/getting-started', '/docs/guides/security', '/docs/guides.css']),
  );
  expect(links.length).toBeGreaterThan(15);
  for (const path of links) {
    const page = await get(path);
    const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/html; charset=utf-8';
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, type]);
    expect(page.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    if (type.startsWith('text/html'))
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; (?!.*script)/,
      );
    await page.body?.cancel();
  }
  const [, script = ''] = /<script src="([^"]+)" defer><\/script>/.exec(html) ?? [];
  const copies = await get(script);
  expect([copies.status, copies.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(await copies.text()).toContain('clipboard');
  const head = await fetch(`http://127.0.0.1:${server.port}/docs/guides`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    String(Buffer.byteLength(html)),
    '',
  ]);
  const picture = await get('/docs/guides/images/papers/notice-nonpayment.png');
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000);
});

test('programs can find the guides in an index, and read each as Markdown or all of them in one file', async () => {
  const index = await (await get('/llms.txt')).text();
  const paths = [...index.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(paths).toEqual(expect.arrayContaining(['/v1/openapi.json', '/docs/guides/webhooks.md', '/llms-full.txt']));
  const full = await (await get('/llms-full.txt')).text();
  for (const path of paths) {
    const response = await get(path);
    expect(response.status, path).toBe(200);
    if (!path.endsWith('.md')) continue;
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(full).toContain((await response.text()).trim());
  }
});

const fieldsOfFact = ['asOf', 'checkedOn', 'citation', 'ground', 'quote', 'status', 'text', 'topic', 'url', 'value'];
const daysSince = (day: string) => (Date.now() - Date.parse(day)) / 86_400_000;

test("every state's facts are available as JSON and as a web page, and both contain the same facts", async () => {
  const { items } = (await (await get('/v1/states')).json()) as RouteResponse<typeof routes.listStates>;
  expect(items).toHaveLength(51);
  const list = await get('/states');
  const paths = [...(await list.text()).matchAll(/href="(\/states\/[^"]+)"/g)].map(([, path = '']) => path);
  expect(paths).toHaveLength(51);
  for (const [index, { code, name, facts }] of items.entries()) {
    const response = await get(`/v1/states/${index % 2 === 0 ? code : code.toLowerCase()}`);
    const state = (await response.json()) as RouteResponse<typeof routes.getState>;
    expect([state.code, state.name, state.facts.length]).toEqual([code, name, facts]);
    for (const fact of state.facts) {
      expect(Object.keys(fact).toSorted()).toEqual(fieldsOfFact);
      expect(fact.quote.split(' ').length).toBeGreaterThanOrEqual(4);
      expect(fact.status === 'checked').toBe(fact.checkedOn !== null && daysSince(fact.checkedOn) <= 90);
    }
    const statuses = state.facts.map(({ status }) => status === 'older');
    expect(statuses).toEqual(statuses.toSorted((a, b) => Number(a) - Number(b)));
    const page = await get(paths[index] ?? '');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; (?!.*script)/);
    const html = await page.text();
    expect(html).toContain(`<h1>${name}</h1>`);
    expect(html).toContain('General information, not legal advice.');
    expect(html.match(/<blockquote>/g) ?? []).toHaveLength(facts);
    for (const fact of state.facts) expect(html).toContain(factWords(fact));
    expect(html.includes('<h2>Older</h2>')).toBe(statuses.includes(true));
  }
});

const [none, long] = ['..%2F..%2Fpackage.json', 'z'.repeat(4000)];
test.each([
  ...[
    '',
    'webhooks/',
    'deployment.md',
    'WEBHOOKS',
    'README',
    'deployment',
    'adr',
    'images',
    '__proto__',
    none,
    long,
  ].map((name) => `/docs/guides/${name}`),
  ...['QQ', 'zz', 'a', 'alabama', '__proto__', none, '%00', long].map((code) => `/v1/states/${code}`),
  ...['AL', 'Alabama', 'alabama/', 'alabama.yaml', 'new%20york', '__proto__', none, long].map(
    (name) => `/states/${name}`,
  ),
  '/docs/guides/images/papers/manifest.json',
  '/docs/guides/%2e%2e/%2e%2e/package.json',
  '/docs/guides/images%2Fpapers%2Fnotice-nonpayment.png%00',
  '/docs/guides/a/b/c/d',
  '/docs/guides/%E0%A4%A',
])('a request for a missing page gets the same 404 as any unknown path: %s', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ error: { code: 'not_found', message: expect.any(String), details: null } });
});

test('the health check is ok only while the database is reachable', async () => {
  expect(await (await get('/v1/health')).json()).toEqual({ ok: true });
  await store.close();
  expect(await (await get('/v1/health')).json()).toEqual({ ok: false });
});
