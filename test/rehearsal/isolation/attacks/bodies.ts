import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { again, json, over } from '../../support/requests.ts';
import { type Attacks, onDrafts, withEach } from './attack.ts';

const MiB = 1024 * 1024;

/** As many repetitions as fit between a beginning and an end. */
function filled(part: string, bytes: number, begin = '', end = ''): Buffer {
  return Buffer.from(begin + part.repeat(Math.floor((bytes - begin.length - end.length) / part.length)) + end);
}

/** Of about twelve bytes each. */
function manyKeys(bytes: number): Buffer {
  return Buffer.from(`{${Array.from({ length: Math.floor(bytes / 13) }, (_, index) => `"k${index}":1`).join(',')}}`);
}

/** Bodies as long as the limit, each the worst of its kind for a parser of the whole body. */
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

function upload(name: string, contentBase64: string): Buffer {
  return json({ filename: `${name}.pdf`, purpose: 'other', contentBase64 });
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
  '16 uploads of 10 MB at once': async (attacker) => {
    const body = upload('large', randomBytes(10 * MiB).toString('base64'));
    return onDrafts(16, (path, request) => [request('POST', `${path}/documents`, { body })], { drafts: 16 })(attacker);
  },
  '200 MB of zeros, compressed': async ({ request }) => {
    const body = gzipSync(Buffer.alloc(200 * MiB));
    return again(16, request('POST', '/v1/cases', { body, headers: { 'Content-Encoding': 'gzip' } }));
  },
  '60 uploads of 13 MB as slow as they may be': async ({ createDrafts, request }) => {
    const body = upload('slow', 'A'.repeat(13 * MiB));
    const all = (await createDrafts(60)).map((id) => request('POST', `/v1/cases/${id}/documents`, { body }));
    return [{ connections: 60, next: over(all), writeRate: 70 * 1024 }];
  },
};
