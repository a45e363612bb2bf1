import { dateOf } from '@evict/jurisdictions';
import type { Directive, JudgmentOutcome, Stage, StageDocument } from '../record.ts';
import type { State } from '../states.ts';
import { armed, nextMethod, sandboxStep } from '../steps.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { issueSandboxWrit, recordJudgment, sandboxHearing, scheduleHearing } from './court.ts';
import { acceptFiling, rejectFiling, reworkFiling, submitFiling } from './filing.ts';
import { approve, requestChanges } from './review.ts';
import { closeAttempt, noticeServed, openAttempt, pendingAttempt, summonsServed } from './service.ts';

/** Takes the one step that a sandbox case waits for, and what the platform does right after it. */
export function takeStep(turn: Turn, documents: readonly StageDocument[]): Decision {
  if (!sandboxStep(turn.record)) return refuse('nothing_to_advance');
  const take = steps[turn.record.state as keyof typeof steps] as
    | ((turn: Turn, made: readonly StageDocument[]) => void)
    | undefined;
  if (!take) return refuse('nothing_to_advance');
  take(turn, documents);
  return turn.done();
}

/** The documents of a stage that came to review before they were made. */
export function documentsMade(turn: Turn, stage: Stage, documents: readonly StageDocument[]): Decision {
  const { mode, stageDocuments, revisions } = turn.record;
  // What a live case is reviewed on is attached by operators.
  if (mode !== 'test') return refuse('invalid_transition');
  turn.patch({
    stageDocuments: { ...stageDocuments, [stage]: documents },
    revisions: { ...revisions, [stage]: revisions[stage] + 1 },
    failure: null,
  });
  return turn.done();
}

const steps = {
  notice_review: (turn) => reviewBySandbox(turn, 'notice'),
  filing_review: (turn) => reviewBySandbox(turn, 'filing'),
  notice_sent: (turn) => {
    const attempt = pendingAttempt(turn, 'notice');
    if (attempt && !serviceFails(turn, 'notice')) noticeServed(turn, attempt, dateOf(turn.now), null);
  },
  cure_period: (turn, documents) => {
    const { stageDocuments, revisions } = turn.record;
    turn.emit('cure_period_expired', {
      actor: 'platform',
      to: 'filing_review',
      patch: {
        stageDocuments: { ...stageDocuments, filing: documents },
        revisions: { ...revisions, filing: revisions.filing + 1 },
      },
    });
  },
  filing_submitted: (turn) => {
    if (fires(turn, 'filing_rejected')) return rejectFiling(turn, ['missing_information']);
    acceptFiling(turn);
    openAttempt(turn, 'summons', nextMethod(turn.record, 'summons'));
    turn.emit('send_summons', { actor: 'platform', to: 'summons_sent' });
  },
  filing_rejected: (turn, documents) => {
    reworkFiling(turn, documents);
  },
  summons_sent: (turn) => {
    const attempt = pendingAttempt(turn, 'summons');
    if (attempt && !serviceFails(turn, 'summons')) summonsServed(turn, attempt, dateOf(turn.now));
  },
  summons_served: (turn) => scheduleHearing(turn, 'reviewer', sandboxHearing(turn.record, dateOf(turn.now))),
  hearing_scheduled: (turn) => recordJudgment(turn, 'reviewer', sandboxJudgment(turn)),
  judgment_entered: (turn) => {
    if (turn.record.judgment?.outcome === 'plaintiff')
      turn.emit('request_writ', { actor: 'reviewer', to: 'writ_requested' });
    else turn.emit('close', { actor: 'reviewer', to: 'closed' });
  },
  writ_requested: (turn) => issueSandboxWrit(turn),
  writ_issued: (turn) => {
    turn.emit('close', { actor: 'reviewer', to: 'closed' });
  },
} as const satisfies Partial<Record<State, (turn: Turn, documents: readonly StageDocument[]) => void>>;

function reviewBySandbox(turn: Turn, stage: Stage): void {
  const { record } = turn;
  if (fires(turn, 'request_changes')) return requestChanges(turn);
  if (fires(turn, 'reject')) {
    const detail = { reason: 'reviewer_rejected', heldFrom: record.state };
    const patch = { heldFrom: record.state, holdReason: 'reviewer_rejected' } as const;
    turn.emit('hold', { actor: 'reviewer', to: 'on_hold', detail, patch });
    return;
  }
  approve(
    turn,
    stage,
    record.stageDocuments[stage].map(({ contentHash }) => contentHash),
  );
  if (stage === 'filing') return submitFiling(turn);
  openAttempt(turn, 'notice', nextMethod(turn.record, 'notice'));
  turn.emit('send_notice', { actor: 'platform', to: 'notice_sent' });
}

/** The directive's failed try: the next method's attempt opens by itself, and the service time starts again. */
function serviceFails(turn: Turn, stage: 'notice' | 'summons'): boolean {
  const attempt = pendingAttempt(turn, stage);
  if (!attempt || !fires(turn, 'service_failed')) return false;
  closeAttempt(turn, attempt, { status: 'failed', failureReason: 'No answer after 3 attempts' });
  turn.emit('service_failed', { actor: 'platform', detail: { stage, method: attempt.method } });
  openAttempt(turn, stage, nextMethod(turn.record, stage));
  turn.patch({ restingSince: turn.now });
  return true;
}

function sandboxJudgment(turn: Turn): JudgmentOutcome {
  if (fires(turn, 'judgment_defendant')) return 'defendant';
  return fires(turn, 'judgment_dismissed') ? 'dismissed' : 'plaintiff';
}

function fires(turn: Turn, directive: Directive): boolean {
  if (!armed(turn.record, directive)) return false;
  turn.patch({ fired: [...turn.record.fired, directive] });
  return true;
}
