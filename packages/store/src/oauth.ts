import { randomBytes } from 'node:crypto';
import { isActive, revokeKeys } from './accounts/api-keys.ts';
import { originNetwork } from './audit/origin.ts';
import { anyRow, countRows, firstRow, inTransaction, sql, type Statement, type Store } from './database/store.ts';

/** The maximum number of registered apps that have never been connected. One more replaces the oldest. */
export const maxUnusedClients = 10_000;

/**
 * Registers an app with the metadata that it sent about itself. Keeps only the newest `most` apps that have never been
 * connected.
 */
export async function createOAuthClient(
  store: Store,
  id: string,
  metadata: string,
  most = maxUnusedClients,
): Promise<void> {
  await countRows(store)`
    WITH displaced AS (
      DELETE FROM "OAuthClient" WHERE id IN (
        SELECT id FROM "OAuthClient" WHERE "usedAt" IS NULL ORDER BY "createdAt" DESC OFFSET ${most - 1}::int
        FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO "OAuthClient" (id, metadata) VALUES (${id}, ${metadata})`;
}

/** Returns the metadata of a registered app, or null if there is no app with this id. */
export async function findOAuthClient(store: Store, id: string): Promise<string | null> {
  const found = await firstRow<{ metadata: string }>(store)`SELECT metadata FROM "OAuthClient" WHERE id = ${id}`;
  return found?.metadata ?? null;
}

/** A code, token or pending request of the authorization server. */
export interface NewOAuthItem {
  kind: string;
  hash: Buffer;
  userCode: Buffer | null;
  clientId: string;
  clientName: string;
  redirectHost: string | null;
  scopes: readonly string[];
  payload: string;
  /** The id of the connection, or null if there is none yet. */
  keyId: string | null;
  /** For a code: the hash of the ticket of the member who consented. */
  ticket: Buffer | null;
  seconds: number;
}

/**
 * Stores an item. Returns false for a code without its ticket, for a code or token with more scopes than its
 * connection, and if the connection has ended.
 */
export async function keepOAuthItem(store: Store, item: NewOAuthItem): Promise<boolean> {
  const { kind, keyId, clientId, scopes } = item;
  // Anyone may start an authorization request, which has no connection yet.
  if (kind === 'Interaction' || kind === 'DeviceCode') return anyRow(store)`${insertItem({ ...item, keyId: null })}`;
  const isCode = kind === 'AuthorizationCode';
  // The connection's `hash` is that of the member's ticket. A code replaces it, so the ticket can't be used again. A
  // token extends the connection to its own expiry, but to at most 90 days in total.
  const change = isCode
    ? sql`hash = ${randomBytes(32)}`
    : sql`"expiresAt" = least(k."createdAt" + interval '90 days', greatest(k."expiresAt", ${endOf(item)}))`;
  return inTransaction(store, 'keepOAuthItem', keyId ?? '', async (transaction) => {
    const changed = await transaction.$executeRaw`
      UPDATE "ApiKey" k SET ${change} WHERE k.id = ${keyId} AND k."clientId" = ${clientId}
        AND ${scopes}::text[] <@ k.scopes AND ${isActive} AND (${!isCode} OR k.hash = ${item.ticket})`;
    if (changed === 0) return false;
    await transaction.$executeRaw`
      UPDATE "OAuthClient" SET "usedAt" = clock_timestamp()
      WHERE id = ${clientId} AND coalesce("usedAt" < clock_timestamp() - interval '1 day', true)`;
    return (await transaction.$executeRaw(insertItem(item))) > 0;
  });
}

const endOf = ({ seconds }: NewOAuthItem) => sql`clock_timestamp() + make_interval(secs => ${seconds}::int)`;

function insertItem(item: NewOAuthItem): Statement {
  const { kind, hash, userCode, clientId, clientName, redirectHost, scopes, payload, keyId } = item;
  return sql`
    INSERT INTO "OAuthItem" (hash, kind, "userCode", "clientId", "clientName", "redirectHost", scopes, payload, "keyId", "expiresAt")
    VALUES (${hash}, ${kind}, ${userCode}, ${clientId}, ${clientName}, ${redirectHost}, ${scopes}::text[], ${payload}, ${keyId}, ${endOf(item)})
    ON CONFLICT DO NOTHING`;
}

export interface OAuthItem {
  payload: string;
  scopes: string[];
  /** Whether a request has led to a code or token. Always false for codes and tokens, which `useOAuthItem` checks. */
  used: boolean;
  refused: boolean;
  /** The connection. `userId` is the member who made it. Both are null if there is no connection yet. */
  keyId: string | null;
  userId: string | null;
}

/**
 * Finds an item by the hash of its secret. For an authorization request, `keyId` and `userId` are set only if `ticket`
 * belongs to the connection.
 */
export async function findOAuthItem(
  store: Store,
  kind: string,
  hash: Buffer,
  ticket: Buffer | null,
): Promise<OAuthItem | null> {
  return firstRow<OAuthItem>(store)`
    SELECT i.payload, i.scopes, i."usedAt" IS NOT NULL AND i.kind IN ('Interaction', 'DeviceCode') AS used,
      i."refusedAt" IS NOT NULL AS refused, k.id AS "keyId", k."createdById" AS "userId"
    FROM "OAuthItem" i LEFT JOIN "ApiKey" k ON k.id = i."keyId" AND (i.kind <> 'Interaction' OR k.hash = ${ticket})
    WHERE i.hash = ${hash} AND i.kind = ${kind}`;
}

/**
 * Marks an item as used, and returns true if this was its first use. A refresh token also returns true for one more
 * minute. Any later use returns false and ends the connection of a code or refresh token, because two parties have it.
 */
export async function useOAuthItem(store: Store, kind: string, hash: Buffer): Promise<boolean> {
  const isFirst = await anyRow(store)`
    UPDATE "OAuthItem" SET "usedAt" = clock_timestamp() WHERE hash = ${hash} AND kind = ${kind} AND "usedAt" IS NULL`;
  if (isFirst) return true;
  const used = await firstRow<{ keyId: string | null; isRecent: boolean }>(store)`
    SELECT "keyId", "usedAt" > clock_timestamp() - interval '1 minute' AS "isRecent" FROM "OAuthItem"
    WHERE hash = ${hash} AND kind = ${kind}`;
  if (kind === 'RefreshToken' && used?.isRecent) return true;
  if (used?.keyId && (kind === 'AuthorizationCode' || kind === 'RefreshToken'))
    await endConnection(store, used.keyId, true);
  return false;
}

/** Returns the app, the member and the scopes of a connection, or null if it has ended. */
export async function findConnection(
  store: Store,
  id: string,
): Promise<{ clientId: string; userId: string; scopes: string[] } | null> {
  return firstRow<{ clientId: string; userId: string; scopes: string[] }>(store)`
    SELECT k."clientId", k."createdById" AS "userId", k.scopes FROM "ApiKey" k
    WHERE k.id = ${id} AND k."clientId" IS NOT NULL AND ${isActive}`;
}

/**
 * Ends a connection. `isReplayed` means that its code or refresh token was used twice, which is recorded in the audit
 * log.
 */
export async function endConnection(store: Store, id: string, isReplayed = false): Promise<void> {
  const isConnection = sql`id = ${id} AND "clientId" IS NOT NULL`;
  await inTransaction(store, 'endConnection', id, async (transaction) => {
    if (isReplayed)
      await transaction.$executeRaw`
        INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, network, result, detail)
          SELECT 'aud_' || uuidv7(), "organizationId", 'app_token_replayed', 'api_key', id, ${originNetwork()},
            'invalid_grant', jsonb_build_object('id', id, 'mode', mode)
          FROM "ApiKey" WHERE ${isConnection} AND "revokedAt" IS NULL FOR NO KEY UPDATE`;
    await revokeKeys(transaction, isConnection);
  });
}
