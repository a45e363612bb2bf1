import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { newId } from '../ids.ts';
import { fromOrigin } from '../audit/origin.ts';
import { takeSlot, type Window } from '../requests/rate-limits.ts';
import { allRows, countRows, firstRow, inTransaction, prismaOf, raw, sql, type Store } from '../database/store.ts';

/** Whether a person confirms what an agent does: always, never, or at `/mcp` alone (null). */
export type KeyConfirm = 'required' | 'never';

/** An active key. */
export interface KeyCredential {
  id: string;
  organizationId: string;
  mode: Mode;
  scopes: string[];
  confirm: KeyConfirm | null;
  /** The app whose access token it is; null for a key. */
  clientId: string | null;
  /** Whether the organization is. */
  verified: boolean;
}

/** The key with this hash, unless it is revoked or has expired. */
export async function findApiKey(store: Store, hash: Buffer): Promise<KeyCredential | null> {
  return firstRow<KeyCredential>(
    store,
  )`SELECT id, "organizationId", mode, scopes, verified, confirm, "clientId" FROM "apiKeyOf"(${hash})`;
}

interface ApiKeyRow {
  id: string;
  createdAt: Date;
  lastFour: string | null;
  revokedAt: Date | null;
  name: string | null;
  scopes: string[];
  confirm: KeyConfirm | null;
  expiresAt: Date | null;
  /** The name is null once the user is gone. */
  createdBy: { id: string; name: string | null } | null;
  lastUsedAt: Date | null;
}

/** The keys of an organization in one mode, newest first, revoked and expired ones included. */
export async function listApiKeys(store: Store, { organizationId, mode }: Scope): Promise<ApiKeyRow[]> {
  return allRows<ApiKeyRow>(store)`
    SELECT k.id, k."createdAt", k."lastFour", k."revokedAt", k.name, k.scopes, k.confirm, k."expiresAt", k."lastUsedAt",
      CASE WHEN k."createdById" IS NOT NULL THEN json_build_object('id', k."createdById", 'name', u.name) END AS "createdBy"
    FROM "ApiKey" k LEFT JOIN "User" u ON u.id = k."createdById"
    WHERE k."organizationId" = ${organizationId} AND k.mode = ${mode} AND k."clientId" IS NULL
    ORDER BY k."createdAt" DESC, k.id DESC`;
}

/** A key to be created. `createdBy`: the user of a session, or the key that passes on its creator and its expiry. */
export interface NewApiKey {
  hash: Buffer;
  lastFour: string;
  maxActive: number;
  /** Limits the mails to owners about new keys. */
  mailLimit?: { key: string; window: Window };
  name?: string;
  scopes?: string[] | undefined;
  confirm?: KeyConfirm | null | undefined;
  expiresAt?: Date | undefined;
  createdBy?: { userId: string } | { keyId: string };
}

/**
 * Creates a key and returns its id. Refused if its creator has been removed meanwhile, if the organization has `maxActive`
 * active keys in this mode, or if it would end before now or after the key that creates it.
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
    // Creations within one organization wait here for each other, so that they count correctly, and for its members.
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const { userId, keyId } = { userId: null, keyId: null, ...createdBy };
    const [maker = createdBy ? null : { createdById: null, expiresAt: null }] = await tx.$queryRaw<
      { createdById: string | null; expiresAt: Date | null }[]
    >`SELECT id AS "createdById", NULL::timestamptz AS "expiresAt" FROM "User"
        WHERE id = ${userId} AND "organizationId" = ${organizationId}
      UNION ALL SELECT "createdById", "expiresAt" FROM "ApiKey" WHERE id = ${keyId} AND ${isActive}`;
    if (!maker) return { refusal: 'unauthenticated' };
    const [found] = await tx.$queryRaw<{ active: number; now: Date }[]>`
      SELECT count(*)::int AS active, now() AS now FROM "ApiKey"
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
    await tx.$executeRaw(deleteOld({ organizationId, mode }));
    if (mailLimit)
      await tx.$executeRaw`
        WITH slot AS (${takeSlot(mailLimit.key, mailLimit.window)})
        SELECT "notifyAccount"(${organizationId}, 'key_created') FROM slot WHERE admitted`;
    return { id: data.id };
  });
}

/** Records that keys were used, unless it was recorded within the last minute. */
export async function recordKeyUses(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    UPDATE "ApiKey" SET "lastUsedAt" = now() WHERE id IN (
      SELECT id FROM "ApiKey" WHERE id = ANY (${ids}) AND coalesce("lastUsedAt" < now() - interval '1 minute', true)
      FOR NO KEY UPDATE SKIP LOCKED)`;
}

/** How many revoked and expired keys an organization keeps in a mode. Older ones are deleted. */
export const maxRevokedKeys = 1000;

/** Revokes a key with immediate effect. Returns false if the organization has no such key in this mode. */
export async function revokeApiKey(store: Store, scope: Scope, id: string): Promise<boolean> {
  const prisma = prismaOf(store);
  const { organizationId, mode } = scope;
  const key = await prisma.apiKey.findUnique({
    where: { id, organizationId, mode, clientId: null },
    select: { id: true },
  });
  if (!key) return false;
  // A second revocation keeps the time of the first.
  await prisma.$executeRaw`UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = ${id} AND "revokedAt" IS NULL AND ${fromOrigin()}`;
  await prisma.$executeRaw(deleteOld(scope));
  return true;
}

const isActive = raw(`"revokedAt" IS NULL AND coalesce("expiresAt" > now(), true)`);

const deleteOld = ({ organizationId, mode }: Scope) => sql`
  DELETE FROM "ApiKey" WHERE id IN (
    SELECT id FROM "ApiKey" WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND NOT (${isActive})
    ORDER BY "createdAt" DESC, id DESC OFFSET ${maxRevokedKeys})`;
