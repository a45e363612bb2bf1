import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { newId } from '../ids.ts';
import { recordAudit, recordAudits } from '../audit/record.ts';
import { acquireSlotWithin, type Window } from '../requests/rate-limits.ts';
import {
  allRows,
  countRows,
  firstRow,
  inTransaction,
  raw,
  sql,
  type Statement,
  type Store,
} from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { notifyOwners } from './notices.ts';

/**
 * Whether an agent that uses the key needs a member's confirmation for actions that only a person may take: always
 * (`required`) or never. If a field of this type is null, only requests to `/mcp` need it.
 */
export type KeyConfirm = 'required' | 'never';

/** A usable API key, or the connection of an app whose access token was presented. */
export interface KeyCredential {
  id: string;
  organizationId: string;
  mode: Mode;
  scopes: string[];
  confirm: KeyConfirm | null;
  /** The app that an access token belongs to, or null for an ordinary key. */
  clientId: string | null;
  /** Whether the organization is verified. */
  verified: boolean;
}

/**
 * Finds the API key with this hash, or the app's connection whose access token has this hash. Returns null if there is
 * none or it can't be used now.
 */
export async function findApiKey(store: Store, hash: Buffer): Promise<KeyCredential | null> {
  return firstRow<KeyCredential>(store)`${apiKeyWith(hash)}`;
}

/**
 * Returns the query that `findApiKey` runs. An access token has only those of its scopes that its connection has too.
 */
export function apiKeyWith(hash: Buffer): Statement {
  return sql`
    SELECT k.id, k."organizationId", k.mode, CASE WHEN f.scopes IS NULL THEN k.scopes ELSE ARRAY(
        SELECT unnest(k.scopes) INTERSECT SELECT unnest(f.scopes)) END AS scopes, o.verified, k.confirm, k."clientId"
    FROM (
      SELECT key.id, NULL::text[] AS scopes FROM "ApiKey" key WHERE key.hash = ${hash} AND key."clientId" IS NULL
      UNION ALL SELECT i."keyId", i.scopes FROM "OAuthItem" i
        WHERE i.hash = ${hash} AND i.kind = 'AccessToken' AND i."expiresAt" > now()
    ) f JOIN "ApiKey" k ON k.id = f.id JOIN "Organization" o ON o.id = k."organizationId"
    WHERE ${isActive}`;
}

const hasNotEnded = raw(`(k."revokedAt" IS NULL AND coalesce(k."expiresAt" > now(), true))`);

/**
 * An SQL condition: key `k` can be used. The key behind an app's connection can be used only while the member who
 * connected the app belongs to the organization and, in live mode, is an owner.
 */
export const isActive = sql`(${hasNotEnded} AND (k."clientId" IS NULL OR EXISTS (
  SELECT FROM "User" u WHERE u.id = k."createdById" AND u."organizationId" = k."organizationId" AND u."erasedAt" IS NULL
    AND (k.mode = 'test' OR u.role = 'owner'))))`;

interface ApiKeyRow {
  id: string;
  createdAt: Date;
  lastFour: string | null;
  revokedAt: Date | null;
  name: string | null;
  scopes: string[];
  confirm: KeyConfirm | null;
  expiresAt: Date | null;
  /** The name is null once the user has been removed. */
  createdBy: { id: string; name: string | null } | null;
  lastUsedAt: Date | null;
}

/** Lists all keys of an organization in one mode, newest first, including revoked and expired ones. */
export async function listApiKeys(store: Store, { organizationId, mode }: Scope): Promise<ApiKeyRow[]> {
  return allRows<ApiKeyRow>(store)`
    SELECT k.id, k."createdAt", k."lastFour", k."revokedAt", k.name, k.scopes, k.confirm, k."expiresAt", k."lastUsedAt",
      CASE WHEN k."createdById" IS NOT NULL THEN json_build_object('id', k."createdById", 'name', u.name) END AS "createdBy"
    FROM "ApiKey" k LEFT JOIN "User" u ON u.id = k."createdById"
    WHERE k."organizationId" = ${organizationId} AND k.mode = ${mode} AND k."clientId" IS NULL
    ORDER BY k."createdAt" DESC, k.id DESC`;
}

/** A key to create. `createdBy` is the user of a session, or a key whose creator and expiry the new key inherits. */
export interface NewApiKey {
  hash: Buffer;
  lastFour: string;
  maxActive: number;
  /** Limits the emails that tell owners about new keys. If absent, no email is sent. */
  mailLimit?: { key: string; window: Window };
  name?: string;
  scopes?: string[] | undefined;
  confirm?: KeyConfirm | null | undefined;
  expiresAt?: Date | undefined;
  createdBy?: { userId: string } | { keyId: string };
}

/**
 * Creates a key and returns its id. Refuses if the user or key that creates it is no longer valid, if the organization
 * already has `maxActive` active keys in this mode, or if the key would expire in the past or after the key that
 * creates it.
 */
export async function createApiKey(
  store: Store,
  { organizationId, mode }: Scope,
  {
    hash,
    maxActive,
    mailLimit,
    createdBy,
    expiresAt,
    confirm = null,
    scopes = ['read', 'write', 'submit'],
    ...key
  }: NewApiKey,
): Promise<{ id: string } | { refusal: 'unauthenticated' | 'key_limit' | 'expiry' }> {
  return inTransaction(store, 'createApiKey', organizationId, async (tx) => {
    // Lock the organization, so that concurrent calls can't exceed the limit and its members don't change meanwhile.
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const { userId, keyId } = { userId: null, keyId: null, ...createdBy };
    const [maker = createdBy ? null : { createdById: null, expiresAt: null }] = await tx.$queryRaw<
      { createdById: string | null; expiresAt: Date | null }[]
    >`SELECT id AS "createdById", NULL::timestamptz AS "expiresAt" FROM "User"
        WHERE id = ${userId} AND "organizationId" = ${organizationId}
      UNION ALL SELECT "createdById", "expiresAt" FROM "ApiKey" k WHERE id = ${keyId} AND ${isActive}`;
    if (!maker) return { refusal: 'unauthenticated' };
    const [found] = await tx.$queryRaw<{ active: number; now: Date }[]>`
      SELECT count(*)::int AS active, now() AS now FROM "ApiKey" k
      WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND "clientId" IS NULL AND ${isActive}`;
    if (!found || found.active >= maxActive) return { refusal: 'key_limit' };
    if (expiresAt && (expiresAt <= found.now || (maker.expiresAt && expiresAt > maker.expiresAt)))
      return { refusal: 'expiry' };
    const data = {
      ...maker,
      ...key,
      ...(expiresAt && { expiresAt }),
      id: newId('apiKey'),
      organizationId,
      mode,
      scopes,
      confirm,
    };
    await tx.apiKey.create({ data: { ...data, hash: new Uint8Array(hash) }, select: { id: true } });
    const detail = { id: data.id, mode, lastFour: key.lastFour };
    await recordAudit(tx, { organizationId, action: 'api_key_created', detail });
    await tx.$executeRaw(deleteOld({ organizationId, mode }));
    if (mailLimit) {
      const slot = await acquireSlotWithin(tx, mailLimit.key, mailLimit.window);
      if (slot.admitted) await notifyOwners(tx, organizationId, 'key_created');
    }
    return { id: data.id };
  });
}

/** Records that keys were used, at most once a minute for each. */
export async function recordKeyUses(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    UPDATE "ApiKey" SET "lastUsedAt" = now() WHERE id IN (
      SELECT id FROM "ApiKey" WHERE id = ANY (${ids}) AND coalesce("lastUsedAt" < now() - interval '1 minute', true)
      FOR NO KEY UPDATE SKIP LOCKED)`;
}

/**
 * The number of revoked and expired keys and connections that are kept per organization and mode. Older ones are
 * deleted.
 */
export const maxRevokedKeys = 1000;

/** Revokes a key immediately. Returns false if the organization has no such key in this mode. */
export async function revokeApiKey(store: Store, scope: Scope, id: string): Promise<boolean> {
  const { organizationId, mode } = scope;
  return inTransaction(store, 'revokeApiKey', `${organizationId} ${id}`, async (transaction) => {
    const where = { id, organizationId, mode, clientId: null };
    if ((await transaction.apiKey.count({ where })) === 0) return false;
    await revokeKeys(transaction, sql`id = ${id}`);
    await transaction.$executeRaw(deleteOld(scope));
    return true;
  });
}

/**
 * Revokes the matching keys and connections. Those that are already revoked keep their time of revocation. If `at` is
 * null, the time is now.
 */
export async function revokeKeys(transaction: Transaction, those: Statement, at: Date | null = null): Promise<void> {
  type Revoked = { id: string; organizationId: string; mode: string; lastFour: string | null; clientId: string | null };
  const revoked = await transaction.$queryRaw<Revoked[]>`
    UPDATE "ApiKey" SET "revokedAt" = coalesce(${at}::timestamptz, now()) WHERE "revokedAt" IS NULL AND ${those}
    RETURNING id, "organizationId", mode, "lastFour", "clientId"`;
  await recordAudits(
    transaction,
    revoked.map(({ organizationId, id, mode, lastFour, clientId }) =>
      clientId === null
        ? { organizationId, action: 'api_key_revoked', detail: { id, mode, lastFour } }
        : { organizationId, action: 'app_disconnected', detail: { id, mode, clientId } },
    ),
  );
}

const deleteOld = ({ organizationId, mode }: Scope) => sql`
  DELETE FROM "ApiKey" WHERE id IN (
    SELECT id FROM "ApiKey" k WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND NOT ${hasNotEnded}
    ORDER BY "createdAt" DESC, id DESC OFFSET ${maxRevokedKeys})`;
