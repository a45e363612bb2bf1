import { routes } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readText } from './files.ts';

type Backend = (path: string) => string | undefined;

interface IngressPath {
  path: string;
  pathType: string;
  backend: { service: { name: string } };
}

const ways: [string, Backend][] = [
  ['Caddy', caddyBackend(readText('deploy/compose/Caddyfile'))],
  ['the Ingress', ingressBackend(readText('deploy/kubernetes/base/ingress.yaml'))],
];
const id = '5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';

test.each(ways)(
  '%s sends each API route to its own gateway, MCP and unknown /v1 paths to the customer gateway, and all other paths to the public gateway',
  (_, to) => {
    for (const { path, gateway } of Object.values(routes))
      expect(to(path.replace(/\{\w+\}/g, id)), path).toBe(`${gateway}-gateway`);
    for (const path of [
      '/docs',
      '/docs/start.js',
      '/llms.txt',
      '/llms-full.txt',
      '/docs/guides/packages/client',
      '/states/new-york',
      '/oauth/token',
      '/oauth/authorize/x',
      '/.well-known/oauth-authorization-server',
    ])
      expect(to(path), path).toBe('public-gateway');
    const metadata = '/.well-known/oauth-protected-resource';
    for (const path of ['/mcp', '/mcp/', metadata, `${metadata}/`, `${metadata}/mcp`, `${metadata}/mcp/`])
      expect(to(path), path).toBe('customer-gateway');
    // The customer gateway responds with 404 to these.
    for (const path of ['/v1', '/v1/auth', '/v1/auth/signup/more', '/v1/healthy', '/v1/attorneys', '/v1/publicity'])
      expect(to(path), path).toBe('customer-gateway');
    const pages = [
      '/',
      '/cases',
      websitePages.upload('x'),
      websitePages.confirm('x', 'test'),
      '/authorize',
      websitePages.device(),
      `/attorney/cases/${id}`,
      '/assets/index-1.js',
      '/docsx',
      '/statesx',
      '/mcpx',
      '/llms.txtx',
      '/v1x',
    ];
    for (const path of [...pages, '/session']) expect(to(path), path).toBe('public-gateway');
  },
);

test("the proxies don't log URLs, headers or client addresses, and links for a password reset or an invitation have no query string", () => {
  const caddyfile = readText('deploy/compose/Caddyfile');
  for (const field of ['uri', 'headers', 'remote_ip', 'remote_port', 'client_ip'])
    expect(caddyfile).toContain(`request>${field} delete`);
  // The only `log` block is the global one. A site must not log its requests.
  expect(caddyfile.match(/^\s*log\b/gm)).toHaveLength(1);
  const ingress = parse(readText('deploy/kubernetes/base/ingress.yaml'), { maxAliasCount: -1 });
  expect(ingress.metadata.annotations['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false');
  for (const page of [websitePages.resetPassword('x'), websitePages.invitation('x')]) {
    expect(new URL(page, 'https://www.example.com').search).toBe('');
  }
});

/**
 * Returns the function that finds the backend of a path in this Caddyfile: the first handler whose named matcher has
 * the path. The handler without a matcher takes the rest.
 */
function caddyBackend(text: string): Backend {
  const matchers = new Map([...text.matchAll(/^\s*@(\w+) path (.+)$/gm)].map(([, name, paths = '']) => [name, paths]));
  const handlers = [...text.matchAll(/^\s*handle(?: @(\w+))? \{\s*import process ([\w-]+)\s*\}/gm)];
  const matches = (pattern: string, path: string) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  return (path) =>
    handlers.find(([, name]) => {
      const patterns = matchers.get(name)?.trim().split(/\s+/) ?? [];
      return name === undefined || patterns.some((pattern) => matches(pattern, path));
    })?.[2];
}

/**
 * Returns the function that finds the backend of a path in this Ingress: the longest matching path, an exact one before
 * a prefix. A prefix matches whole path segments.
 */
function ingressBackend(text: string): Backend {
  const { spec } = parse(text, { maxAliasCount: -1 }) as { spec: { rules: { http: { paths: IngressPath[] } }[] } };
  const paths = spec.rules[0]?.http.paths ?? [];
  const matches = ({ pathType, path }: IngressPath, asked: string) =>
    path === asked || (pathType === 'Prefix' && asked.startsWith(`${path.replace(/\/$/, '')}/`));
  const byRank = paths.toSorted(
    (a, b) => b.path.length - a.path.length || a.pathType.localeCompare(b.pathType), // Exact, Prefix
  );
  return (asked) => byRank.find((one) => matches(one, asked))?.backend.service.name;
}
