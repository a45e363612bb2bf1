import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type Config, type Environment, loopbackHosts, type operators } from '@evict/config';
import { Refused, Unreachable, WrongUsage } from './failures.ts';

type Settings = Config<typeof operators>;

/** Who runs a command, and how they have proven their identity. */
export interface Identity {
  name: string;
  by: 'oidc' | 'certificate' | 'declared';
}

/** The placeholder for a name that is still to be proven. */
export const toBeProven = 'to be proven';

/** Whether the environment requires operators to prove their identity. */
export function provesOperators(environment: Environment): boolean {
  return ['OPERATORS_OIDC_ISSUER', 'OPERATORS_CA'].some((name) => Boolean(environment[name]));
}

/**
 * Identifies the operator: by token or certificate if the deployment requires one, otherwise by the `declared` name.
 * Throws Refused if a required proof is missing or invalid, and WrongUsage if the declared name differs from the proven
 * one.
 */
export async function identify(settings: Settings, declared: string, now = new Date()): Promise<Identity> {
  const proven = settings.operatorCertificate ? certified(settings, now) : await signedIn(settings);
  if (proven === null) {
    if (settings.operatorsIssuer === '' && !settings.operatorsCa) return { name: declared, by: 'declared' };
    throw new Refused('unauthenticated', 'Sign in with `operator sign-in`, or set OPERATOR_CERT and OPERATOR_KEY.');
  }
  if (declared !== toBeProven && declared !== proven.name) {
    throw new WrongUsage([`--operator: You are signed in as ${proven.name}, so leave this out or give that name.`]);
  }
  return proven;
}

/** Identifies the operator by certificate. Returns null if no authority or no certificate is configured. */
function certified({ operatorsCa, operatorCertificate, operatorKey }: Settings, now: Date): Identity | null {
  if (!operatorsCa || !operatorCertificate) return null;
  const certificate = new X509Certificate(operatorCertificate);
  const authority = new X509Certificate(operatorsCa);
  const [, name] = /^CN=(.{1,100})$/m.exec(certificate.subject) ?? [];
  const isGood =
    !certificate.ca &&
    certificate.checkIssued(authority) &&
    certificate.verify(authority.publicKey) &&
    certificate.validFromDate <= now &&
    now < certificate.validToDate &&
    operatorKey !== null &&
    certificate.checkPrivateKey(createPrivateKey(Buffer.from(operatorKey)));
  if (!isGood || name === undefined)
    throw new Refused(
      'unauthenticated',
      'OPERATOR_CERT is not a valid operator certificate, or OPERATOR_KEY is not its key.',
    );
  return { name, by: 'certificate' };
}

/** Identifies the operator by ID token. Returns null if there is no token. */
async function signedIn(settings: Settings): Promise<Identity | null> {
  if (settings.operatorsIssuer === '' || settings.operatorToken === '') return null;
  const { issuer, jwks_uri: keys = '' } = (await provider(settings)).serverMetadata();
  const { createRemoteJWKSet, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify<{ email?: string; email_verified?: boolean }>(
      settings.operatorToken,
      createRemoteJWKSet(new URL(keys)),
      { issuer, audience: settings.operatorsClientId, maxTokenAge: '12h', requiredClaims: ['sub', 'exp'] },
    );
    const { email, email_verified: isVerified } = payload;
    // The name is always the email address. Otherwise one person could appear under two names.
    if (!isVerified || !email) throw new Error('the token has no verified address');
    return { name: email.toLowerCase(), by: 'oidc' };
  } catch {
    throw new Refused('unauthenticated', 'OPERATOR_TOKEN is not a valid token. Sign in again with `operator sign-in`.');
  }
}

/**
 * Signs the operator in at the identity provider, in a browser on any machine. `show` receives the URL to open and the
 * code to enter. Returns the ID token after the provider has confirmed the sign-in.
 */
export async function signIn(settings: Settings, show: (text: string) => void): Promise<string> {
  if (settings.operatorsIssuer === '') throw new Refused('unauthenticated', 'OPERATORS_OIDC_ISSUER is not set.');
  const { initiateDeviceAuthorization, pollDeviceAuthorizationGrant } = await import('openid-client');
  const configuration = await provider(settings);
  try {
    const asked = await initiateDeviceAuthorization(configuration, { scope: 'openid email' });
    show(`Open ${asked.verification_uri} and enter ${asked.user_code}`);
    const { id_token: token } = await pollDeviceAuthorizationGrant(configuration, asked);
    if (token === undefined) throw new Error('no ID token');
    return token;
  } catch {
    throw new Refused('unauthenticated', 'The identity provider did not sign you in.');
  }
}

async function provider({ operatorsIssuer, operatorsClientId }: Settings) {
  const { allowInsecureRequests, discovery, None } = await import('openid-client');
  const issuer = new URL(operatorsIssuer);
  // Plain HTTP is allowed only on this machine.
  const isLocal = issuer.protocol === 'http:' && loopbackHosts.includes(issuer.hostname);
  try {
    const execute = isLocal ? [allowInsecureRequests] : [];
    return await discovery(issuer, operatorsClientId, undefined, None(), { execute, timeout: 10 });
  } catch {
    throw new Unreachable(`The identity provider at ${issuer.host} cannot be reached.`);
  }
}
