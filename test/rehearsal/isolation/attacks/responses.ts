import { randomBytes } from 'node:crypto';
import { again, json, type RawRequest } from '../../support/requests.ts';
import { reaches } from '../../support/live-life.ts';
import type { Attacker } from '../attacker.ts';
import { type Attack, type Attacks, onDrafts } from './attack.ts';
import { fill, largestFacts } from './largest-facts.ts';

const MiB = 1024 * 1024;

/** Lists 100 drafts of almost 2 MB each, which no limit forbids. Reads the responses at this rate, or at full speed. */
function lists(connections: number, readRate?: number): Attack {
  return async ({ createDrafts, request }) => {
    await createDrafts(100, largestFacts('𠮷'));
    return atRate(connections, request('GET', '/v1/cases?limit=100'), readRate);
  };
}

/** Downloads a document of 10 MB at this rate, or at full speed. */
function downloads(readRate?: number): Attack {
  return async ({ createDrafts, upload, request }) => {
    const [id = ''] = await createDrafts(1);
    const one = request('GET', `/v1/cases/${id}/documents/${await upload(id, randomBytes(10 * MiB))}`);
    return atRate(60, one, readRate);
  };
}

function atRate(connections: number, one: RawRequest, readRate?: number) {
  return [{ connections, next: () => one, ...(readRate !== undefined && { readRate }) }];
}

/** Creates a live case with the largest facts and a document of 10 MB, and waits until its attorney sees it. */
async function attorneysCase({ live, attorney, upload, createDrafts, as }: Attacker) {
  const [id = ''] = await createDrafts(1, largestFacts('x', { isLive: true }), live);
  const documentId = await upload(id, Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(10 * MiB - 100)]), live);
  await as(live).submitCase({ id });
  await reaches(as(attorney), id, 'notice_review');
  return { path: `/v1/attorney/cases/${id}`, documentId };
}

export const responses: Attacks = {
  'lists of 100 drafts of 2 MB': lists(10),
  'lists of 100 drafts of 2 MB that are not read': lists(60, 0),
  'reads of a draft of 2 MB that are not read': async ({ createDrafts, request }) => {
    const [id] = await createDrafts(1, largestFacts('𠮷'));
    return atRate(200, request('GET', `/v1/cases/${id}`), 0);
  },
  'validations and edits of the largest draft': onDrafts(
    20,
    (path, request) => [
      request('POST', `${path}/validate`),
      request('PATCH', path, { body: json({ freeText: fill('𠮷', 5000) }) }),
      request('POST', `${path}/submit`),
    ],
    { facts: largestFacts('𠮷') },
  ),
  '60 downloads of 10 MB that are not read': downloads(0),
  '60 downloads of 10 MB at 1 KiB a second': downloads(1024),
  '60 downloads of 10 MB at full speed': downloads(),
  '60 downloads of an attorney that are not read': async (attacker) => {
    const { path, documentId } = await attorneysCase(attacker);
    return atRate(60, attacker.request('GET', `${path}/documents/${documentId}`, { sender: attacker.attorney }), 0);
  },
  'an attorney reads one case thousands of times': async (attacker) => {
    const { path } = await attorneysCase(attacker);
    return again(20, attacker.request('GET', path, { sender: attacker.attorney }));
  },
};
