import { keyScopes } from '@evict/contract';
import { hashSecret } from '@evict/credentials';
import type { Store } from '@evict/store/database';
import {
  createOAuthClient,
  endConnection,
  findConnection,
  findOAuthClient,
  findOAuthItem,
  keepOAuthItem,
  type OAuthItem,
  useOAuthItem,
} from '@evict/store/oauth';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { hostOf } from './redirects.ts';

const nothing: Adapter = {
  upsert: async () => {},
  find: async () => {},
  findByUserCode: async () => {},
  findByUid: async () => {},
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

/** Where the protocol keeps what it knows. It has no sessions: who is signed in to the website is known there. */
export function createAdapters(store: Store, resources: readonly string[]): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clients(store);
    if (kind === 'Grant') return connections(store, resources);
    return kinds.includes(kind) ? items(store, kind) : nothing;
  };
}

const kinds = ['Interaction', 'DeviceCode', 'AuthorizationCode', 'AccessToken', 'RefreshToken'];

function clients(store: Store): Adapter {
  return {
    ...nothing,
    async upsert(id, metadata) {
      await createOAuthClient(store, id, JSON.stringify(metadata));
    },
    async find(id) {
      const found = await findOAuthClient(store, id);
      return found === null ? undefined : (JSON.parse(found) as AdapterPayload);
    },
  };
}

/** A grant of the protocol is a connection, which a member's session makes through the customer gateway. */
function connections(store: Store, resources: readonly string[]): Adapter {
  return {
    ...nothing,
    async find(id) {
      const found = await findConnection(store, id);
      if (!found) return undefined;
      const granted = Object.fromEntries(resources.map((resource) => [resource, found.scopes.join(' ')]));
      return { jti: id, kind: 'Grant', accountId: found.userId, clientId: found.clientId, resources: granted };
    },
    destroy: (id) => endConnection(store, id),
  };
}

function items(store: Store, kind: string): Adapter {
  return {
    ...nothing,
    async upsert(id, payload, seconds = 0) {
      const { jti: _id, userCode, ...kept } = payload;
      const { scope = payload.scope } = payload.params ?? {};
      const asked = typeof scope === 'string' ? scope.split(' ') : [];
      const scopes = keyScopes.filter((known) => asked.includes(known));
      if (scopes.length === 0) throw new errors.InvalidScope('there are: read, write, submit', asked.join(' '));
      const { client, params } = contextOf();
      const redirectUri = params?.['redirect_uri'];
      const isKept = await keepOAuthItem(store, {
        kind,
        hash: hashSecret(id),
        userCode: userCode === undefined ? null : hashSecret(userCode),
        clientId: client.clientId,
        clientName: client.clientName ?? '',
        redirectHost: typeof redirectUri === 'string' ? hostOf(redirectUri) : null,
        scopes,
        payload: JSON.stringify(kept),
        keyId: payload.grantId ?? null,
        ticket: kind === 'AuthorizationCode' ? ticket() : null,
        seconds,
      });
      if (!isKept) throw new errors.InvalidGrant('nobody has consented, or the connection has ended');
    },
    async find(id) {
      const found = await findOAuthItem(store, kind, hashSecret(id), kind === 'Interaction' ? ticket() : null);
      // What a page or a device sends twice is no sign of a thief.
      if (!found || found.used) return undefined;
      const payload = { ...(JSON.parse(found.payload) as AdapterPayload), jti: id };
      if (kind === 'Interaction') return { ...payload, ...answerOf(found) };
      return { ...payload, ...(kind === 'DeviceCode' && deviceAnswerOf(found, payload)) };
    },
    async consume(id) {
      if (!(await useOAuthItem(store, kind, hashSecret(id)))) throw new errors.InvalidGrant('it was used already');
    },
    // What ends beside is the connection: see `connections`.
    async destroy(id) {
      if (kind === 'Interaction') await useOAuthItem(store, kind, hashSecret(id));
    },
  };
}

/** What a member has decided about the request of a browser that has come back with their ticket, or a no. */
function answerOf({ refused, keyId, userId }: OAuthItem): AdapterPayload {
  if (refused) return { result: { error: 'access_denied', error_description: 'the member has refused' } };
  if (keyId === null || userId === null) return {};
  return { result: { login: { accountId: userId, remember: false }, consent: { grantId: keyId } } };
}

function deviceAnswerOf({ refused, keyId, userId, scopes }: OAuthItem, { params }: AdapterPayload): AdapterPayload {
  if (refused) return { error: 'access_denied', errorDescription: 'the member has refused' };
  if (keyId === null || userId === null) return {};
  return { accountId: userId, grantId: keyId, scope: scopes.join(' '), resource: params?.['resource'] as string };
}

/** With which the browser of a member comes back from the website. */
function ticket(): Buffer | null {
  const sent = Provider.ctx?.query['ticket'];
  return typeof sent === 'string' ? hashSecret(sent) : null;
}

function contextOf() {
  const { client, params } = Provider.ctx?.oidc ?? {};
  if (!client) throw new Error('nothing is kept outside of a request of a client');
  return { client, params };
}
