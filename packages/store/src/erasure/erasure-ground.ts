import { type CaseRetention, finishedStates } from '@evict/case-model';
import type { Transaction } from '../database/transactions.ts';

const bases = ['owner_request', 'sealing_order', 'retention'] as const;
export type ErasureBasis = (typeof bases)[number];

export function isBasis(value: unknown): value is ErasureBasis {
  return bases.some((basis) => basis === value);
}

/** An attorney's consent, as an operator reports it. */
export type AttorneyConsent = {
  /** How and to whom the consent was given. It stays on record. */
  words: string;
  /** An ISO date, or null if it is unknown. */
  date: string | null;
};

/** The ground on which a case is erased. Its strings stay on record, so they must not name a party. */
export type ErasureGround =
  | { basis: 'owner_request'; consent?: AttorneyConsent }
  | { basis: 'sealing_order'; order: string; consent?: AttorneyConsent }
  | { basis: 'retention'; rule: CaseRetention };

/**
 * The details of an erasure's ground, as the event of the erasure records them. The list of erasures contains them too,
 * so that a restore doesn't lose them.
 */
export type ErasureWords = {
  order?: string;
  attorneyConsent?: AttorneyConsent & { attorneyId: string | null };
};

export function wordsOf(ground: ErasureGround, attorneyId: string | null): ErasureWords {
  if (ground.basis === 'retention') return {};
  const { consent } = ground;
  return {
    ...(ground.basis === 'sealing_order' && { order: ground.order }),
    ...(consent && { attorneyConsent: { ...consent, attorneyId } }),
  };
}

/** Reads the ground's details from an entry in the list of erasures. Ignores invalid fields. */
export function readWords(value: unknown): ErasureWords {
  const { order, attorneyConsent } = (value ?? {}) as Record<string, unknown>;
  const { words, date = null, attorneyId = null } = (attorneyConsent ?? {}) as Record<string, unknown>;
  return {
    ...(typeof order === 'string' && { order }),
    ...(typeof words === 'string' && {
      attorneyConsent: { words, date: textOrNull(date), attorneyId: textOrNull(attorneyId) },
    }),
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * Returns the attorney whose consent is required to erase a case on its owner's request: the current or last attorney
 * of a live case that ended less than a year ago. Returns null if no consent is required. The caller must hold the lock
 * on the case's row.
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
