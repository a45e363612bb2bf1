import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bodyLimits, type Route } from '@evict/contract';
import type { Gateway } from '@evict/http';

/** The API reference page: Swagger UI from this origin, without inline scripts and without third parties. */
export async function docsRoutes(gateway: Gateway): Promise<void> {
  for (const { path, contentType, headers, bytes } of await files()) {
    gateway.route(pageAt(path), async () => ({ status: 200, bytes, contentType, headers }));
  }
}

const require = createRequire(import.meta.url);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI writes style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Eviction Case Service: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
`;

async function files() {
  const cached = { 'Cache-Control': 'public, max-age=86400' };
  const script = { contentType: 'text/javascript; charset=utf-8', headers: cached };
  return [
    {
      path: '/docs',
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': policy },
      bytes: Buffer.from(page),
    },
    { path: '/docs/start.js', ...script, bytes: Buffer.from(start) },
    {
      path: '/docs/swagger-ui-bundle.js',
      ...script,
      bytes: await readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
    },
    {
      path: '/docs/swagger-ui.css',
      contentType: 'text/css; charset=utf-8',
      headers: cached,
      bytes: await readFile(require.resolve('swagger-ui-dist/swagger-ui.css')),
    },
  ];
}

/** A route outside of the interface, served by the same pipeline. */
function pageAt(path: string) {
  return {
    gateway: 'public',
    method: 'GET',
    path,
    auth: 'none',
    tag: 'Service',
    summary: 'API reference',
    description: 'For people.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: 'bytes', description: 'A file of the page.' },
    errors: [],
  } as const satisfies Route;
}
