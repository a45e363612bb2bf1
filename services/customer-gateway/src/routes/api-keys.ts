import { ApiError, maxActiveApiKeys, routes } from '@evict/contract';
import { apiKeyPrefix, mintCredential } from '@evict/credentials';
import type { CustomerCaller, Gateway } from '@evict/http';
import { createApiKey, listApiKeys, revokeApiKey } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** The API keys of the caller's organization in the caller's mode. */
export function apiKeyRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.listApiKeys, async ({ caller }) => {
    const keys = await listApiKeys(store, caller);
    const items = keys.map(({ createdAt, revokedAt, ...key }) => ({
      ...key,
      createdAt: createdAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    }));
    return { status: 200, body: { items } };
  });

  gateway.route(routes.createApiKey, async ({ caller }) => {
    const { mode } = caller;
    if (mode === 'live' && !isOwnerSignedIn(caller)) throw new ApiError('forbidden');
    const { secret, hash, lastFour } = mintCredential(apiKeyPrefix(mode));
    const id = await createApiKey(store, caller, { hash, lastFour, maxActive: maxActiveApiKeys });
    if (!id) throw new ApiError('key_limit');
    return { status: 201, body: { id, mode, secret } };
  });

  gateway.route(routes.revokeApiKey, async ({ caller, params }) => {
    if (caller.kind === 'api_key' && caller.credentialId === params.id) throw new ApiError('cannot_revoke_current_key');
    if (!(await revokeApiKey(store, caller, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });
}

/** A live key acts on real tenants, so a stolen key must not be able to create another. */
function isOwnerSignedIn({ kind, user }: CustomerCaller): boolean {
  return kind === 'session' && user.role === 'owner';
}
