import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, isPassing, mayPass, noAnswer, refusal, signedOut, wrongUsage } from './failures.ts';

const clientId = 'eviction-case-cli';
const scopes = ['read', 'write', 'submit', 'offline_access'];
/** Shorter than a lock lasts. */
const timeoutMs = 15_000;
/** A person that signs in waits no longer before there is a code. */
const longestWaitSeconds = 60;

/** What the authorization server has granted, and where that is renewed and revoked. */
export interface Login {
  /** Made here at the sign-in: another sign-in may be to another organization or mode. */
  id: string;
  accessToken: string;
  refreshToken: string | null;
  /** Milliseconds since the Unix epoch; null if the server does not say. */
  expiresAt: number | null;
  tokenEndpoint: string;
  revocationEndpoint: string | null;
}

/** Metadata of RFC 8414, or an answer of RFC 8628 or 6749. */
interface Body {
  issuer?: string;
  device_authorization_endpoint?: string;
  token_endpoint?: string;
  revocation_endpoint?: string;
  scopes_supported?: string[];
  device_code?: string;
  user_code?: string;
  verification_uri?: string;
  verification_uri_complete?: string;
  interval?: number;
  access_token?: string;
  refresh_token?: string;
  expires_in?: number;
  /** A word of the RFC; a proxy or the API may answer with anything. */
  error?: unknown;
}

interface DeviceFlow {
  signal: AbortSignal;
  /** Shows the person the code, and where to enter it. */
  show: (code: string, url: string) => void;
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Signs in by the device flow of RFC 8628: a person enters the code in a browser, while this asks for the token as often
 * as the server allows. Throws a Failure if the person refuses, or the code expires.
 */
export async function signIn(server: string, flow: DeviceFlow): Promise<Login> {
  const { signal, show, wait = (ms: number) => pause(ms, undefined, { signal }) } = flow;
  const metadata = await discover(server, signal);
  const offered = scopes.filter((name) => metadata.scopes_supported?.includes(name) ?? true);
  const ours = { client_id: clientId, resource: `${server}/v1` };
  const asked = { ...ours, scope: offered.join(' ') };
  let first = await post(metadata.device_authorization_endpoint, asked, signal);
  while (first.status === 429 && first.retryAfterSeconds <= longestWaitSeconds) {
    await wait(Math.max(1, first.retryAfterSeconds) * 1000);
    first = await post(metadata.device_authorization_endpoint, asked, signal);
  }
  const { status, body: given, retryAfterSeconds } = first;
  if (status === 429) throw noAnswer(`Too many sign-ins. Try again in ${retryAfterSeconds} seconds.`);
  if (isPassing(status)) throw noAnswer(`The sign-in could not begin: ${status}.`);
  const { device_code = '', user_code = '', verification_uri = '', expires_in = 0, interval = 5 } = given;
  if (status !== 200) throw refused(given.error);
  show(user_code, given.verification_uri_complete ?? verification_uri);
  const until = Date.now() + expires_in * 1000;
  const question = { ...ours, grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code };
  for (let seconds = interval, askedFor = 0; Date.now() < until;) {
    await wait(Math.max(seconds, askedFor) * 1000);
    const answer = await post(metadata.token_endpoint, question, signal).catch((error: unknown) => {
      if (signal.aborted || !mayPass(error)) throw error;
      return null;
    });
    if (answer?.status === 200) return loginOf(answer.body, metadata);
    askedFor = answer?.retryAfterSeconds ?? 0;
    // A server that is away or busy is asked less and less often.
    if (answer === null || isPassing(answer.status)) seconds = Math.max(1, seconds * 2);
    else if (answer.body.error === 'slow_down') seconds += 5;
    else if (answer.body.error !== 'authorization_pending') throw refused(answer.body.error);
  }
  throw refused('expired_token');
}

/** Spends the refresh token for new tokens. Throws a Failure if it is not accepted any more. */
export async function refresh(server: string, login: Login): Promise<Login> {
  const { refreshToken } = login;
  if (refreshToken === null) throw signedOut('The sign-in has ended. Sign in: eviction-case login');
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId };
  const { status, body } = await post(login.tokenEndpoint, { ...form, resource: `${server}/v1` });
  if (isPassing(status)) throw noAnswer(`The sign-in could not be renewed: ${status}.`);
  if (status !== 200) throw signedOut('The sign-in has ended. Sign in: eviction-case login');
  const { accessToken, refreshToken: next, expiresAt } = loginOf(body, {});
  return { ...login, accessToken, expiresAt, refreshToken: next ?? refreshToken };
}

/** Ends what was granted. Whether the server confirms it. */
export async function revoke({ refreshToken, accessToken, revocationEndpoint }: Login): Promise<boolean> {
  const form = { token: refreshToken ?? accessToken, client_id: clientId };
  if (revocationEndpoint === null) return false;
  return post(revocationEndpoint, form).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Metadata that name another server than the one that was asked count for nothing. */
async function discover(server: string, signal: AbortSignal): Promise<Body> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const address = `${server}/.well-known/oauth-authorization-server`;
  const response = await fetch(address, { redirect: 'error', signal: bounded });
  const metadata = ((await response.json().catch(() => null)) ?? {}) as Body;
  if (!response.ok || !metadata.device_authorization_endpoint || !metadata.token_endpoint)
    throw refusal('no_sign_in', 'This server has no sign-in. Set EVICTION_CASE_KEY to an API key.');
  if (metadata.issuer?.replace(/\/$/u, '') !== server)
    throw refusal('wrong_issuer', 'The sign-in is that of a server with another address. Use that.');
  return metadata;
}

function loginOf({ access_token, refresh_token, expires_in }: Body, metadata: Body): Login {
  if (access_token === undefined || access_token === '') throw refused('no_token');
  return {
    id: randomUUID(),
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: expires_in === undefined ? null : Date.now() + expires_in * 1000,
    tokenEndpoint: metadata.token_endpoint ?? '',
    revocationEndpoint: metadata.revocation_endpoint ?? null,
  };
}

const reasons: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused in the browser.',
  expired_token: 'The code has expired. Sign in again.',
};

function refused(error: unknown): Failure {
  // A word of the RFC: nothing else is repeated.
  const word = typeof error === 'string' && /^[a-z_]{1,40}$/u.test(error) ? error : 'unknown';
  return signedOut(reasons[word] ?? `The server refuses the sign-in: ${word}.`);
}

async function post(endpoint = '', form: Record<string, string>, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const request = { method: 'POST', body: new URLSearchParams(form), redirect: 'error', signal: bounded } as const;
  const response = await fetch(secure(endpoint), request);
  const body = ((await response.json().catch(() => null)) ?? {}) as Body;
  return { status: response.status, body, retryAfterSeconds: Number(response.headers.get('retry-after')) || 0 };
}

/** An address to which a secret may be sent: over TLS, or to this machine. Throws a Failure for any other. */
export function secure(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return url;
  throw wrongUsage('The address of a server begins with https:// (on this machine also with http://).');
}
