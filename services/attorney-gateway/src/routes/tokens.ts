import { ApiError, invalidRequest, maxActiveAttorneyTokens, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import type { Gateway } from '@evict/http';
import { issueToken, listAttorneyTokens, revokeAttorneyToken } from '@evict/store/attorneys';
import type { Dependencies } from '../dependencies.ts';

/** Serves the tokens with which an attorney's programs act on their behalf. */
export function tokenRoutes(gateway: Gateway, { store }: Pick<Dependencies, 'store'>): void {
  gateway.route(routes.listAttorneyTokens, async ({ caller }) => {
    const items = (await listAttorneyTokens(store, caller.attorneyId)).map(({ revokedAt, ...token }) => ({
      ...token,
      createdAt: token.createdAt.toISOString(),
      expiresAt: token.expiresAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    }));
    return { status: 200, body: { items } };
  });

  gateway.route(routes.createAttorneyToken, ({ caller, body }) => issue(caller.attorneyId, body));

  gateway.route(routes.rotateAttorneyToken, ({ caller, params }) =>
    issue(caller.attorneyId, { replaces: params.tokenId }),
  );

  gateway.route(routes.revokeAttorneyToken, async ({ caller, params }) => {
    if (!(await revokeAttorneyToken(store, params.tokenId, caller.attorneyId))) throw new ApiError('not_found');
    return { status: 204 };
  });

  async function issue(attorneyId: string, given: { expiresAt?: string | undefined; replaces?: string }) {
    const { secret, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
    const token = await issueToken(store, attorneyId, { hash, lastFour, ...given }, maxActiveAttorneyTokens);
    if (token === 'not_found') throw new ApiError('not_found');
    if (token === 'token_limit') {
      const message = `You already have ${maxActiveAttorneyTokens} valid tokens. Revoke one first.`;
      throw new ApiError('key_limit', { message });
    }
    if (token === 'past') {
      throw invalidRequest([{ path: 'expiresAt', code: 'past', message: 'Must be in the future.' }]);
    }
    return { status: 201, body: { id: token.id, secret, expiresAt: token.expiresAt.toISOString() } } as const;
  }
}
