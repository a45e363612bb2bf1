import { routes } from '@evict/contract';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { backendOf, readHandlers } from './caddyfile.ts';
import { readCompose } from './compose.ts';
import { readText } from './files.ts';
import { type IngressRule, serviceOf } from './ingress.ts';

const caddy = readHandlers(readText('deploy/compose/Caddyfile'));
const [ingress] = parseAllDocuments(readText('deploy/kubernetes/base/ingress.yaml')).map(
  (document) => document.toJS({ maxAliasCount: -1 }) as { spec: { rules: IngressRule[] } },
);
const ways = [
  { name: 'Caddy', backend: (path: string) => backendOf(caddy, path) },
  { name: 'the Ingress', backend: (path: string) => serviceOf(ingress!.spec.rules[0]!, path) },
];
const id = '5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';

test.each(ways)('$name takes every route to the gateway that serves it', ({ backend }) => {
  const rows = Object.values(routes).map(({ path, gateway }) => ({ path: path.replace(/\{\w+\}/g, id), gateway }));
  expect(rows.length).toBeGreaterThan(30);
  for (const { path, gateway } of rows) expect(backend(path), path).toBe(`${gateway}-gateway`);
});

test.each(ways)(
  '$name takes the API reference to the public gateway, and what is no route of /v1 to one that says so',
  ({ backend }) => {
    for (const path of [
      '/docs',
      '/docs/start.js',
      '/docs/swagger-ui.css',
      '/docs/rules',
      '/docs/rules/zz/2026.1',
      '/docs/guides/packages/client',
    ])
      expect(backend(path), path).toBe('public-gateway');
    const nowhere = ['/v1', '/v1/auth', '/v1/auth/signup/more', '/v1/healthy', '/v1/attorneys', '/v1/publicity'];
    for (const path of nowhere) expect(backend(path), path).toBe('customer-gateway');
  },
);

test.each(ways)('$name takes everything else to the website, what pages call included', ({ backend }) => {
  const pages = ['/', '/cases', `/attorney/cases/${id}`, '/assets/index-1.js', '/docsx', '/v1x', '/app/session'];
  for (const path of [...pages, '/app/api/v1/cases']) expect(backend(path), path).toBe('website');
});

test('Caddy uses the processes of compose by their names', () => {
  const { services } = readCompose();
  for (const { backend } of caddy) expect(services[backend]?.command).toEqual([`services/${backend}/src/main.ts`]);
  expect(caddy.map(({ backend }) => backend).sort()).toEqual([
    'attorney-gateway',
    'customer-gateway',
    'public-gateway',
    'website',
  ]);
});
