import { randomBytes, randomUUID } from 'node:crypto';
import { buildFacts } from '../../../e2e/support/facts.ts';
import { again, each, json } from '../../support/requests.ts';
import type { Attacks } from './index.ts';

const smallUpload = () =>
  json({ filename: 'small.pdf', purpose: 'other', contentBase64: randomBytes(1024).toString('base64') });

function uploadsToOneCase(connections: number): Attacks[string] {
  return async ({ createDrafts, request }) => {
    const [id] = await createDrafts(1);
    return again(connections, request('POST', `/v1/cases/${id}/documents`, { body: smallUpload() }));
  };
}

export const connections: Attacks = {
  '24 small uploads to one case at once': uploadsToOneCase(24),
  '100 small uploads to one case at once': uploadsToOneCase(100),
  '50 requests with the same Idempotency-Key': async ({ request }) => {
    const body = json(buildFacts());
    let sent = 0;
    let key = '';
    const next = () => {
      if (sent % 100 === 0) key = randomUUID();
      sent += 1;
      return request('POST', '/v1/cases', { body, headers: { 'Idempotency-Key': key } });
    };
    return [{ connections: 50, next }];
  },
  '50 edits of one draft at once': async ({ createDrafts, request }) => {
    const [id] = await createDrafts(1);
    return again(50, request('PATCH', `/v1/cases/${id}`, { body: json({ freeText: 'x'.repeat(5000) }) }));
  },
  '50 submits of one draft at once': async ({ createDrafts, request }) =>
    again(50, ...(await createDrafts(10)).map((id) => request('POST', `/v1/cases/${id}/submit`))),
  'every command of one case at once': async ({ createDrafts, request }) => {
    const all = (await createDrafts(10)).flatMap((id) => [
      request('POST', `/v1/cases/${id}/documents`, { body: smallUpload() }),
      request('PATCH', `/v1/cases/${id}`, { body: json({ freeText: 'x' }) }),
      ...['submit', 'advance', 'withdraw', 'validate'].map((name) => request('POST', `/v1/cases/${id}/${name}`)),
    ]);
    return again(60, ...all);
  },
  '300 submits': async ({ createDrafts, request }) => {
    const submits = (await createDrafts(300)).map((id) => request('POST', `/v1/cases/${id}/submit`));
    return [{ connections: 60, next: each(submits) }];
  },
  'creates from 100 connections': async ({ request }) =>
    again(100, request('POST', '/v1/cases', { body: json(buildFacts()) })),
};
