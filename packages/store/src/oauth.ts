import { fromOrigin } from './audit/origin.ts';
import { countRows, firstRow, sql, type Statement, type Store } from './database/store.ts';

/** How many apps that nobody has connected yet are known: each further one displaces the oldest. */
export const maxUnusedClients = 10_000;

/** Registers an app with what it says of itself. */
export async function createOAuthClient(
  store: Store,
  id: string,
  metadata: string,
  most = maxUnusedClients,
): Promise<void> {
  await countRows(store)`SELECT "registerOAuthClient"(${id}, ${metadata}, ${most}::int)`;
}

/** What an app says of itself; null if none has this id. */
export async function findOAuthClient(store: Store, id: string): Promise<string | null> {
  const found = await firstRow<{ metadata: string }>(store)`SELECT metadata FROM "OAuthClient" WHERE id = ${id}`;
  return found?.metadata ?? null;
}

/** What the authorization server issues or awaits. */
export interface NewOAuthItem {
  kind: string;
  hash: Buffer;
  userCode: Buffer | null;
  clientId: string;
  clientName: string;
  redirectHost: string | null;
  scopes: readonly string[];
  payload: string;
  /** The connection. */
  keyId: string | null;
  /** Of a code: hash of the ticket of the member who has consented. */
  ticket: Buffer | null;
  seconds: number;
}

/** Keeps an item. False for a code without its ticket, and for a code or token of a connection that has ended. */
export async function keepOAuthItem(store: Store, item: NewOAuthItem): Promise<boolean> {
  const { kind, hash, userCode, clientId, clientName, redirectHost, scopes, payload, keyId, ticket, seconds } = item;
  return isTrue(
    store,
    sql`"keepOAuth"(${kind}, ${hash}, ${userCode}, ${clientId}, ${clientName}, ${redirectHost}, ${scopes}, ${payload}, ${keyId}, ${ticket}, ${seconds}::int)`,
  );
}

export interface OAuthItem {
  payload: string;
  scopes: string[];
  /** Of a request: whether it led to a code or a token. Whether those can be used, `useOAuthItem` decides. */
  used: boolean;
  refused: boolean;
  /** The connection, and the member who made it; null while there is none. */
  keyId: string | null;
  userId: string | null;
}

/** An item by the hash of what its holder has. `ticket`: shows the yes to a request. */
export async function findOAuthItem(
  store: Store,
  kind: string,
  hash: Buffer,
  ticket: Buffer | null,
): Promise<OAuthItem | null> {
  return firstRow<OAuthItem>(store)`SELECT * FROM "findOAuth"(${kind}, ${hash}, ${ticket})`;
}

/**
 * Uses an item, once; a refresh token for a minute, in which each use counts as the first. False for a later use, which ends
 * the connection of a code or a refresh token.
 */
export async function useOAuthItem(store: Store, kind: string, hash: Buffer): Promise<boolean> {
  return isTrue(store, sql`"useOAuth"(${kind}, ${hash})`);
}

/** Whose a connection is; null for one that has ended. */
export async function findConnection(
  store: Store,
  id: string,
): Promise<{ clientId: string; userId: string; scopes: string[] } | null> {
  return firstRow<{ clientId: string; userId: string; scopes: string[] }>(store)`SELECT * FROM "findConnection"(${id})`;
}

/** Ends a connection. */
export async function endConnection(store: Store, id: string): Promise<void> {
  await countRows(store)`SELECT "endConnection"(${id}, false) WHERE ${fromOrigin()}`;
}

async function isTrue(store: Store, call: Statement): Promise<boolean> {
  const found = await firstRow<{ done: boolean }>(store)`SELECT ${call} AS done WHERE ${fromOrigin()}`;
  return found?.done === true;
}
