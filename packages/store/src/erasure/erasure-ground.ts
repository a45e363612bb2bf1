import { finishedStates } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';
import type { Prisma } from '../generated/client.ts';

const bases = ['owner_request', 'sealing_order', 'retention'] as const;
export type ErasureBasis = (typeof bases)[number];

export function isBasis(value: unknown): value is ErasureBasis {
  return bases.some((basis) => basis === value);
}

/** An attorney's consent as an operator reports it. */
export interface AttorneyConsent {
  /** How it was given, and to whom. It stays on record. */
  words: string;
  /** ISO date; null where it was not said. */
  date: string | null;
}

/** On what a case is erased. The texts name no party: they stay on record. */
export type ErasureGround =
  | { basis: 'owner_request'; consent?: AttorneyConsent }
  | { basis: 'sealing_order'; order: string; consent?: AttorneyConsent }
  | { basis: 'retention' };

/** What the event of the erasure says about its ground. */
export function wordsOf(ground: ErasureGround, attorneyId: string | null): Prisma.InputJsonObject {
  if (ground.basis === 'retention') return {};
  const { consent } = ground;
  return {
    ...(ground.basis === 'sealing_order' && { order: ground.order }),
    ...(consent && { attorneyConsent: { ...consent, attorneyId } }),
  };
}

/**
 * The attorney without whose consent a case is not erased on its owner's request: of a live case that ended less than a
 * year ago, the one who is engaged or was last. Null where none is needed. The caller holds the lock of the case's row.
 */
export async function attorneyWhoConsents(transaction: Transaction, caseId: string): Promise<string | null> {
  const [found] = await transaction.$queryRaw<{ attorneyId: string | null }[]>`
    SELECT coalesce(c."attorneyId", (
      SELECT coalesce(e.detail->>'reviewer', e.detail->>'attorneyId', e.detail->>'previousAttorneyId')
      FROM "CaseEvent" e WHERE e."caseId" = c.id AND e.action IN ('review_recorded', 'attorney_reassigned')
      ORDER BY e.sequence DESC LIMIT 1)) AS "attorneyId"
    FROM "Case" c WHERE c.id = ${caseId} AND c.mode = 'live' AND (
      SELECT max(e."createdAt") FROM "CaseEvent" e
      WHERE e."caseId" = c.id AND e."toState" = ANY (${[...finishedStates]})) > now() - interval '1 year'`;
  return found?.attorneyId ?? null;
}
