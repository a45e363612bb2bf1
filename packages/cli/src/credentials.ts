import { type Client, createClient } from '@evict/client';
import { mayPass, signedOut, wrongUsage } from './failures.ts';
import { type Environment, readPrivate, userFile, withLock, writePrivate } from './files.ts';
import { type Login, refresh, revoke } from './oauth.ts';

/** The stored sign-ins by server URL. A credential is only ever sent to the server that issued it. */
interface Stored {
  /** The default server's URL, set by the latest sign-in. */
  server?: string;
  logins: Record<string, Login>;
}

/** Sends a request with the user's credential. */
export type Send = (request: Request) => Promise<Response>;

/** Tokens are renewed this long before they expire, in milliseconds, because clocks differ and requests take time. */
const leewayMs = 60_000;

/**
 * Returns the server's URL without a trailing slash: the `named` server, or else EVICTION_CASE_SERVER, or else the
 * server of the latest sign-in. Throws a Failure if there is none, or if the URL is invalid or insecure.
 */
export async function serverOf(env: Environment, named: string | undefined): Promise<string> {
  const meant = named ?? (env['EVICTION_CASE_SERVER'] || (await stored(env)).server);
  if (meant === undefined) throw wrongUsage('Specify the server with --server https://... or EVICTION_CASE_SERVER.');
  const { origin, pathname, href } = secure(meant);
  if (href !== `${origin}${pathname}`)
    throw wrongUsage('The address of a server may only have a host, a port and a path.');
  return href.replace(/\/+$/u, '');
}

/** Parses a URL to which a secret may be sent: over TLS, or to this machine. Throws a Failure for any other URL. */
function secure(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return url;
  throw wrongUsage('The address of a server must begin with https:// (or http:// on this machine).');
}

/**
 * Returns a function that sends requests with the environment's API key, or else with the stored sign-in. Throws a
 * Failure if there is neither.
 */
export async function senderFor(env: Environment, server: string): Promise<Send> {
  const key = env['EVICTION_CASE_KEY'] || null;
  if (key !== null && !/^[\x21-\x7e]+$/u.test(key)) throw wrongUsage('EVICTION_CASE_KEY is not an API key.');
  const token = async () => key ?? (await accessToken(env, server));
  await token().catch((error: unknown) => {
    if (!mayPass(error)) throw error;
  });
  return async (request) => {
    request.headers.set('authorization', `Bearer ${await token()}`);
    return fetch(request);
  };
}

/** Creates an API client that acts as this user. */
export function apiAt(server: string, send: Send): Client {
  return createClient({ baseUrl: server, fetch: send });
}

/** Stores a sign-in, makes its server the default one, and then revokes the sign-in that it replaces. */
export async function keepLogin(env: Environment, server: string, login: Login): Promise<void> {
  let replaced: Login | undefined;
  await change(env, ({ logins }) => {
    replaced = logins[server];
    return { server, logins: { ...logins, [server]: login } };
  });
  // If the server doesn't confirm the revocation, the old sign-in expires unused.
  if (replaced) await revoke(server, replaced);
}

/**
 * Deletes a sign-in and revokes it at the server. Returns whether the server confirms the revocation, or null if there
 * is no sign-in.
 */
export async function forgetLogin(env: Environment, server: string): Promise<boolean | null> {
  let forgotten: Login | undefined;
  await change(env, ({ logins: { [server]: login, ...logins }, ...rest }) => {
    forgotten = login;
    return { ...rest, logins };
  });
  return forgotten ? revoke(server, forgotten) : null;
}

/**
 * Returns a valid access token. If several processes need a new one, one of them refreshes it, and the others use the
 * result.
 */
async function accessToken(env: Environment, server: string): Promise<string> {
  const isUsable = ({ expiresAt }: Login) => expiresAt - leewayMs > Date.now();
  const login = loginIn(await stored(env), server);
  if (isUsable(login)) return login.accessToken;
  const { logins } = await change(env, async (all) => {
    const latest = loginIn(all, server);
    return { ...all, logins: { ...all.logins, [server]: isUsable(latest) ? latest : await refresh(server, latest) } };
  });
  return logins[server]?.accessToken ?? '';
}

function loginIn({ logins }: Stored, server: string): Login {
  const { [server]: login } = logins;
  if (!login) throw signedOut('You are not signed in. Run: eviction-case login');
  return login;
}

const nameOfFile = 'credentials.json';

async function stored(env: Environment): Promise<Stored> {
  return (await readPrivate<Stored>(userFile(env, 'config', nameOfFile))) ?? { logins: {} };
}

/** Replaces the stored sign-ins under a lock, so that no other process changes them at the same time. */
async function change(env: Environment, next: (before: Stored) => Stored | Promise<Stored>): Promise<Stored> {
  const file = userFile(env, 'config', nameOfFile);
  return withLock(`${file}.lock`, async () => {
    const after = await next(await stored(env));
    await writePrivate(file, after);
    return after;
  });
}
