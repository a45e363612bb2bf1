import { ApiError, invalidRequest, keyScopes, limits, maxActiveApiKeys, routes } from '@evict/contract';
import { apiKeyPrefix, mintCredential } from '@evict/credentials';
import { type CustomerCaller, type Gateway, limitKey, requireScope } from '@evict/http';
import { createApiKey, listApiKeys, revokeApiKey } from '@evict/store/accounts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the API keys of the caller's organization in the caller's mode. */
export function apiKeyRoutes(gateway: Gateway, { store }: Pick<Dependencies, 'store'>): void {
  gateway.route(routes.listApiKeys, async ({ caller }) => {
    const keys = await listApiKeys(store, caller);
    const items = keys.map(({ createdAt, revokedAt, expiresAt, lastUsedAt, ...key }) => ({
      ...key,
      mode: caller.mode,
      createdAt: createdAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
      scopes: keyScopes.filter((scope) => key.scopes.includes(scope)),
      expiresAt: expiresAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
    return { status: 200, body: { items } };
  });

  gateway.route(routes.createApiKey, async ({ caller, body: { name, scopes, expiresAt, confirm } }) => {
    const { mode } = caller;
    if (mode === 'live' && confirm === 'never') throw invalidRequest([neverInLive]);
    if (mode === 'live' && !isOwnerSignedIn(caller)) throw new ApiError('forbidden');
    if (caller.kind === 'api_key') scopes?.forEach((scope) => requireScope(caller, scope));
    const { secret, hash, lastFour } = mintCredential(apiKeyPrefix(mode));
    const created = await createApiKey(store, caller, {
      hash,
      lastFour,
      maxActive: maxActiveApiKeys,
      mailLimit: { key: limitKey('keyMail', caller.organizationId), window: limits.keyMail },
      ...(name !== undefined && { name }),
      scopes: scopes ?? (caller.kind === 'api_key' ? [...caller.scopes] : undefined),
      confirm,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
      createdBy: caller.kind === 'api_key' ? { keyId: caller.credentialId } : { userId: caller.user.id },
    });
    if ('id' in created) return { status: 201, body: { id: created.id, mode, secret } };
    throw created.refusal === 'expiry' ? invalidRequest([tooEarlyOrLate]) : new ApiError(created.refusal);
  });

  gateway.route(routes.revokeApiKey, async ({ caller, params }) => {
    if (caller.kind === 'api_key' && caller.credentialId === params.id) throw new ApiError('cannot_revoke_current_key');
    if (!(await revokeApiKey(store, caller, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });
}

/**
 * Whether an owner is signed in. Only they may create a live key: it acts on real tenants, so a stolen key must not be
 * able to create another one.
 */
function isOwnerSignedIn({ kind, user }: CustomerCaller): boolean {
  return kind === 'session' && user.role === 'owner';
}

const neverInLive = {
  path: 'confirm',
  code: 'one_of',
  message: 'Must be `required`, because a person has to confirm in live mode.',
};

const tooEarlyOrLate = {
  path: 'expiresAt',
  code: 'expiry',
  message: 'Must be in the future, and no later than the expiration of the key that creates it.',
};
