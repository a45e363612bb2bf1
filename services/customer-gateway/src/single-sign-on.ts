import { createHash } from 'node:crypto';
import { createSecretBox } from '@evict/credentials/secret-box';
import { Recent } from '@evict/http/recent';
import type { SsoSettings } from '@evict/store/accounts';
import type { GuardedFetch } from '@evict/webhooks';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';

/** A person whom an identity provider vouches for. */
export interface Vouched {
  /** SHA-256 of issuer and subject, by which the person is recognized later. */
  subject: Buffer;
  email: string;
  name: string | null;
}

/** The state of a sign-in, which the browser keeps encrypted between its two requests. */
interface Flow {
  organizationId: string;
  issuer: string;
  state: string;
  nonce: string;
  verifier: string;
  /** When it expires, in epoch milliseconds. */
  until: number;
}

export type SingleSignOnClient = ReturnType<typeof createSingleSignOn>;

/**
 * Signs people in with the identity providers that customers choose. It uses OpenID Connect with PKCE, state and nonce,
 * and verifies the token's signature. Every request to a provider passes the webhook guard and ends within seconds. A
 * hostile provider can only vouch for people of its own organization, which the store's `signInBySso` checks.
 */
export function createSingleSignOn({
  secretKeys,
  redirectUri,
  fetch,
}: {
  secretKeys: readonly string[];
  redirectUri: string;
  fetch: GuardedFetch;
}) {
  const clientSecrets = createSecretBox(secretKeys, 'single sign-on client secrets');
  const flows = createSecretBox(secretKeys, 'single sign-on flows');
  const known = new Recent<string, { server: ServerMetadata; until: number }>(1000);

  async function discover(issuer: string): Promise<ServerMetadata> {
    const found = known.get(issuer);
    if (found && found.until > Date.now()) return found.server;
    const options = { [customFetch]: fetch, timeout: timeoutSeconds };
    const server = (await discovery(new URL(issuer), 'discovery', undefined, undefined, options)).serverMetadata();
    // Browsers are redirected to this endpoint, so it has to use HTTPS.
    if (!server.authorization_endpoint?.startsWith('https://')) throw new Error('no place to sign in');
    known.set(issuer, { server, until: Date.now() + knownMs });
    return server;
  }

  async function configure({ organizationId, issuer, clientId, clientSecret }: SsoSettings): Promise<Configuration> {
    const server = await discover(issuer);
    const secret = clientSecrets.open(organizationId, clientSecret);
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    const configuration = new Configuration(server, clientId, undefined, authentication(secret));
    configuration[customFetch] = fetch;
    configuration.timeout = timeoutSeconds;
    enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    redirectUri,
    sealSecret: (organizationId: string, secret: string) => clientSecrets.seal(organizationId, secret),
    /** Throws unless the issuer serves a discovery document that names it as the issuer. */
    check: discover,
    async begin(settings: SsoSettings, email: string): Promise<{ url: string; flow: string }> {
      const { organizationId, issuer } = settings;
      const configuration = await configure(settings);
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const flow: Flow = { organizationId, issuer, state, nonce, verifier, until: Date.now() + flowMs };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        login_hint: email,
      });
      return { url: url.href, flow: flows.seal('', JSON.stringify(flow)).toString('base64url') };
    },
    /** Decrypts the flow that a browser kept. Returns null if it is invalid or has expired. */
    openFlow(sealed: string): Flow | null {
      try {
        const flow = JSON.parse(flows.open('', Buffer.from(sealed, 'base64url'))) as Flow;
        return flow.until > Date.now() ? flow : null;
      } catch {
        return null;
      }
    },
    /** Returns the person whom the provider vouches for. Throws if it vouches for nobody. */
    async finish(settings: SsoSettings, flow: Flow, parameters: string): Promise<Vouched> {
      const { issuer } = settings;
      const configuration = await configure(settings);
      const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${parameters}`), {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('no ID token');
      const { sub, email, email_verified: isVerified, name } = claims;
      // A missing `email_verified` is accepted, because the provider of a company that assigns the addresses may leave
      // it out.
      const isUnverified = isVerified === false || isVerified === 'false';
      if (typeof email !== 'string' || isUnverified) throw new Error('no address');
      const subject = createHash('sha256').update(`${issuer}\n${sub}`).digest();
      return { subject, email, name: typeof name === 'string' ? nameOf(name) : null };
    },
  };
}

/** Replaces control characters in a name and cuts it to the length that the API allows. Null if nothing is left. */
function nameOf(text: string): string | null {
  // oxlint-disable-next-line no-control-regex
  const name = text.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, ' ').trim();
  return Array.from(name).slice(0, 120).join('') || null;
}

const flowMs = 600_000;
const knownMs = 600_000;
const timeoutSeconds = 8;
