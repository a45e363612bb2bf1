/**
 * This is a separate program, so the attacker's work doesn't delay the neighbor's clock. It prepares one attack,
 * reports that it is ready, plays the attack on command, and reports the outcomes.
 */
import { setPriority } from 'node:os';
import { oauthPaths } from '@evict/contract';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { send } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { clientOf, expecting, type Sender, signUp } from '../support/customers.ts';
import { assail } from '../support/load.ts';
import { request } from '../support/requests.ts';
import { attacks } from './attacks/index.ts';

/** The arguments that the rehearsal passes to the program. */
export interface Site {
  api: string;
  databaseUrl: string;
  /** The token of an attorney who is licensed in the state of the attackers' live cases. */
  attorneyToken: string;
  /** The address from which the neighbor sends its requests. */
  neighborAddress: string;
}

export type Attacker = Awaited<ReturnType<typeof createAttacker>>;

// In reality the attacker has a separate machine, so here the attacked processes get priority.
setPriority(10);

const [name = '', site = ''] = process.argv.slice(2);
const given = JSON.parse(site) as Site;
const assaults = await attacks[name]!(await createAttacker(given));
const over = new AbortController();
process.on('message', (order) => {
  if (order === 'begin') void assail(given.api, assaults, over.signal).then((outcomes) => process.send?.(outcomes));
  if (order === 'end') over.abort();
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

/** Signs up the hostile tenant, an organization without privileges. */
async function createAttacker({ api, databaseUrl, attorneyToken, neighborAddress }: Site) {
  // Sign-ups are limited by address, and each attacker is a new process, so the address is random.
  const part = () => Math.floor(Math.random() * 256);
  const organization = await signUp(api, { address: `172.17.${part()}.${part()}` });
  const { test, address } = organization;
  return {
    ...organization,
    neighborAddress,
    attorney: { credential: attorneyToken, headers: { 'x-forwarded-for': address } } as Sender,
    /** Returns a client for preparing the attack. */
    as: (sender: Sender) => clientOf(api, sender),
    /** Returns a request of the attack, in test mode unless there is another sender. */
    request: (method: string, path: string, { body = null, headers, sender = test }: RequestOptions = {}) =>
      request(sender, method, path, { body, headers: { ...sender.headers, ...headers } }),
    createDrafts: async (count: number, facts = buildFacts(), sender = test): Promise<string[]> => {
      const client = clientOf(api, sender);
      const ids: string[] = [];
      while (ids.length < count) ids.push((await client.createCase({ body: facts })).id);
      return ids;
    },
    upload: async (id: string, bytes: Buffer, sender = test, filename = 'file.pdf'): Promise<string> => {
      const body = { filename, purpose: 'other', contentBase64: bytes.toString('base64') } as const;
      return (await clientOf(api, sender).uploadDocument({ id, body })).id;
    },
    /** Registers an app, and returns its id. */
    registerApp: async (body: object): Promise<string> =>
      (await expecting(201, send(api, 'POST', oauthPaths.register, { body }))).client_id,
    /** Runs `use` with the database, to prepare what requests can't. */
    withStore: async <T>(use: (store: TestStore) => Promise<T>): Promise<T> => {
      const store = openTestStore(databaseUrl, 4);
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
  };
}

interface RequestOptions {
  body?: Buffer | null;
  headers?: Record<string, string>;
  sender?: Sender;
}
