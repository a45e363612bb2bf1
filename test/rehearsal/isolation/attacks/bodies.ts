import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { again, json, over } from '../../support/requests.ts';
import type { Attacks } from './index.ts';

const MiB = 1024 * 1024;
const [uploadLimit, caseLimit] = [14 * MiB, 4 * MiB];

/** As many repetitions as fit between a beginning and an end. */
function filled(part: string, bytes: number, begin = '', end = ''): Buffer {
  return Buffer.from(begin + part.repeat(Math.floor((bytes - begin.length - end.length) / part.length)) + end);
}

function manyKeys(bytes: number): Buffer {
  const fields: string[] = [];
  for (let length = 2, index = 0; length < bytes - 20; index += 1) {
    const field = `"k${index}":1`;
    fields.push(field);
    length += field.length + 1;
  }
  return Buffer.from(`{${fields.join(',')}}`);
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

export const bodies: Attacks = {
  ...Object.fromEntries(
    ['empty objects', 'many keys'].map((name): [string, Attacks[string]] => [
      `14 MB: ${name}`,
      async ({ createDrafts, request }) => {
        const [id] = await createDrafts(1);
        return again(4, request('POST', `/v1/cases/${id}/documents`, { body: shapes[name]!(uploadLimit) }));
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(shapes).map(([name, shape]): [string, Attacks[string]] => [
      `4 MB: ${name}`,
      async ({ request }) => again(8, request('POST', '/v1/cases', { body: shape(caseLimit) })),
    ]),
  ),
  'bodies of every shape at once': async ({ createDrafts, request }) => {
    const [id] = await createDrafts(1);
    const all = Object.values(shapes).map((shape) => request('PATCH', `/v1/cases/${id}`, { body: shape(caseLimit) }));
    return again(16, ...all);
  },
  '16 uploads of 10 MB at once': async ({ createDrafts, request }) => {
    const contentBase64 = randomBytes(10 * MiB).toString('base64');
    const body = json({ filename: 'large.pdf', purpose: 'other', contentBase64 });
    return again(16, ...(await createDrafts(16)).map((id) => request('POST', `/v1/cases/${id}/documents`, { body })));
  },
  '200 MB of zeros, compressed': async ({ request }) => {
    const body = gzipSync(Buffer.alloc(200 * MiB));
    return again(16, request('POST', '/v1/cases', { body, headers: { 'Content-Encoding': 'gzip' } }));
  },
  '60 uploads of 13 MB as slow as they may be': async ({ createDrafts, request }) => {
    const body = json({ filename: 'slow.pdf', purpose: 'other', contentBase64: 'A'.repeat(13 * MiB) });
    const all = (await createDrafts(60)).map((id) => request('POST', `/v1/cases/${id}/documents`, { body }));
    return [{ connections: 60, next: over(all), writeRate: 70 * 1024 }];
  },
};
