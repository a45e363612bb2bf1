import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { newId } from '../ids.ts';
import { inTransaction, poolOf, prismaOf, type Store } from '../database/store.ts';

export interface ApiKeyRow {
  id: string;
  mode: Mode;
  createdAt: Date;
  lastFour: string | null;
  revokedAt: Date | null;
}

/** A key that is not revoked. */
export interface KeyCredential {
  id: string;
  organizationId: string;
  mode: Mode;
}

/** The key of this hash, unless it is revoked. */
export async function findApiKey(store: Store, hash: Buffer): Promise<KeyCredential | null> {
  const { rows } = await poolOf(store).query<KeyCredential>({
    name: 'api-key-by-hash',
    text: 'SELECT id, "organizationId", mode FROM "ApiKey" WHERE hash = $1 AND "revokedAt" IS NULL',
    values: [hash],
  });
  return rows[0] ?? null;
}

/** The keys of an organization in one mode, newest first, revoked ones included. */
export async function listApiKeys(store: Store, { organizationId, mode }: Scope): Promise<ApiKeyRow[]> {
  const keys = await prismaOf(store).apiKey.findMany({
    where: { organizationId, mode },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, createdAt: true, lastFour: true, revokedAt: true },
  });
  return keys.map((key) => ({ ...key, mode }));
}

/** Keeps a new key and returns its id; null where the organization has `maxActive` active ones in this mode. */
export async function createApiKey(
  store: Store,
  { organizationId, mode }: Scope,
  { hash, lastFour, maxActive }: { hash: Buffer; lastFour: string; maxActive: number },
): Promise<string | null> {
  return inTransaction(store, 'createApiKey', organizationId, async (tx) => {
    // Creations of one organization wait here for each other, so that none of them counts what another is adding.
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const active = await tx.apiKey.count({ where: { organizationId, mode, revokedAt: null } });
    if (active >= maxActive) return null;
    const id = newId('apiKey');
    await tx.apiKey.create({ data: { id, hash: new Uint8Array(hash), organizationId, mode, lastFour } });
    return id;
  });
}

/** So many of an organization and mode are listed; who makes and revokes keys all day loses the oldest of them. */
export const keptRevokedKeys = 1000;

/** The key stops authenticating at once; false where the organization has none of this id in this mode. */
export async function revokeApiKey(store: Store, { organizationId, mode }: Scope, id: string): Promise<boolean> {
  const prisma = prismaOf(store);
  const key = await prisma.apiKey.findUnique({ where: { id, organizationId, mode }, select: { id: true } });
  if (!key) return false;
  // The time of the first revocation stays.
  await prisma.$executeRaw`UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = ${id} AND "revokedAt" IS NULL`;
  await prisma.$executeRaw`
    DELETE FROM "ApiKey" WHERE id IN (
      SELECT id FROM "ApiKey" WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND "revokedAt" IS NOT NULL
      ORDER BY "createdAt" DESC, id DESC OFFSET ${keptRevokedKeys})`;
  return true;
}
