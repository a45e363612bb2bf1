import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from '@evict/http';
import { openStore } from '@evict/store/database';
import { afterAll, expect, test } from 'vitest';
import { openPages } from './pages.ts';

const folder = await mkdtemp(join(tmpdir(), 'pages-'));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), '<html><meta nonce="%NONCE%"></html>');
await writeFile(join(folder, 'icon.svg'), '<svg/>');
await writeFile(join(folder, 'assets/page-1.js'), 'export {};'.repeat(1000));
await writeFile(join(folder, 'assets/pdf.worker-1.mjs'), '1;');

// No page uses the database.
const store = openStore('postgresql://nobody@127.0.0.1:1/none');
type Logger = Parameters<typeof createGateway>[0]['logger'];
const logger = { info: () => {}, error: () => {} } as unknown as Logger;
const gateway = createGateway({ store, liveMode: false, proxyHops: 1, logger });
gateway.otherwise((await openPages(folder)).serve);
const server = await gateway.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await server.close(0);
  await store.close();
  await rm(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("pages run only their own scripts, can't be framed, and aren't cached", async () => {
  const html = { accept: 'text/html', 'x-forwarded-proto': 'https' };
  const [one, other] = [await ask('/cases/any', html), await ask('/cases/any', html)];
  const policy = one.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
  expect(one.text).toBe(`<html><meta nonce="${nonce}"></html>`);
  expect(other.text).not.toBe(one.text);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types website default',
  ]);
  expect(Object.fromEntries(one.headers)).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
  expect((await ask('/', { accept: '*/*' })).status).toBe(200);
});

test('built assets are cached permanently, and compressed for browsers that support it', async () => {
  const packed = await ask('/assets/page-1.js', { 'accept-encoding': 'br' });
  const plain = await ask('/assets/page-1.js', { 'accept-encoding': 'identity' });
  expect(packed.text).toBe(plain.text);
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null]);
  expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await ask('/icon.svg')).headers.get('cache-control')).toBe('no-cache');
  const worker = await ask('/assets/pdf.worker-1.mjs');
  expect(worker.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'");
});

test("the guides find the website's Latin font", async () => {
  expect((await openPages(folder)).font).toBe(null);
  await writeFile(join(folder, 'assets/inter-latin-ext-wght-normal-a1_B-.woff2'), '');
  await writeFile(join(folder, 'assets/inter-latin-wght-normal-a1_B-.woff2'), '');
  expect((await openPages(folder)).font).toBe('/assets/inter-latin-wght-normal-a1_B-.woff2');
});

test.each([
  ['GET', '/assets/../index.html', '*/*'],
  ['GET', '/%2e%2e/package.json', '*/*'],
  ['GET', '/index.html', '*/*'],
  ['GET', '/cases', '*/*'],
  ['GET', '/assets/nothing.js', 'text/html'],
  ['POST', '/cases', 'text/html'],
  ['GET', '/v1/nothing', 'text/html'],
  ['GET', '//v1/cases', 'text/html'],
  ['GET', '/docs/nothing', 'text/html'],
  ['GET', '/states/nowhere', 'text/html'],
  ['GET', '/oauth/nothing', 'text/html'],
  ['GET', '/.well-known/nothing', 'text/html'],
])('%s %s with Accept: %s returns 404 instead of a page', async (method, path, accept) => {
  const { status, text } = await ask(path, { accept }, method);
  expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
});
