import type { Mode } from '@evict/case-model';
import type { Scope } from '../cases/types.ts';
import { newId } from '../ids.ts';
import { fromOrigin } from '../audit/origin.ts';
import { firstRow, inTransaction, prismaOf, type Store } from '../database/store.ts';

/** An active key. */
export interface KeyCredential {
  id: string;
  organizationId: string;
  mode: Mode;
}

/** The key with this hash, unless it is revoked. */
export async function findApiKey(store: Store, hash: Buffer): Promise<KeyCredential | null> {
  return firstRow<KeyCredential>(store)`
    SELECT id, "organizationId", mode FROM "ApiKey" WHERE hash = ${hash} AND "revokedAt" IS NULL`;
}

/** The keys of an organization in one mode, newest first, revoked ones included. */
export async function listApiKeys(store: Store, { organizationId, mode }: Scope) {
  const keys = await prismaOf(store).apiKey.findMany({
    where: { organizationId, mode },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, createdAt: true, lastFour: true, revokedAt: true },
  });
  return keys.map((key) => ({ ...key, mode }));
}

/** Creates a key and returns its id; null if the organization has `maxActive` active keys in this mode. */
export async function createApiKey(
  store: Store,
  { organizationId, mode }: Scope,
  { hash, lastFour, maxActive }: { hash: Buffer; lastFour: string; maxActive: number },
): Promise<string | null> {
  return inTransaction(store, 'createApiKey', organizationId, async (tx) => {
    // Creations within one organization wait here for each other, so that they count correctly.
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const active = await tx.apiKey.count({ where: { organizationId, mode, revokedAt: null } });
    if (active >= maxActive) return null;
    const id = newId('apiKey');
    await tx.apiKey.create({ data: { id, hash: new Uint8Array(hash), organizationId, mode, lastFour } });
    return id;
  });
}

/** How many revoked keys an organization keeps in a mode. Older ones are deleted. */
export const maxRevokedKeys = 1000;

/** Revokes a key with immediate effect. Returns false if the organization has no such key in this mode. */
export async function revokeApiKey(store: Store, { organizationId, mode }: Scope, id: string): Promise<boolean> {
  const prisma = prismaOf(store);
  const key = await prisma.apiKey.findUnique({ where: { id, organizationId, mode }, select: { id: true } });
  if (!key) return false;
  // A second revocation keeps the time of the first.
  await prisma.$executeRaw`UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = ${id} AND "revokedAt" IS NULL AND ${fromOrigin()}`;
  await prisma.$executeRaw`
    DELETE FROM "ApiKey" WHERE id IN (
      SELECT id FROM "ApiKey" WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND "revokedAt" IS NOT NULL
      ORDER BY "createdAt" DESC, id DESC OFFSET ${maxRevokedKeys})`;
  return true;
}
