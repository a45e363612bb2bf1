import { setTimeout as pause } from 'node:timers/promises';
import { type Failure, isPassing, mayPass, noAnswer, refusal, signedOut } from './failures.ts';

const client = { client_id: 'eviction-case-cli' };
/** The timeout for each request, in milliseconds. It is shorter than the lifetime of a lock. */
const timeoutMs = 15_000;

/** The tokens that the server has granted. */
export interface Login {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
}

/** A response body as defined by RFC 8628 or RFC 6749. */
interface Body {
  device_code?: string;
  user_code?: string;
  verification_uri_complete?: string;
  interval?: number;
  access_token?: string;
  refresh_token?: string;
  expires_in?: number;
  /** An error code from one of the RFCs. A proxy or the API may respond with anything else. */
  error?: unknown;
}

interface DeviceFlow {
  signal: AbortSignal;
  /** Shows the user the code and the page on which to compare it. */
  show: (code: string, url: string) => void;
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Signs in with the device flow of RFC 8628. The user compares the code in a browser while this function polls for the
 * token as often as the server allows. Throws a Failure if the user refuses or the code expires.
 */
export async function signIn(server: string, flow: DeviceFlow): Promise<Login> {
  const { signal, show, wait = (ms: number) => pause(ms, undefined, { signal }) } = flow;
  const { status, body: given, retryAfterSeconds } = await post(`${server}/oauth/device`, client, signal);
  if (status === 404)
    throw refusal('no_sign_in', 'This server does not support sign-in. Set EVICTION_CASE_KEY to an API key.');
  if (status === 429) throw noAnswer(`Too many sign-ins. Try again in ${retryAfterSeconds} seconds.`);
  if (isPassing(status)) throw noAnswer(`The sign-in could not be started (status ${status}).`);
  const { device_code, user_code = '', verification_uri_complete = '', expires_in = 0, interval = 5 } = given;
  if (status !== 200 || device_code === undefined) throw refused(given.error);
  show(user_code, verification_uri_complete);
  const until = Date.now() + expires_in * 1000;
  const question = { ...client, grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code };
  for (let seconds = interval, askedFor = 0; Date.now() < until;) {
    await wait(Math.max(seconds, askedFor) * 1000);
    const answer = await post(`${server}/oauth/token`, question, signal).catch((error: unknown) => {
      if (signal.aborted || !mayPass(error)) throw error;
      return null;
    });
    if (answer?.status === 200) return loginOf(answer.body);
    askedFor = answer?.retryAfterSeconds ?? 0;
    // If the server is unavailable or busy, double the wait.
    if (answer === null || isPassing(answer.status)) seconds = Math.max(1, seconds * 2);
    else if (answer.body.error === 'slow_down') seconds += 5;
    else if (answer.body.error !== 'authorization_pending') throw refused(answer.body.error);
  }
  throw refused('expired_token');
}

/** Exchanges the refresh token for new tokens. Throws a Failure if it is no longer accepted. */
export async function refresh(server: string, { refreshToken }: Login): Promise<Login> {
  const form = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
  const { status, body } = await post(`${server}/oauth/token`, form);
  if (isPassing(status)) throw noAnswer(`The sign-in could not be renewed (status ${status}).`);
  if (status !== 200) throw signedOut('The sign-in has ended. Sign in: eviction-case login');
  return loginOf(body);
}

/** Revokes a sign-in's tokens. Returns whether the server confirms it. */
export async function revoke(server: string, { refreshToken }: Login): Promise<boolean> {
  return post(`${server}/oauth/revoke`, { ...client, token: refreshToken }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function loginOf({ access_token, refresh_token, expires_in }: Body): Login {
  if (!access_token || !refresh_token || expires_in === undefined) throw refused('no_token');
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: Date.now() + expires_in * 1000 };
}

const reasons: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused in the browser.',
  expired_token: 'The code has expired. Sign in again.',
};

function refused(error: unknown): Failure {
  // Print only an RFC error code, and no other text from the server.
  const word = typeof error === 'string' && /^[a-z_]{1,40}$/u.test(error) ? error : 'unknown';
  return signedOut(reasons[word] ?? `The server refused the sign-in: ${word}.`);
}

async function post(endpoint: string, form: Record<string, string>, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const request = { method: 'POST', body: new URLSearchParams(form), redirect: 'error', signal: bounded } as const;
  const response = await fetch(endpoint, request);
  const body = ((await response.json().catch(() => null)) ?? {}) as Body;
  return { status: response.status, body, retryAfterSeconds: Number(response.headers.get('retry-after')) || 0 };
}
