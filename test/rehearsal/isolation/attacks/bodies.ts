import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { again, json, over, request as requestOf } from '../../support/requests.ts';
import { newAddress } from '../messages.ts';
import { type Attack, type Attacks, onDrafts, withEach } from './attack.ts';

const MiB = 1024 * 1024;

/** Repeats the part as often as fits between a beginning and an end. */
function filled(part: string, bytes: number, begin = '', end = ''): Buffer {
  return Buffer.from(begin + part.repeat(Math.floor((bytes - begin.length - end.length) / part.length)) + end);
}

/** Returns an object with many keys. Each takes about twelve bytes. */
function manyKeys(bytes: number): Buffer {
  return Buffer.from(`{${Array.from({ length: Math.floor(bytes / 13) }, (_, index) => `"k${index}":1`).join(',')}}`);
}

/** Bodies of the maximum length. Each is the worst of its kind for a parser that reads the whole body. */
const shapes: Record<string, (bytes: number) => Buffer> = {
  'empty objects': (bytes) => filled('{},', bytes, '[', '{}]'),
  'opening brackets': (bytes) => filled('[', bytes),
  'nested objects': (bytes) => filled('{"a":', bytes),
  'many keys': manyKeys,
  'one long string': (bytes) => filled('x', bytes, '{"freeText":"', '"}'),
  escapes: (bytes) => filled(String.raw`\u0041`, bytes, '{"freeText":"', '"}'),
  'one long number': (bytes) => filled('9', bytes, '{"amountOwedCents":', '}'),
  'numbers in a list': (bytes) => filled('1e9,', bytes, '{"ledger":[', '1]}'),
  'white space': (bytes) => filled(' ', bytes, '{', '}'),
};

/** Returns an object that consists of white space, in chunks of one byte each. */
function inSingleBytes(bytes: number): Buffer {
  const chunk = (byte: string) => `1\r\n${byte}\r\n`;
  return Buffer.concat([
    Buffer.from(chunk('{')),
    Buffer.alloc((bytes - 2) * chunk(' ').length, chunk(' ')),
    Buffer.from(`${chunk('}')}0\r\n\r\n`),
  ]);
}

function upload(name: string, contentBase64: string): Buffer {
  return json({ filename: `${name}.pdf`, purpose: 'other', contentBase64 });
}

/** Uploads documents slowly, with this many bytes per second on each connection. */
function slowUploads(connections: number, writeRate: number): Attack {
  return async ({ createDrafts, request }) => {
    const body = upload('slow', 'A'.repeat(13 * MiB));
    const all = (await createDrafts(connections)).map((id) => request('POST', `/v1/cases/${id}/documents`, { body }));
    return [{ connections, next: over(all), writeRate }];
  };
}

export const bodies: Attacks = {
  ...withEach({ 'empty objects': shapes['empty objects']!, 'many keys': manyKeys }, '14 MB:', (shape) =>
    onDrafts(4, (path, request) => [request('POST', `${path}/documents`, { body: shape(14 * MiB) })]),
  ),
  ...withEach(shapes, '8 MB:', (shape) => async ({ request }) => {
    return again(8, request('POST', '/v1/cases', { body: shape(8 * MiB) }));
  }),
  'bodies of every shape at once': onDrafts(16, (path, request) =>
    Object.values(shapes).map((shape) => request('PATCH', path, { body: shape(8 * MiB) })),
  ),
  '8 MB in chunks of one byte': async ({ request }) => {
    const headers = { 'Transfer-Encoding': 'chunked' };
    return again(4, request('POST', '/v1/cases', { body: inSingleBytes(8 * MiB), headers }));
  },
  '24 uploads of 10 MB at once': async (attacker) => {
    const body = upload('large', randomBytes(10 * MiB).toString('base64'));
    return onDrafts(24, (path, request) => [request('POST', `${path}/documents`, { body })], { drafts: 24 })(attacker);
  },
  '200 MB of zeros, compressed': async ({ request }) => {
    const body = gzipSync(Buffer.alloc(200 * MiB));
    return again(16, request('POST', '/v1/cases', { body, headers: { 'Content-Encoding': 'gzip' } }));
  },
  '60 uploads of 13 MB as slow as they may be': slowUploads(60, 70 * 1024),
  '100 uploads of 13 MB at 1 KiB a second': slowUploads(100, 1024),
  'sign-ins that take minutes to arrive, each from another address': async () => {
    const body = json({ email: 'a@example.com', password: 'x'.repeat(60_000) });
    const next = () => requestOf({ address: newAddress() }, 'POST', '/v1/auth/login', { body });
    return [{ connections: 300, next, writeRate: 256 }];
  },
};
