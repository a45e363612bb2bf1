import { bodyLimits, type Route } from '@evict/contract';
import type { Gateway } from '@evict/http';

/** A file of a web page, held in memory. */
export interface PageFile {
  path: string;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
}

/** The part that all policies below share: no content from other sites, no frames, and forms only to this site. */
const everyPolicy = [
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** The Content Security Policy of the API reference: no inline scripts. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI writes style attributes.
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  // `dompurify` is for DOMPurify. The other two are for start.js.
  'trusted-types dompurify reference default',
  ...everyPolicy,
].join('; ');

/** The policy of the guides: only the site's own script, which inserts no HTML. */
export const guidesPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  ...everyPolicy,
].join('; ');

/** The policy of the pages about states: no scripts at all. */
export const scriptlessPolicy = ["default-src 'none'", "style-src 'self'", ...everyPolicy].join('; ');

export const htmlType = 'text/html; charset=utf-8';
export const scriptType = 'text/javascript; charset=utf-8';
export const cssType = 'text/css; charset=utf-8';
export const cachedForMinutes = { 'Cache-Control': 'public, max-age=300' };
export const cachedForADay = { 'Cache-Control': 'public, max-age=86400' };

/** The properties of a route that isn't part of the API. Its requests are processed like those of the API. */
export const page = {
  gateway: 'public',
  method: 'GET',
  auth: 'none',
  tag: 'Service',
  summary: 'A page',
  description: 'For people.',
  bodyLimitBytes: bodyLimits.default,
  success: { status: 200, schema: 'bytes', description: 'A file of the page.' },
  errors: [],
} as const satisfies Omit<Route, 'path'>;

/** Serves a file at its path. */
export function servePage(gateway: Gateway, { path, contentType, headers, bytes }: PageFile): void {
  gateway.route({ ...page, path }, async () => ({ status: 200, bytes, contentType, headers }));
}
