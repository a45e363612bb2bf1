import type { ChargeState } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';

/**
 * Returns the CTE that makes the platform fee due or voids it, or none if there is no effect. The CTE is named
 * `charge`, and its `isChanged` says whether the charge is new or has changed. A case that is submitted again isn't
 * charged again. On `void`, a due charge becomes void, and a paid one is marked for refund.
 */
export function recordPlatformFee(effect: 'due' | 'void' | null, amountCents: number): Prisma.Sql[] {
  switch (effect) {
    case 'due':
      return [
        Prisma.sql`charge AS (
          INSERT INTO "Charge" (id, "caseId", kind, description, "amountCents", currency, state)
          SELECT ${newId('charge')}, moved.id, 'platform_fee', 'Platform fee', ${amountCents}::int, 'usd', 'due' FROM moved
          WHERE NOT EXISTS (SELECT FROM "Charge" c WHERE c."caseId" = moved.id AND c.kind = 'platform_fee')
          RETURNING true AS "isChanged")`,
      ];
    case 'void':
      // One UPDATE waits for a payment that is being recorded, and then sees it. Reading the state first could miss the
      // payment.
      return [
        Prisma.sql`charge AS (
          UPDATE "Charge" c SET
            state = CASE c.state WHEN 'due' THEN 'void' ELSE c.state END,
            "voidedAt" = CASE c.state WHEN 'due' THEN now() ELSE c."voidedAt" END,
            "refundRequestedAt" = CASE c.state WHEN 'paid' THEN coalesce(c."refundRequestedAt", now())
              ELSE c."refundRequestedAt" END,
            "settleAt" = NULL, "settleAttempts" = 0
          FROM moved WHERE c."caseId" = moved.id AND c.kind = 'platform_fee'
          RETURNING old.state <> new.state AS "isChanged")`,
      ];
    case null:
      return [];
  }
}

/**
 * Returns a CTE named `charge` that sets the state of a test case's charge, of which there is at most one. No payment
 * provider is involved.
 */
export function simulateCharge(caseId: string, state: ChargeState, amountCents: number): Prisma.Sql {
  const id = `chg_${caseId.slice('case_'.length)}`;
  return Prisma.sql`charge AS (
    INSERT INTO "Charge" AS c (id, "caseId", kind, description, "amountCents", currency, state,
      "paidAt", "voidedAt", "refundedAt")
    SELECT ${id}, moved.id, 'platform_fee', 'Platform fee (simulated)', ${amountCents}::int, 'usd', ${state},
      CASE WHEN ${state} IN ('paid', 'refunded') THEN now() END, CASE WHEN ${state} = 'void' THEN now() END,
      CASE WHEN ${state} = 'refunded' THEN now() END FROM moved
    ON CONFLICT (id) DO UPDATE SET state = excluded.state,
      "paidAt" = CASE WHEN excluded."paidAt" IS NOT NULL THEN coalesce(c."paidAt", excluded."paidAt") END,
      "voidedAt" = excluded."voidedAt", "refundedAt" = excluded."refundedAt"
    RETURNING old.state IS DISTINCT FROM new.state AS "isChanged")`;
}
