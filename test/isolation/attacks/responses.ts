import { randomBytes } from 'node:crypto';
import type { Attack, AttackGroup } from './attack.ts';
import type { Attacker } from '../attacker/attacker.ts';
import { json, over } from '../attacker/requests.ts';
import { fill, largestFacts, largestLiveFacts } from './large-facts.ts';
import { submitLive } from './live.ts';
import { manyRows } from './many-rows.ts';

const MiB = 1024 * 1024;

/** 100 drafts of almost 2 MB, each within every limit. */
async function createLargeDrafts({ createDrafts }: Attacker): Promise<string[]> {
  return createDrafts(100, largestFacts('𠮷'));
}

/** Requests for a document of 10 MB. */
async function orderDownload({ createDrafts, upload, request }: Attacker) {
  const [id = ''] = await createDrafts(1);
  return request('GET', `/v1/cases/${id}/documents/${await upload(id, randomBytes(10 * MiB))}`);
}

async function orderAttorneyDownload(attacker: Attacker) {
  const { session, attorneyToken, upload, request, createDrafts, act } = attacker;
  const asOwner = { credential: session, headers: { 'x-service-mode': 'live' } };
  const [id = ''] = await createDrafts(1, largestLiveFacts('x'), asOwner);
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(10 * MiB - 100)]);
  const documentId = await upload(id, pdf, asOwner);
  await submitLive(attacker, id);
  const path = `/v1/attorney/cases/${id}`;
  const { status } = await act('GET', path, { credential: attorneyToken });
  if (status !== 200) throw new Error(`the attorney does not see the case: ${status}`);
  return {
    download: request('GET', `${path}/documents/${documentId}`, { credential: attorneyToken }),
    read: request('GET', path, { credential: attorneyToken }),
  };
}

const lists: Attack[] = [
  {
    name: 'lists of 100 drafts of 2 MB',
    about: 'ten at once',
    async prepare(attacker) {
      await createLargeDrafts(attacker);
      const one = attacker.request('GET', '/v1/cases?limit=100');
      return [{ connections: 10, next: () => one }];
    },
  },
  {
    name: 'lists of 100 drafts of 2 MB that are not read',
    about: 'from 60 connections',
    async prepare(attacker) {
      await createLargeDrafts(attacker);
      const one = attacker.request('GET', '/v1/cases?limit=100');
      return [{ connections: 60, next: () => one, readRate: 0 }];
    },
  },
  {
    name: 'reads of a draft of 2 MB that are not read',
    about: 'from 200 connections',
    async prepare({ createDrafts, request }) {
      const [id] = await createDrafts(1, largestFacts('𠮷'));
      const one = request('GET', `/v1/cases/${id}`);
      return [{ connections: 200, next: () => one, readRate: 0 }];
    },
  },
  {
    name: 'validations and edits of the largest draft',
    about: '20 connections',
    async prepare({ createDrafts, request }) {
      const [id] = await createDrafts(1, largestFacts('𠮷'));
      const all = [
        request('POST', `/v1/cases/${id}/validate`),
        request('PATCH', `/v1/cases/${id}`, { body: json({ freeText: fill('𠮷', 5000) }) }),
        request('POST', `/v1/cases/${id}/submit`),
      ];
      return [{ connections: 20, next: over(all) }];
    },
  },
];

const downloads: Attack[] = [
  {
    name: '60 downloads of 10 MB that are not read',
    about: 'held for as long as the service lets them',
    async prepare(attacker) {
      const one = await orderDownload(attacker);
      return [{ connections: 60, next: () => one, readRate: 0 }];
    },
  },
  {
    name: '60 downloads of 10 MB at 1 KiB a second',
    about: 'restarted when they are cut off',
    async prepare(attacker) {
      const one = await orderDownload(attacker);
      return [{ connections: 60, next: () => one, readRate: 1024 }];
    },
  },
  {
    name: '60 downloads of 10 MB at full speed',
    about: 'again and again',
    async prepare(attacker) {
      const one = await orderDownload(attacker);
      return [{ connections: 60, next: () => one }];
    },
  },
  {
    name: '60 downloads of an attorney that are not read',
    about: 'of 10 MB',
    async prepare(attacker) {
      const { download } = await orderAttorneyDownload(attacker);
      return [{ connections: 60, next: () => download, readRate: 0 }];
    },
  },
  {
    name: 'an attorney reads one case thousands of times',
    about: 'of the most facts, from 20 connections; each read is in the audit',
    async prepare(attacker) {
      const { read } = await orderAttorneyDownload(attacker);
      return [{ connections: 20, next: () => read }];
    },
  },
];

export const responses: AttackGroup = { bound: 'responses', attacks: [...lists, ...downloads, ...manyRows] };
