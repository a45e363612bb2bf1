import { dateOf } from '@evict/jurisdictions';
import type { CourtNumber } from '../vocabulary.ts';
import { idOf } from '../ids.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, Filing, RejectionReason, Stage } from '../record.ts';
import type { Turn } from '../turn.ts';

/** Whether the last filing is still waiting for its result. */
export function isLastSubmitted({ filings }: CaseRecord): boolean {
  return filings.at(-1)?.status === 'submitted';
}

/** The numbers that the court assigned to a filing, and the day of filing. */
type Numbers = { readonly [Name in CourtNumber | 'filedOn']?: string | undefined };

/** Records a new filing and marks its approval as used. In the sandbox, the clerk assigns the envelope number. */
export function submitFiling(turn: Turn, numbers: Numbers = {}): void {
  turn.emit('submit_filing', {
    actor: turn.author,
    to: 'filing_submitted',
    detail: { filedOn: numbers.filedOn },
    patch: { filings: withFiling(turn, numbers), dismissedOn: null },
  });
  useApproval(turn, 'filing');
}

/** Returns the filings with a new one at the end. */
export function withFiling(turn: Turn, numbers: Numbers): Filing[] {
  const filing: Filing = {
    id: idOf('filing', turn.uuid()),
    status: 'submitted',
    envelopeId: numbers.envelopeId ?? sandboxEnvelope(turn) ?? null,
    courtCaseNumber: null,
    filedOn: numbers.filedOn ?? null,
    rejectionReasons: null,
  };
  return [...turn.record.filings, filing];
}

export function acceptFiling(turn: Turn, given: Numbers = {}): void {
  const { courtCaseNumber = sandboxCaseNumber(turn), filedOn } = given;
  closeLast(turn, { status: 'accepted' }, { ...given, courtCaseNumber });
  turn.emit('filing_accepted', { actor: turn.author, to: 'filing_accepted', detail: { courtCaseNumber, filedOn } });
}

export function rejectFiling(turn: Turn, rejectionReasons: readonly RejectionReason[], numbers: Numbers = {}): void {
  closeLast(turn, { status: 'rejected', rejectionReasons }, numbers);
  const detail = { reasons: codesOf(rejectionReasons) };
  turn.emit('filing_rejected', { actor: turn.author, to: 'filing_rejected', detail });
}

/** Returns the distinct codes of the court's reasons. */
export function codesOf(reasons: readonly RejectionReason[]): string[] {
  return [...new Set(reasons.map(({ code }) => code))];
}

function sandboxEnvelope(turn: Turn): string | undefined {
  return rulesOf(turn.record)?.court.envelopeIds.replace('{number}', turn.courtNumber());
}

function sandboxCaseNumber(turn: Turn): string | undefined {
  const year = dateOf(turn.now).slice(0, 4);
  return rulesOf(turn.record)?.court.caseNumbers.replace('{year}', year).replace('{number}', turn.courtNumber());
}

/**
 * Moves a filing that the court returned back to review and drops its approval. A live case then gets a new summary, so
 * the new approval covers different bytes.
 */
export function returnToReview(turn: Turn): void {
  const { record } = turn;
  turn.emit('rework_filing', {
    actor: turn.author,
    to: 'filing_review',
    patch: {
      summaries: { ...record.summaries, filing: null },
      approvals: { ...record.approvals, filing: null },
    },
  });
}

/** Marks the stage's approval as used, because its documents have been served or filed. */
export function useApproval(turn: Turn, stage: Stage): void {
  const { approvals } = turn.record;
  const approval = approvals[stage];
  if (approval) turn.patch({ approvals: { ...approvals, [stage]: { ...approval, used: true } } });
}

/**
 * Records the result of the last filing with the given numbers. An envelope number that was already reported isn't
 * replaced.
 */
export function closeLast(
  turn: Turn,
  result: Pick<Filing, 'status'> & Partial<Filing>,
  { envelopeId, courtCaseNumber, filedOn }: Numbers,
): void {
  const { filings, courtCaseNumber: known } = turn.record;
  const last = filings.at(-1);
  if (!last) throw new Error('nothing was filed');
  const closed = {
    ...last,
    ...result,
    envelopeId: last.envelopeId ?? envelopeId ?? null,
    courtCaseNumber: courtCaseNumber ?? last.courtCaseNumber,
    filedOn: filedOn ?? last.filedOn ?? null,
  };
  turn.patch({ filings: [...filings.slice(0, -1), closed], courtCaseNumber: courtCaseNumber ?? known });
}
