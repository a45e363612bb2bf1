import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Attack, AttackGroup } from './attack.ts';
import { json, over } from '../attacker/requests.ts';

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

const uploadShapes: Attack[] = Object.entries(shapes)
  .filter(([name]) => ['empty objects', 'many keys'].includes(name))
  .map(([name, shape]) => ({
    name: `14 MB: ${name}`,
    about: 'four connections upload it again and again',

    async prepare({ createDrafts, request }) {
      const [id] = await createDrafts(1);
      const one = request('POST', `/v1/cases/${id}/documents`, { body: shape(uploadLimit) });
      return [{ connections: 4, next: () => one }];
    },
  }));

const caseShapes: Attack[] = Object.entries(shapes).map(([name, shape]) => ({
  name: `4 MB: ${name}`,
  about: 'eight connections send it as a case again and again',

  async prepare({ request }) {
    const one = request('POST', '/v1/cases', { body: shape(caseLimit) });
    return [{ connections: 8, next: () => one }];
  },
}));

export const bodies: AttackGroup = {
  bound: 'bodies',
  attacks: [
    ...uploadShapes,
    ...caseShapes,
    {
      name: 'bodies of every shape at once',
      about: '16 connections, each shape in turn, to the edit of a draft',
      async prepare({ createDrafts, request }) {
        const [id] = await createDrafts(1);
        const all = Object.values(shapes).map((shape) =>
          request('PATCH', `/v1/cases/${id}`, { body: shape(caseLimit) }),
        );
        return [{ connections: 16, next: over(all) }];
      },
    },
    {
      name: '16 uploads of 10 MB at once',
      about: 'as large as an upload may be, one after the other on each connection',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(16);
        const contentBase64 = randomBytes(10 * MiB).toString('base64');
        const body = json({ filename: 'large.pdf', purpose: 'other', contentBase64 });
        const all = ids.map((id) => request('POST', `/v1/cases/${id}/documents`, { body }));
        return [{ connections: 16, next: over(all) }];
      },
    },
    {
      name: 'compressed bodies',
      about: '200 MB of zeros as gzip',
      async prepare({ request }) {
        const body = gzipSync(Buffer.alloc(200 * MiB));
        const one = request('POST', '/v1/cases', { body, headers: { 'Content-Encoding': 'gzip' } });
        return [{ connections: 16, next: () => one }];
      },
    },
    {
      name: 'bodies without a length, 64 KiB a second',
      about: '60 uploads that come as slowly as they may and hold what they take',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(60);
        const contentBase64 = 'A'.repeat(13 * MiB);
        const body = json({ filename: 'slow.pdf', purpose: 'other', contentBase64 });
        const all = ids.map((id) => request('POST', `/v1/cases/${id}/documents`, { body }));
        return [{ connections: 60, next: over(all), writeRate: 70 * 1024 }];
      },
    },
  ],
};
