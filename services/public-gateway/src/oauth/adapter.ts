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
import { hostOf } from './registrations.ts';

const nothing: Adapter = {
  upsert: async () => {},
  find: async () => {},
  findByUserCode: async () => {},
  findByUid: async () => {},
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

/**
 * Creates the adapters with which the OAuth library stores its items. It stores no sessions, because the website knows
 * who is signed in.
 */
export function createAdapters(store: Store, resources: readonly string[]): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clients(store);
    if (kind === 'Grant') return connections(store, resources);
    return kinds.includes(kind) ? items(store, kind, resources) : nothing;
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
      // PostgreSQL doesn't accept NUL in text.
      const found = id.includes('\0') ? null : await findOAuthClient(store, id);
      return found === null ? undefined : (JSON.parse(found) as AdapterPayload);
    },
  };
}

/** The library's grants are our connections, which a member's session creates through the customer gateway. */
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

function items(store: Store, kind: string, resources: readonly string[]): Adapter {
  return {
    ...nothing,
    async upsert(id, payload, seconds = 0) {
      const { jti: _id, userCode, ...kept } = payload;
      const { client, params } = requestOf();
      const redirectUri = params?.['redirect_uri'];
      const scope = payload.scope ?? payload.params?.['scope'];
      const scopes = typeof scope === 'string' ? scope.split(' ') : [];
      const isKept = await keepOAuthItem(store, {
        kind,
        hash: hashSecret(id),
        userCode: userCode === undefined ? null : hashSecret(userCode),
        clientId: client.clientId,
        clientName: client.clientName ?? '',
        redirectHost: typeof redirectUri === 'string' ? hostOf(redirectUri) : null,
        scopes: keyScopes.filter((known) => scopes.includes(known)),
        payload: JSON.stringify(kept),
        keyId: payload.grantId ?? null,
        ticket: ticket(),
        seconds,
      });
      if (!isKept) throw new errors.InvalidGrant('nobody has consented, or the connection has ended');
    },
    async find(id) {
      const found = await findOAuthItem(store, kind, hashSecret(id), ticket());
      // A page or device may repeat its request. Hide the used item, or the library would treat the repeated request as
      // theft.
      if (!found || found.used) return undefined;
      // A code or token is valid for every resource, whichever one it was requested for.
      const payload = { ...(JSON.parse(found.payload) as AdapterPayload), jti: id, resource: [...resources] };
      if (kind === 'Interaction') return { ...payload, ...answerOf(found) };
      return { ...payload, ...(kind === 'DeviceCode' && deviceAnswerOf(found)) };
    },
    async consume(id) {
      const asked = [requestOf().params?.['resource'] ?? []].flat() as string[];
      // The library would reject a wrong resource only after using up the code.
      if (!asked.every((resource) => resources.includes(resource))) throw new errors.InvalidTarget();
      if (!(await useOAuthItem(store, kind, hashSecret(id)))) throw new errors.InvalidGrant('it was used already');
    },
    // Codes and tokens end with their connection. See `connections`.
    async destroy(id) {
      if (kind === 'Interaction') await useOAuthItem(store, kind, hashSecret(id));
    },
  };
}

/**
 * Returns what a member decided about a request, for the browser that returns with their ticket or after their refusal.
 */
function answerOf({ refused, keyId, userId }: OAuthItem): AdapterPayload {
  if (refused) return { result: { error: 'access_denied', error_description: 'the member has refused' } };
  if (keyId === null || userId === null) return {};
  return { result: { login: { accountId: userId, remember: false }, consent: { grantId: keyId } } };
}

function deviceAnswerOf({ refused, keyId, userId, scopes }: OAuthItem): AdapterPayload {
  if (refused) return { error: 'access_denied', errorDescription: 'the member has refused' };
  if (keyId === null || userId === null) return {};
  return { accountId: userId, grantId: keyId, scope: scopes.join(' ') };
}

/** Returns the hash of the ticket with which a member's browser returns from the website, or null. */
function ticket(): Buffer | null {
  const sent = Provider.ctx?.query['ticket'];
  return typeof sent === 'string' ? hashSecret(sent) : null;
}

/** Returns the client and parameters of the current request. */
function requestOf() {
  const { client, params } = Provider.ctx?.oidc ?? {};
  if (!client) throw new Error('OAuth items can only be stored during a request from a client');
  return { client, params };
}
