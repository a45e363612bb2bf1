import type { ServiceStage } from '../facts.ts';
import type { CaseRecord, ServiceAttempt } from '../record.ts';
import { effectiveState, type State } from '../states.ts';
import type { Turn } from '../turn.ts';
import { withNoticeDeadlines } from './notice-served.ts';
import { attemptsOfRound } from '../service-attempts.ts';
import { closeAttempt, giveUpPending } from './service.ts';

/**
 * The states in which service can be voided. A notice can be voided unless a filing is with the court, and a summons
 * until judgment.
 */
export const voidable: Record<ServiceStage, readonly State[]> = {
  notice: ['notice_sent', 'cure_period', 'filing_review', 'filing_approved', 'filing_rejected'],
  summons: ['summons_sent', 'summons_served', 'hearing_scheduled'],
};

/** Whether this service can be voided now, so the paper can be served again. */
export function isVoidable(record: CaseRecord, { id, stage, status }: ServiceAttempt): boolean {
  const state = effectiveState(record);
  const isOfRound = attemptsOfRound(record, stage).some((attempt) => attempt.id === id);
  return status === 'served' && isOfRound && voidable[stage].includes(state);
}

/**
 * Voids defective service. It no longer counts, but its attempt keeps the method and dates. The case returns to the
 * review of the notice, or to the state in which the summons can be sent out again. A case on hold returns there when
 * it is resumed.
 */
export function voidService(turn: Turn, attempt: ServiceAttempt, failureReason: string | null): void {
  const { stage, method, partyIndex, servedDate } = attempt;
  voidAttempt(turn, attempt, failureReason);
  const party = partyIndex === null ? {} : { partyIndex };
  const detail = { stage, method, ...party, servedDate, voided: true };
  turn.emit('service_failed', { actor: turn.author, detail });
  if (stage === 'notice') returnToNoticeReview(turn, failureReason);
  else returnToSummonsSent(turn);
}

function voidAttempt(turn: Turn, attempt: ServiceAttempt, failureReason: string | null): void {
  const { id: attemptId, servedDate, expires } = attempt;
  closeAttempt(turn, attempt, { status: 'failed', failureReason });
  turn.note('corrected', turn.author, { attemptId, from: { servedDate, expires }, to: null, voided: true });
}

/**
 * Returns the case to the review of the notice, and resets everything that depends on the notice. The notice's papers
 * stay until they are replaced.
 */
function returnToNoticeReview(turn: Turn, failureReason: string | null): void {
  giveUpPending(turn, 'notice');
  // A new notice goes to every defendant, including those who were served with the old one.
  for (const other of attemptsOfRound(turn.record, 'notice').filter(({ status }) => status === 'served'))
    voidAttempt(turn, other, failureReason);
  const { record } = turn;
  turn.patch({
    notice: null,
    deadlines: withNoticeDeadlines(record, []),
    stageDocuments: { ...record.stageDocuments, filing: [] },
    summaries: { notice: null, filing: null },
    approvals: { notice: null, filing: null },
  });
  if (record.state === 'on_hold') turn.patch({ heldFrom: 'notice_review' });
  else turn.emit('begin_review', { actor: turn.author, to: 'notice_review', detail: taken });
}

/**
 * Returns the case to the service of the summons. A hearing that is already set stays, because many courts print it on
 * the summons.
 */
function returnToSummonsSent(turn: Turn): void {
  const { record } = turn;
  if (effectiveState(record) !== 'summons_served') return;
  if (record.state === 'on_hold') turn.patch({ heldFrom: 'summons_sent' });
  else turn.emit('send_summons', { actor: turn.author, to: 'summons_sent', detail: taken });
}

/** The detail of the event that moves the case back after a voided service. */
const taken = { reason: 'service_voided' } as const;
