import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { ApiError } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { headers, pagePolicy, workerPolicy } from './policy.ts';

type Serve = Parameters<Gateway['otherwise']>[0];
type Context = Parameters<Serve>[0];

interface File {
  path: string;
  type: string;
  /** Read when it is first requested and then cached, so that slow clients hold no copies of their own. */
  bytes?: Promise<Buffer>;
  /** The same bytes, compressed. */
  brotli?: Promise<Buffer>;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const compressible = new Set(['.css', '.js', '.mjs', '.svg', '.wasm']);
const compress = promisify(brotliCompress);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Paths of the gateways, for which the website never sends its page. */
const ofGateways = /^\/+(v1|docs|states|oauth|mcp|\.well-known)(\/|$)|^\/+llms(-full)?\.txt/i;

export interface Pages {
  serve: Serve;
  /** The path of the font for Latin letters, or null if the folder has none. */
  font: string | null;
}

/**
 * Opens the website that was built into a folder: one HTML document for all pages, and the files that it loads. The
 * files are listed at startup, so no path from a request is ever joined to a folder.
 */
export async function openPages(folder: string): Promise<Pages> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const files = await filesOf(folder);
  const serve: Serve = async (ctx) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    const file = isRead ? files.get(ctx.path) : undefined;
    if (file) {
      ctx.state['route'] = 'file';
      return sendFile(ctx, file);
    }
    if (!isRead || !isPage(ctx)) throw new ApiError('not_found');
    ctx.state['route'] = 'page';
    ctx.set(headers);
    const nonce = randomBytes(16).toString('base64url');
    ctx.set('Content-Security-Policy', pagePolicy(nonce));
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = html.replaceAll('%NONCE%', nonce);
  };
  return { serve, font: [...files.keys()].find((path) => latinFont.test(path)) ?? null };
}

const latinFont = /^\/assets\/inter-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Whether to send the website's page for a path without a file. Browsers get it. Any other client gets 404, and never
 * HTML in place of data or a script.
 */
function isPage(ctx: Context): boolean {
  if (ctx.path === '/') return true;
  return !ctx.path.startsWith('/assets/') && !ofGateways.test(ctx.path) && ctx.get('accept').includes('text/html');
}

async function sendFile(ctx: Context, file: File): Promise<void> {
  ctx.set(headers);
  const isNamedByContent = ctx.path.startsWith('/assets/');
  ctx.set('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (ctx.path.includes('worker')) ctx.set('Content-Security-Policy', workerPolicy);
  ctx.type = file.type;
  const bytes = (file.bytes ??= readFile(file.path));
  if (compressible.has(extname(file.path))) {
    ctx.vary('Accept-Encoding');
    if (ctx.acceptsEncodings('br') === 'br') {
      file.brotli ??= bytes.then((whole) => compress(whole, quality));
      ctx.set('Content-Encoding', 'br');
      ctx.body = await file.brotli;
      return;
    }
  }
  ctx.body = await bytes;
}

async function filesOf(folder: string): Promise<Map<string, File>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'index.html');
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const type = contentTypes[extname(path)] ?? 'application/octet-stream';
      return [`/${relative(folder, path).split(sep).join('/')}`, { path, type }];
    }),
  );
}
