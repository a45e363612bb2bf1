import { dateOf } from '@evict/jurisdictions';
import type { CourtNumber } from '../vocabulary.ts';
import { idOf } from '../ids.ts';
import { rulesOf } from '../packs.ts';
import type { CaseRecord, Filing, RejectionReason, Stage } from '../record.ts';
import type { Turn } from '../turn.ts';

/** Whether the last filing awaits its result. */
export function isLastSubmitted({ filings }: CaseRecord): boolean {
  return filings.at(-1)?.status === 'submitted';
}

/** The numbers that the court assigned to a filing, and its day. */
type Numbers = { readonly [Name in CourtNumber | 'filedOn']?: string | undefined };

/** Records one filing per attempt. A corrected envelope gets a new number. The sandbox clerk draws its own numbers. */
export function submitFiling(turn: Turn, numbers: Numbers = {}): void {
  turn.emit('submit_filing', {
    actor: turn.author,
    to: 'filing_submitted',
    detail: { filedOn: numbers.filedOn },
    patch: { filings: withFiling(turn, numbers), dismissedOn: null },
  });
  useApproval(turn, 'filing');
}

/** The filings, with the new one at the end. */
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

/** The codes of the court's reasons, each once. */
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

/** Returns a live filing to its attorney. Its new summary has different bytes, so it needs a new approval. */
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

/** Marks the stage's approval as used: its documents have been served or filed. */
export function useApproval(turn: Turn, stage: Stage): void {
  const { approvals } = turn.record;
  const approval = approvals[stage];
  if (approval) turn.patch({ approvals: { ...approvals, [stage]: { ...approval, used: true } } });
}

/**
 * Records the result of the last filing with the given numbers. A number that was reported earlier stays until it is
 * corrected.
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
