/**
 * A program of its own, so that the attacker's work does not delay the neighbor's clock: prepares one attack, reports
 * ready, plays it on command, and reports the outcomes.
 */
import { setPriority } from 'node:os';
import { openTestStore, type TestStore } from '@evict/store/testing';
import type { ApiResponse, Sent } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { expecting, type Organization, sendAs, type Sender, signUp } from '../support/customers.ts';
import { assail } from '../support/load.ts';
import { type RawRequest, request } from '../support/requests.ts';
import { attackNamed } from './attacks/index.ts';

/** What the run tells the program. */
export interface Site {
  api: string;
  databaseUrl: string;
  /** The token of an attorney licensed where the live cases of attackers are. */
  attorneyToken: string;
}

/** The hostile tenant: an organization by sign-up, without privileges. */
export interface Attacker extends Organization {
  attorney: Sender;
  /** For preparation; any response. */
  act: (sender: Sender, method: string, path: string, sent?: Sent) => Promise<ApiResponse>;
  /** For the attack; in test mode unless there is another sender. */
  request: (
    method: string,
    path: string,
    more?: { body?: Buffer; headers?: Record<string, string>; sender?: Sender },
  ) => RawRequest;
  createDrafts: (count: number, facts?: object, sender?: Sender) => Promise<string[]>;
  upload: (caseId: string, bytes: Buffer, sender?: Sender) => Promise<string>;
  /** Runs `use` with the database, to prepare what no request can. */
  withStore: <T>(use: (store: TestStore) => Promise<T>) => Promise<T>;
}

// In reality the attacker has a machine of its own: here the attacked processes take precedence.
setPriority(10);

const [name = '', site = ''] = process.argv.slice(2);
const given = JSON.parse(site) as Site;
const assaults = await attackNamed(name)(await createAttacker(given));
const over = new AbortController();
process.on('message', (order) => {
  if (order === 'begin') void assail(given.api, assaults, over.signal).then((outcomes) => process.send?.(outcomes));
  if (order === 'end') over.abort();
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function createAttacker({ api, databaseUrl, attorneyToken }: Site): Promise<Attacker> {
  // Sign-ups are counted by address, and each attacker is a new process.
  const part = () => Math.floor(Math.random() * 256);
  const organization = await signUp(api, { address: `172.17.${part()}.${part()}` });
  const { test, address } = organization;
  const act: Attacker['act'] = (sender, method, path, sent) => sendAs(api, sender, method, path, sent);
  return {
    ...organization,
    attorney: { credential: attorneyToken, headers: { 'x-forwarded-for': address } },
    act,
    request: (method, path, { body, headers, sender = test } = {}) =>
      request(sender, method, path, { body: body ?? null, headers: { ...sender.headers, ...headers } }),
    async createDrafts(count, facts = buildFacts(), sender = test) {
      const ids: string[] = [];
      while (ids.length < count) {
        const { id } = await expecting(201, act(sender, 'POST', '/v1/cases', { body: facts }));
        ids.push(id as string);
      }
      return ids;
    },
    async upload(caseId, bytes, sender = test) {
      const body = { filename: 'file.pdf', purpose: 'other', contentBase64: bytes.toString('base64') };
      return (await expecting(201, act(sender, 'POST', `/v1/cases/${caseId}/documents`, { body }))).id as string;
    },
    async withStore(use) {
      const store = openTestStore(databaseUrl, 4);
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
  };
}
