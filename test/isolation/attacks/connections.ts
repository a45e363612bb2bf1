import { randomBytes, randomUUID } from 'node:crypto';
import { buildFacts } from '../../e2e/support/facts.ts';
import type { Attack, AttackGroup } from './attack.ts';
import { json, once, over } from '../attacker/requests.ts';

const smallUpload = () =>
  json({ filename: 'small.pdf', purpose: 'other', contentBase64: randomBytes(1024).toString('base64') });

function uploadsToOneCase(connections: number): Attack {
  return {
    name: `${connections} small uploads to one case at once`,
    about: 'of 1 KB, again and again',

    async prepare({ createDrafts, request }) {
      const [id] = await createDrafts(1);
      const body = smallUpload();
      return [{ connections, next: () => request('POST', `/v1/cases/${id}/documents`, { body }) }];
    },
  };
}

export const connections: AttackGroup = {
  bound: 'connections',
  attacks: [
    uploadsToOneCase(24),
    uploadsToOneCase(100),
    {
      name: '50 requests with the same Idempotency-Key',
      about: 'a new key for every hundred creates',
      async prepare({ request }) {
        const body = json(buildFacts());
        let sent = 0;
        let key = randomUUID();
        return [
          {
            connections: 50,
            next() {
              sent += 1;
              if (sent % 100 === 0) key = randomUUID();
              return request('POST', '/v1/cases', { body, headers: { 'Idempotency-Key': key } });
            },
          },
        ];
      },
    },
    {
      name: '50 edits of one draft at once',
      about: 'of its free text',
      async prepare({ createDrafts, request }) {
        const [id] = await createDrafts(1);
        const one = request('PATCH', `/v1/cases/${id}`, { body: json({ freeText: 'x'.repeat(5000) }) });
        return [{ connections: 50, next: () => one }];
      },
    },
    {
      name: '50 submits of one draft at once',
      about: 'ten drafts in turn',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(10);
        return [{ connections: 50, next: over(ids.map((id) => request('POST', `/v1/cases/${id}/submit`))) }];
      },
    },
    {
      name: 'withdraw, advance, submit, upload and edit of one case at once',
      about: '60 connections on ten cases',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(10);
        const body = smallUpload();
        const all = ids.flatMap((id) => [
          request('POST', `/v1/cases/${id}/documents`, { body }),
          request('PATCH', `/v1/cases/${id}`, { body: json({ freeText: 'x' }) }),
          request('POST', `/v1/cases/${id}/submit`),
          request('POST', `/v1/cases/${id}/advance`),
          request('POST', `/v1/cases/${id}/withdraw`),
          request('POST', `/v1/cases/${id}/validate`),
        ]);
        return [{ connections: 60, next: over(all) }];
      },
    },
    {
      name: '300 submits',
      about: 'as fast as 60 connections send them',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(300);
        return [{ connections: 60, next: once(ids.map((id) => request('POST', `/v1/cases/${id}/submit`))) }];
      },
    },
    {
      name: 'creates from 100 connections',
      about: 'thousands of drafts',
      async prepare({ request }) {
        const one = request('POST', '/v1/cases', { body: json(buildFacts()) });
        return [{ connections: 100, next: () => one }];
      },
    },
  ],
};
