import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Gateway } from '@evict/http';
import { siteHeader } from '../site/layout.ts';
import { fontStyle, headerStyle } from '../site/style.ts';
import { cachedForADay, cssType, htmlType, type PageFile, pagePolicy, scriptType, servePage } from './page-file.ts';

/**
 * Serves the API reference page: Swagger UI from this origin, without inline scripts or third parties. `font` is the
 * path of the website's font.
 */
export async function docsRoutes(gateway: Gateway, font: string | null): Promise<void> {
  for (const file of await files(font)) servePage(gateway, file);
}

const require = createRequire(import.meta.url);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Eviction Cases</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
${siteHeader('/docs')}
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Swagger UI inserts HTML strings after cleaning them with DOMPurify. This policy additionally refuses anything that
 * could run.
 */
const start = `const inert = window.trustedTypes?.createPolicy('reference', { createHTML: (text) => text });
window.trustedTypes?.createPolicy('default', {
  createHTML(text) {
    const parsed = new DOMParser().parseFromString(inert.createHTML(text), 'text/html');
    const runs = (element) =>
      /^(script|iframe|object|embed|base|meta|link|form)$/.test(element.localName) ||
      [...element.attributes].some(({ name, value }) => /^on|^srcdoc$/.test(name) || /^\\s*(javascript|data):/i.test(value));
    if ([...parsed.querySelectorAll('*')].some(runs)) throw new TypeError('This HTML could run something');
    return text;
  },
});
SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });
`;

/** Gives Swagger UI the website's font, margins and sizes. It has no dark mode. */
const referenceStyle = `
#reference :not(code, code *, pre, pre *, textarea) { font-family: var(--font); }
#reference .wrapper { max-width: none; padding: 0 2rem; }
#reference .info { margin: 2rem 0; }
#reference .info :is(.title, h1, h2) { color: var(--ink); font-size: 1.25rem; font-weight: 600; margin: 0 0 0.5rem; }
#reference .info .title { font-size: 1.75rem; letter-spacing: -0.01em; }
#reference .info .title small { display: none; }
#reference :is(.markdown, .renderedMarkdown) code { background: var(--sunken); color: inherit; font-weight: 400; }
#reference .scheme-container { background: none; border-block: 1px solid var(--line); box-shadow: none; padding: 1rem 0; }
@media (max-width: 47.99rem) { #reference .wrapper { padding-inline: 1rem; } }
`;

async function files(font: string | null): Promise<PageFile[]> {
  const script = { contentType: scriptType, headers: cachedForADay };
  return [
    {
      path: '/docs',
      contentType: htmlType,
      headers: { 'Content-Security-Policy': pagePolicy },
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
      contentType: cssType,
      headers: cachedForADay,
      // Includes our own styles, so that the page needs only one request for styles.
      bytes: Buffer.from(
        `${await readFile(require.resolve('swagger-ui-dist/swagger-ui.css'), 'utf8')}${fontStyle(font)}${headerStyle}${referenceStyle}`,
      ),
    },
  ];
}
