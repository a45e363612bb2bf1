import { openTestStore, type TestStore } from '@evict/store/testing';
import { type ApiResponse, send, type Sent } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { expecting, type Organization, signUp } from '../organization.ts';
import type { RawRequest } from './assault.ts';
import { request } from './requests.ts';

/** The input of an attacker, from the run. */
export interface Site {
  url: string;
  databaseUrl: string;
  dataDir: string;
  /** The token of an attorney licensed where the live cases of attackers are. */
  attorneyToken: string;
  /** Duration of the attack. */
  seconds: number;
}

/** The hostile tenant: an organization by sign-up, without privileges. */
export interface Attacker extends Organization, Site {
  /** For preparation; any response. */
  act: (method: string, path: string, sent?: Sent) => Promise<ApiResponse>;
  /** With the test key, unless another credential is given. */
  request: (
    method: string,
    path: string,
    more?: { body?: Buffer | null; headers?: Record<string, string>; credential?: string },
  ) => RawRequest;
  createDrafts: (count: number, facts?: object, sent?: Sent) => Promise<string[]>;
  upload: (caseId: string, bytes: Buffer, sent?: Sent) => Promise<string>;
  /** Runs `use` with the database, to prepare what no request can. */
  withStore: <T>(use: (store: TestStore) => Promise<T>) => Promise<T>;
}

const address = '172.16.0.1';

export async function createAttacker(site: Site): Promise<Attacker> {
  const organization = await signUp(site.url, nextAddress());
  const act = (method: string, path: string, { headers, ...sent }: Sent = {}) =>
    send(site.url, method, path, {
      credential: organization.key,
      ...sent,
      headers: { 'x-forwarded-for': address, ...headers },
    });
  return {
    ...organization,
    ...site,
    act,
    request: (method, path, { credential = organization.key, ...more } = {}) =>
      request({ credential, address }, method, path, more),
    async createDrafts(count, facts = buildFacts(), sent = {}) {
      const ids: string[] = [];
      while (ids.length < count) {
        const { id } = await expecting(201, act('POST', '/v1/cases', { ...sent, body: facts }));
        ids.push(id as string);
      }
      return ids;
    },
    async upload(caseId, bytes, sent = {}) {
      const body = { filename: 'file.pdf', purpose: 'other', contentBase64: bytes.toString('base64') };
      const { id } = await expecting(201, act('POST', `/v1/cases/${caseId}/documents`, { ...sent, body }));
      return id as string;
    },
    async withStore(use) {
      const store = openTestStore(site.databaseUrl, 4);
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
  };
}

/** Sign-ups are counted by address, and each attacker is a new process. */
function nextAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `172.17.${part()}.${part()}`;
}
