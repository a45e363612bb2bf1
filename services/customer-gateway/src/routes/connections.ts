import { ApiError, invalidRequest, keyScopes, limits, maxConnections, oauthPaths, routes } from '@evict/contract';
import { credentialPrefixes, hashSecret, mintCredential } from '@evict/credentials';
import { enforceLimit, type Gateway, limitKey, requireVerified, type SessionCaller } from '@evict/http';
import { connectApp, disconnectApp, findAppRequest, listConnections, refuseApp } from '@evict/store/connections';
import { newId } from '@evict/store/ids';
import type { Dependencies } from '../dependencies.ts';

/** Serves the connected apps, their OAuth requests, and the member's answers. The public gateway issues the tokens. */
export function connectionRoutes(
  gateway: Gateway,
  { store, websiteOrigin, verifiedForLive }: Pick<Dependencies, 'store' | 'websiteOrigin' | 'verifiedForLive'>,
): void {
  gateway.route(routes.listConnections, async ({ caller }) => {
    const rows = await listConnections(store, caller);
    const items = rows.map(({ createdAt, lastUsedAt, expiresAt, ...row }) => ({
      ...row,
      mode: caller.mode,
      scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      expiresAt: expiresAt.toISOString(),
    }));
    return { status: 200, body: { items } };
  });

  gateway.route(routes.getConnectionRequest, async ({ caller, query }) => {
    const { clientName, redirectHost, scopes, expiresAt } = (await load(caller, query.request)).asked;
    return {
      status: 200,
      body: {
        name: clientName,
        redirectHost,
        scopes: keyScopes.filter((scope) => scopes.includes(scope)),
        expiresAt: expiresAt.toISOString(),
      },
    };
  });

  gateway.route(routes.connectApp, async ({ caller, body: { request, confirm = 'required' } }) => {
    const { mode } = caller;
    if (mode === 'live' && confirm === 'never') throw invalidRequest([neverInLive]);
    if (mode === 'live' && caller.user.role !== 'owner') throw new ApiError('forbidden');
    if (mode === 'live') requireVerified(caller, 'Live mode', verifiedForLive);
    const { handle, returnUrl } = await load(caller, request);
    const ticket = mintCredential(credentialPrefixes.connection);
    const id = newId('apiKey');
    const mailLimit = { key: limitKey('keyMail', caller.organizationId), window: limits.keyMail };
    const given = {
      sessionId: caller.credentialId,
      id,
      confirm,
      ticketHash: ticket.hash,
      maxActive: maxConnections,
      mailLimit,
    };
    const outcome = await connectApp(store, caller, handle, given);
    if (outcome === 'key_limit')
      throw new ApiError('key_limit', { message: `${maxConnections} apps are connected. Disconnect one first.` });
    if (outcome !== 'connected') throw new ApiError(outcome === 'not_open' ? 'not_found' : outcome);
    return { status: 201, body: { id, continueUrl: returnUrl && `${returnUrl}?ticket=${ticket.secret}` } };
  });

  gateway.route(routes.refuseApp, async ({ caller, body }) => {
    const { handle, returnUrl } = await load(caller, body.request);
    if (!(await refuseApp(store, handle))) throw new ApiError('not_found');
    return { status: 200, body: { continueUrl: returnUrl } };
  });

  gateway.route(routes.disconnectApp, async ({ caller, params }) => {
    if (!(await disconnectApp(store, caller, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });

  /** Loads an open request. A device's code is short enough to guess, so each organization gets few tries. */
  async function load({ organizationId }: SessionCaller, request: string) {
    await enforceLimit(store, 'connectionRequest', organizationId);
    const isCode = /^[A-Za-z]{4}[ -]?[A-Za-z]{4}$/.test(request);
    const handle = hashSecret(isCode ? request.toUpperCase().replace(/[ -]/, '') : request);
    const asked = await findAppRequest(store, handle);
    if (!asked) throw new ApiError('not_found');
    const returnUrl = asked.kind === 'Interaction' ? `${websiteOrigin}${oauthPaths.authorize}/${request}` : null;
    return { asked, handle, returnUrl };
  }
}

const neverInLive = {
  path: 'confirm',
  code: 'one_of',
  message: 'Must be `required`, because a person has to confirm in live mode.',
};
