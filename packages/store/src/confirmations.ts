import type { Author, CaseFacts } from '@evict/case-model';
import { recordAudit } from './audit/record.ts';
import { countStored } from './bytes/storage-quota.ts';
import type { Scope } from './cases/types.ts';
import { firstRow, inTransaction, raw, sql, type Statement, type Store } from './database/store.ts';

export type ConfirmedAction = 'submit' | 'withdraw' | 'report_cure' | 'pay';

/** An action that an API key asks a member to confirm. */
export interface Asked {
  caseId: string;
  action: ConfirmedAction;
  /** The charge to pay. Null for any other action. */
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

/**
 * SQL for a hash of what a member sees of case `c` before confirming `f`: its state, facts and evidence, and the charge
 * to pay. It includes the facts version, so even a change that was undone voids the confirmation.
 */
export const confirmedHashSql = `sha256(convert_to(jsonb_build_array(c.state, c."factsVersion", c.facts,
    (SELECT jsonb_agg(jsonb_build_array(d.id, d.filename, d.purpose, d."contentHash") ORDER BY d.id)
      FROM "Document" d WHERE d."caseId" = c.id AND d.purpose IS NOT NULL AND NOT d.superseded),
    (SELECT jsonb_build_array(h.id, h."amountCents", h.state) FROM "Charge" h
      WHERE h.id = f."chargeId" AND h."caseId" = c.id)
  )::text, 'UTF8'))`;
const currentHash = raw(confirmedHashSql);

/** Finds the confirmation with this id in the scope, or returns null. */
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

/**
 * Finds a confirmation that was already requested for the same action and stays open for at least another hour, or
 * returns null.
 */
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

/**
 * Requests a member's confirmation for the case in its current state. Returns null if the case or key is outside the
 * scope, or the case is erased.
 */
export async function askConfirmation(
  store: Store,
  { organizationId, mode }: Scope,
  { caseId, action, chargeId, keyId }: Asked,
  id: string,
): Promise<Open | null> {
  return firstRow<Open>(store)`
    INSERT INTO "Confirmation" (id, "organizationId", mode, "caseId", "keyId", action, "chargeId", hash)
    SELECT ${id}, c."organizationId", c.mode, c.id, ${keyId}, ${action}, f."chargeId", ${currentHash}
    FROM "Case" c JOIN "ApiKey" k ON k."organizationId" = c."organizationId" AND k.mode = c.mode,
      (VALUES (${chargeId}::text)) f ("chargeId")
    WHERE c.id = ${caseId} AND c."organizationId" = ${organizationId} AND c.mode = ${mode} AND c."erasedAt" IS NULL
      AND k.id = ${keyId}
    RETURNING id, "expiresAt"`;
}

/**
 * Records that a member confirmed an action in their session. Attestations given with it replace the draft's
 * attestations and are covered by the confirmation. Returns false if the action can't be confirmed: it already was, the
 * request has expired, the case has changed, or the session has ended.
 */
export async function confirmAction(
  store: Store,
  { organizationId, mode }: Scope,
  { id, caseId, by, attestations }: Confirmed,
): Promise<boolean> {
  return inTransaction(store, 'confirmAction', `${organizationId} ${caseId}`, async (transaction) => {
    // Lock the case, so that it can't change between the comparison of the hash and the commit.
    await transaction.$queryRaw`SELECT FROM "Case" WHERE id = ${caseId} AND "organizationId" = ${organizationId}
      AND mode = ${mode} FOR NO KEY UPDATE`;
    const [open] = await transaction.$queryRaw<{ action: ConfirmedAction; keyId: string }[]>`
      SELECT f.action, f."keyId" FROM "Confirmation" f JOIN "Case" c ON c.id = f."caseId"
      WHERE f.id = ${id} AND f."caseId" = ${caseId} AND f."organizationId" = ${organizationId} AND f.mode = ${mode}
        AND f."confirmedAt" IS NULL AND f."expiresAt" > clock_timestamp() AND f.hash = ${currentHash}
        AND EXISTS (SELECT FROM "Session" s JOIN "User" u ON u.id = s."userId" WHERE s.id = ${by.sessionId}
          AND u.id = ${by.userId} AND u."organizationId" = ${organizationId} AND s."revokedAt" IS NULL AND NOT s.pending)
      FOR UPDATE OF f`;
    if (!open) return false;
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
      UPDATE "Confirmation" f SET "confirmedAt" = clock_timestamp(), "confirmedById" = ${by.userId}, hash = ${currentHash}
      FROM "Case" c WHERE c.id = f."caseId" AND f.id = ${id}`;
    const detail = { id, caseId, ...open };
    await recordAudit(transaction, { organizationId, action: 'action_confirmed', userId: by.userId, detail });
    return true;
  });
}

interface Confirmed {
  id: string;
  caseId: string;
  by: { userId: string; sessionId: string };
  attestations: CaseFacts['attestations'] | undefined;
}

/**
 * Uses a confirmation for the command or request with the id `usedBy`, including its retries. Returns that id, or null
 * if the action isn't confirmed for the case in its current state. With `orUndecided`, it may return the id of an
 * earlier, undecided command that used the confirmation, so that a caller who lost the response resends that command.
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

/**
 * An SQL condition: a command on case `c` has the confirmation that it needs. Only commands of keys that require
 * confirmation need one. `advance` and `simulate` never do, because they exist only in test mode.
 */
export function isConfirmed({ id, author, authorId, kind }: Written): Statement {
  if (author !== 'customer' || kind === 'advance' || kind === 'simulate') return sql`true`;
  return sql`(NOT EXISTS (SELECT FROM "ApiKey" k WHERE k.id = ${authorId} AND k.confirm = 'required')
    OR EXISTS (SELECT FROM "Confirmation" f WHERE f."usedBy" = ${id} AND f."caseId" = c.id AND f.action = ${kind}
      AND f."keyId" = ${authorId} AND f."confirmedAt" IS NOT NULL))`;
}

interface Written {
  id: string;
  author: Author;
  authorId: string;
  kind: string;
}
