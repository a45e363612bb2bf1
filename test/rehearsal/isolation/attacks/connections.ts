import { randomBytes, randomUUID } from 'node:crypto';
import { buildFacts } from '../../../e2e/support/facts.ts';
import { again, json, over, type RawRequest } from '../../support/requests.ts';
import type { Attacker } from '../attacker.ts';
import { type Attacks, onDrafts, stepsOf } from './attack.ts';
import { largestFacts } from './largest-facts.ts';

function upload(path: string, request: Attacker['request']): RawRequest {
  const contentBase64 = randomBytes(1024).toString('base64');
  return request('POST', `${path}/documents`, {
    body: json({ filename: 'small.pdf', purpose: 'other', contentBase64 }),
  });
}

function edit(path: string, request: Attacker['request'], length: number): RawRequest {
  return request('PATCH', path, { body: json({ freeText: 'x'.repeat(length) }) });
}

export const connections: Attacks = {
  '100 small uploads to one case at once': onDrafts(100, (path, request) => [upload(path, request)]),
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
  '50 edits of one draft at once': onDrafts(50, (path, request) => [edit(path, request, 5000)]),
  '50 submits of one draft at once': onDrafts(50, (path, request) => [request('POST', `${path}/submit`)], {
    drafts: 10,
  }),
  'every command of one case at once': onDrafts(
    60,
    (path, request) => [
      upload(path, request),
      edit(path, request, 1),
      ...['submit', 'advance', 'withdraw', 'validate'].map((name) => request('POST', `${path}/${name}`)),
    ],
    { drafts: 10 },
  ),
  '300 submits': async (attacker) => stepsOf(attacker, await attacker.createDrafts(300), 60),
  '300 connections that leave before the response': async ({ createDrafts, request }) => {
    const [id] = await createDrafts(100, largestFacts('x'));
    const requests = ['/v1/cases?limit=100', `/v1/cases/${id}`].map((path) => request('GET', path));
    return [{ connections: 300, next: over(requests), leaves: true }];
  },
  'creates from 100 connections': async ({ request }) =>
    again(100, request('POST', '/v1/cases', { body: json(buildFacts()) })),
};
