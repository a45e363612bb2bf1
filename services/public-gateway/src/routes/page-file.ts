import { bodyLimits, type Route } from '@evict/contract';
import type { Gateway } from '@evict/http';

/** A file for people, held in memory. */
export interface PageFile {
  path: string;
  contentType: string;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
}

/** Nothing from elsewhere, no inline scripts, no frames. */
export const pagePolicy = [
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

export const htmlType = 'text/html; charset=utf-8';
export const cssType = 'text/css; charset=utf-8';
export const cachedForADay = { 'Cache-Control': 'public, max-age=86400' };

/** Serves a file at its path: a route outside of the interface, served by the same pipeline. */
export function servePage(gateway: Gateway, { path, contentType, headers, bytes }: PageFile): void {
  const route = {
    gateway: 'public',
    method: 'GET',
    path,
    auth: 'none',
    tag: 'Service',
    summary: 'A page',
    description: 'For people.',
    bodyLimitBytes: bodyLimits.default,
    success: { status: 200, schema: 'bytes', description: 'A file of the page.' },
    errors: [],
  } as const satisfies Route;
  gateway.route(route, async () => ({ status: 200, bytes, contentType, headers }));
}
