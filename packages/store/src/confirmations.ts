import type { CaseFacts } from '@evict/case-model';
import { countStored } from './bytes/storage-quota.ts';
import type { Scope } from './cases/types.ts';
import { firstRow, inTransaction, raw, type Store } from './database/store.ts';

export type ConfirmedAction = 'submit' | 'withdraw' | 'report_cure' | 'pay';

/** What a key asks a person for. */
export interface Asked {
  caseId: string;
  action: ConfirmedAction;
  /** What to pay. */
  chargeId: string | null;
  keyId: string;
}

export interface ConfirmationRow {
  id: string;
  caseId: string;
  action: ConfirmedAction;
  chargeId: string | null;
  status: 'pending' | 'confirmed' | 'used' | 'void' | 'expired';
  askedBy: { id: string; name: string | null };
  createdAt: Date;
  expiresAt: Date;
  confirmedBy: { id: string; name: string | null } | null;
  confirmedAt: Date | null;
}

/** The hash of what a person sees of case `c`, for confirmation `f`. */
const currentHash = raw(`"confirmedHash"(c, f."chargeId")`);

/** A confirmation of the scope; null if there is none. */
export async function findConfirmation(
  store: Store,
  { organizationId, mode }: Scope,
  id: string,
): Promise<ConfirmationRow | null> {
  return firstRow<ConfirmationRow>(store)`
    SELECT f.id, f."caseId", f.action, f."chargeId", f."createdAt", f."expiresAt", f."confirmedAt",
      CASE WHEN f."usedBy" IS NOT NULL THEN 'used' WHEN f."expiresAt" <= clock_timestamp() THEN 'expired'
        WHEN f.hash <> ${currentHash} THEN 'void' WHEN f."confirmedAt" IS NOT NULL THEN 'confirmed' ELSE 'pending' END AS status,
      json_build_object('id', f."keyId", 'name', k.name) AS "askedBy",
      CASE WHEN f."confirmedById" IS NOT NULL THEN json_build_object('id', f."confirmedById", 'name', u.name) END AS "confirmedBy"
    FROM "Confirmation" f JOIN "Case" c ON c.id = f."caseId" LEFT JOIN "ApiKey" k ON k.id = f."keyId"
      LEFT JOIN "User" u ON u.id = f."confirmedById"
    WHERE f.id = ${id} AND f."organizationId" = ${organizationId} AND f.mode = ${mode}`;
}

interface Open {
  id: string;
  expiresAt: Date;
}

/** What a person was asked for already, and can still confirm for a while; null if nothing. */
export async function findAsked(
  store: Store,
  { organizationId, mode }: Scope,
  { caseId, action, chargeId, keyId }: Asked,
): Promise<Open | null> {
  return firstRow<Open>(store)`
    SELECT f.id, f."expiresAt" FROM "Confirmation" f JOIN "Case" c ON c.id = f."caseId"
    WHERE f."caseId" = ${caseId} AND f.action = ${action} AND f."chargeId" IS NOT DISTINCT FROM ${chargeId}
      AND f."keyId" = ${keyId} AND f."confirmedAt" IS NULL AND f."expiresAt" > clock_timestamp() + interval '1 hour'
      AND f.hash = ${currentHash} AND f."organizationId" = ${organizationId} AND f.mode = ${mode} LIMIT 1`;
}

/** Asks a person to confirm, as the case is now. Null if the case is not of the scope, or erased. */
export async function askConfirmation(
  store: Store,
  { organizationId, mode }: Scope,
  { caseId, action, chargeId, keyId }: Asked,
  id: string,
): Promise<Open | null> {
  return firstRow<Open>(store)`
    INSERT INTO "Confirmation" (id, "organizationId", mode, "caseId", "keyId", action, "chargeId", hash)
    SELECT ${id}, c."organizationId", c.mode, c.id, ${keyId}, ${action}, f."chargeId", ${currentHash}
    FROM "Case" c, (VALUES (${chargeId}::text)) f ("chargeId")
    WHERE c.id = ${caseId} AND c."organizationId" = ${organizationId} AND c.mode = ${mode} AND c."erasedAt" IS NULL
    RETURNING id, "expiresAt"`;
}

/**
 * A member confirms: attestations that are given replace those of the draft, and what is confirmed is the case with them.
 * False if there is nothing to confirm any more: it is confirmed, expired, or the case was changed.
 */
export async function confirmAction(
  store: Store,
  { organizationId, mode }: Scope,
  { id, caseId, attestations }: { id: string; caseId: string; attestations: CaseFacts['attestations'] | undefined },
): Promise<boolean> {
  return inTransaction(store, 'confirmAction', `${organizationId} ${caseId}`, async (transaction) => {
    // Its edits wait, and are compared with what was asked.
    await transaction.$queryRaw`SELECT FROM "Case" WHERE id = ${caseId} AND "organizationId" = ${organizationId}
      AND mode = ${mode} FOR NO KEY UPDATE`;
    const open = await transaction.$queryRaw<unknown[]>`
      SELECT FROM "Confirmation" f JOIN "Case" c ON c.id = f."caseId" WHERE f.id = ${id} AND f."caseId" = ${caseId}
        AND f."organizationId" = ${organizationId} AND f.mode = ${mode} AND f."confirmedAt" IS NULL AND f."expiresAt" > clock_timestamp() AND f.hash = ${currentHash} FOR UPDATE OF f`;
    if (open.length === 0) return false;
    if (attestations) {
      await countStored(
        transaction,
        { organizationId, mode },
        { caseIds: [caseId] },
        () => transaction.$executeRaw`
          UPDATE "Case" SET facts = jsonb_set(facts, '{attestations}', ${JSON.stringify(attestations)}::jsonb),
            "factsVersion" = "factsVersion" + 1, "updatedAt" = clock_timestamp(),
            clock = clock_timestamp() + "clockAheadMs" * interval '1 millisecond'
          WHERE id = ${caseId} AND state = 'draft'`,
      );
    }
    await transaction.$executeRaw`
      UPDATE "Confirmation" f SET "confirmedAt" = clock_timestamp(), hash = ${currentHash}
      FROM "Case" c WHERE c.id = f."caseId" AND f.id = ${id}`;
    return true;
  });
}

/**
 * Uses what a person has confirmed, for the command or request with id `usedBy` and its repetitions. Returns that id; null
 * if nothing is confirmed for the case as it is now. With `orUndecided` also the id of an earlier one that used it, while
 * that is not decided: a caller who lost the answer sends the same command again.
 */
export async function useConfirmation(
  store: Store,
  { organizationId, mode }: Scope,
  { caseId, action, chargeId, keyId }: Asked,
  { usedBy, orUndecided }: { usedBy: string; orUndecided: boolean },
): Promise<string | null> {
  const used = await firstRow<{ usedBy: string }>(store)`
    UPDATE "Confirmation" u SET "usedBy" = coalesce(u."usedBy", ${usedBy}) WHERE u.id = (
      SELECT f.id FROM "Confirmation" f JOIN "Case" c ON c.id = f."caseId"
      WHERE f."caseId" = ${caseId} AND f.action = ${action} AND f."chargeId" IS NOT DISTINCT FROM ${chargeId}
        AND f."keyId" = ${keyId} AND f."organizationId" = ${organizationId} AND f.mode = ${mode}
        AND (f."usedBy" = ${usedBy} OR f."confirmedAt" IS NOT NULL AND f."expiresAt" > clock_timestamp()
          AND f.hash = ${currentHash} AND (f."usedBy" IS NULL OR ${orUndecided}
            AND NOT EXISTS (SELECT FROM "Command" d WHERE d.id = f."usedBy" AND d.outcome IS NOT NULL)))
      ORDER BY f."usedBy" = ${usedBy} DESC NULLS LAST, f."usedBy" NULLS LAST, f."confirmedAt" LIMIT 1 FOR UPDATE OF f)
    RETURNING u."usedBy"`;
  return used?.usedBy ?? null;
}
