import { randomBytes } from 'node:crypto';
import { ApiError, email as emailField, invalidRequest, maxMembers, routes, validate } from '@evict/contract';
import { enforceLimit, type Gateway, requireVerified, newSession } from '@evict/http';
import {
  type Actor,
  deleteSso,
  emailKey,
  findSso,
  findSsoOfDomain,
  proveSsoDomain,
  putSso,
  signInBySso,
  type SsoSettings,
} from '@evict/store/accounts';
import type { Dependencies } from '../dependencies.ts';
import { ownerOnly } from '../owner-only.ts';
import type { SingleSignOnClient } from '../single-sign-on.ts';

/** Serves the settings for an organization's identity provider, and the sign-in with it. */
export function singleSignOnRoutes(
  gateway: Gateway,
  {
    store,
    liveMode,
    webhookGuard,
    resolveText,
    singleSignOn,
    verifiedForLive,
  }: Pick<Dependencies, 'store' | 'liveMode' | 'webhookGuard' | 'resolveText' | 'verifiedForLive'> & {
    singleSignOn: SingleSignOnClient;
  },
): void {
  gateway.route(routes.getSingleSignOn, async ({ caller }) => {
    return { status: 200, body: present(await settingsOf(ownerOnly(caller))) };
  });

  gateway.route(routes.putSingleSignOn, async ({ caller, body, work }) => {
    const actor = ownerOnly(caller);
    requireVerified(caller, 'Single sign-on', verifiedForLive);
    const { clientSecret, localPasswords = true, ...named } = body;
    await enforceLimit(store, 'singleSignOnSettings', actor.organizationId);
    const faults = await webhookGuard.faultsOf(body.issuer);
    if (faults.length > 0) throw invalidRequest(faults.map((fault) => ({ path: 'issuer', ...fault })));
    await work
      .releaseDuring(() => singleSignOn.check(body.issuer))
      .catch(() => {
        throw invalidRequest([noDiscovery]);
      });
    const secret = clientSecret === undefined ? null : singleSignOn.sealSecret(actor.organizationId, clientSecret);
    const proof = `domain-proof=${randomBytes(16).toString('hex')}`;
    const refusal = await putSso(store, actor, { ...named, proof, localPasswords, clientSecret: secret });
    if (refusal === 'no_secret') throw invalidRequest([missingSecret]);
    if (refusal === 'unproven') throw new ApiError('invalid_state', { message: unproven });
    if (refusal) throw new ApiError(refusal);
    return { status: 200, body: present(await settingsOf(actor)) };
  });

  gateway.route(routes.proveSingleSignOnDomain, async ({ caller, work }) => {
    const actor = ownerOnly(caller);
    requireVerified(caller, 'Single sign-on', verifiedForLive);
    const settings = await settingsOf(actor);
    await enforceLimit(store, 'singleSignOnSettings', actor.organizationId);
    const texts = await work.releaseDuring(() => resolveText(recordOf(settings).name));
    if (!texts.includes(settings.proof)) throw new ApiError('guard_failed', { message: noRecord });
    const refusal = await proveSsoDomain(store, actor, settings);
    if (refusal === 'taken') throw new ApiError('invalid_state', { message: taken });
    if (refusal) throw new ApiError(refusal);
    return { status: 200, body: present(await settingsOf(actor)) };
  });

  gateway.route(routes.deleteSingleSignOn, async ({ caller }) => {
    const refusal = await deleteSso(store, ownerOnly(caller));
    if (refusal) throw new ApiError(refusal);
    return { status: 204 };
  });

  gateway.route(routes.startSingleSignOn, async ({ body, work }) => {
    const [, domain = ''] = /@([^@]+)$/.exec(emailKey(body.email)) ?? [];
    const settings = await findSsoOfDomain(store, domain);
    if (!settings)
      throw new ApiError('not_found', { message: 'No organization uses single sign-on for this address.' });
    const started = await work
      .releaseDuring(() => singleSignOn.begin(settings, body.email))
      .catch(() => {
        throw new ApiError('busy', { retryAfterSeconds: 5, message: unreachable });
      });
    return { status: 200, body: started };
  });

  gateway.route(routes.finishSingleSignOn, async ({ body, work, clientAddress, userAgent }) => {
    const flow = singleSignOn.openFlow(body.flow);
    const settings = flow && (await findSso(store, flow.organizationId));
    if (!flow || settings?.issuer !== flow.issuer) throw new ApiError('invalid_credentials', { message: notVouched });
    const vouched = await work
      .releaseDuring(() => singleSignOn.finish(settings, flow, body.parameters))
      .catch(() => {
        throw new ApiError('invalid_credentials', { message: notVouched });
      });
    if (!validate(emailField(), vouched.email).ok) throw new ApiError('forbidden', { message: elsewhere });
    const { token, ...session } = newSession({ clientAddress, userAgent });
    const account = await signInBySso(store, settings, vouched, { ...session, maxMembers });
    if (account === 'too_many_members') throw new ApiError('forbidden', { message: tooManyMembers });
    if (account === 'forbidden') throw new ApiError('forbidden', { message: elsewhere });
    if (account === 'email_taken') throw new ApiError('email_taken');
    return { status: 200, body: { token, ...account, modes: { test: true, live: liveMode } } };
  });

  async function settingsOf({ organizationId }: Pick<Actor, 'organizationId'>): Promise<SsoSettings> {
    const settings = await findSso(store, organizationId);
    if (!settings) throw new ApiError('not_found');
    return settings;
  }

  function present(settings: SsoSettings) {
    const { issuer, clientId, domain, localPasswords, provenAt } = settings;
    const { redirectUri } = singleSignOn;
    const proven = { provenAt: provenAt?.toISOString() ?? null, record: recordOf(settings) };
    return { issuer, clientId, domain, localPasswords, ...proven, redirectUri };
  }
}

function recordOf({ domain, proof }: SsoSettings) {
  return { name: `_eviction-case-service.${domain}`, value: proof };
}

const noDiscovery = {
  path: 'issuer',
  code: 'no_discovery',
  message: 'Must be an issuer that serves its configuration at /.well-known/openid-configuration.',
};
const missingSecret = { path: 'clientSecret', code: 'required', message: 'Required.' };
const unproven = 'Prove that you own the domain before you turn off passwords.';
const noRecord = 'The TXT record was not found. A DNS change can take an hour to become visible.';
const taken = 'Another organization has already proven that it owns this domain.';
const unreachable = 'The identity provider is not responding.';
const notVouched = 'The identity provider did not confirm who you are. Start again.';
const elsewhere =
  "This account cannot sign in with single sign-on. Its email address must be in the organization's domain and must not have belonged to another member. An owner with a second factor must sign in with a password.";
const tooManyMembers = `The organization already has ${maxMembers} members, so nobody else can join.`;
