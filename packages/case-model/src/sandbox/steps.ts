import { dateOf, hearingOn, nextBusinessDay, startOfDay, writExpires } from '@evict/jurisdictions';
import { recordJudgment, replaceDeadline, scheduleHearing } from '../transitions/court.ts';
import { acceptFiling, rejectFiling, submitFiling } from '../transitions/filing.ts';
import { approve, requestChanges } from '../transitions/review.ts';
import { isSandbox } from '../mode.ts';
import { dayAfter, noticePeriodEnd } from '../notice-period.ts';
import type { CaseRecord, Stage, StageDocument } from '../record.ts';
import type { JudgmentOutcome } from '../vocabulary.ts';
import { type DocumentOrder, missingStageDocuments, stageOrders } from '../stage-documents.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';
import { fires } from './directives.ts';
import { packOf } from './pack-of.ts';
import { proofOrders, sendOut, serve } from './service.ts';

/** A step of a sandbox case, and what happens when it is taken. */
interface SandboxStep {
  /** Describes the step for operators, without tenant data. */
  readonly summary: (record: CaseRecord) => string;
  /** When the step is due, in epoch milliseconds on the case's clock. An advance moves the clock to this time. */
  readonly due: (record: CaseRecord) => number;
  /** The step is never taken by a timer, only by an advance. */
  readonly advanceOnly?: true;
  /** The documents to make and store before the step is recorded. */
  readonly documents?: (record: CaseRecord) => readonly DocumentOrder[];
  /** Records the events of the step, including the platform's automatic follow-ups. */
  readonly take: (turn: Turn, documents: readonly StageDocument[]) => void;
}

/** The next step of one case. Times are epoch milliseconds on the case's clock. */
export interface AwaitedStep {
  readonly summary: string;
  /** When the step is due. Null if only an advance takes it. */
  readonly dueAt: number | null;
  /** The time to which an advance moves the clock before taking the step. */
  readonly advanceTo: number;
  readonly documents: readonly DocumentOrder[];
}

/** Returns the step that a sandbox case waits for. Null for a draft, a case on hold or a finished case. */
export function sandboxStep(record: CaseRecord): AwaitedStep | null {
  const step = stepOf(record);
  if (!step) return null;
  const advanceTo = step.due(record);
  return {
    summary: step.summary(record),
    dueAt: step.advanceOnly ? null : advanceTo,
    advanceTo,
    documents: step.documents?.(record) ?? [],
  };
}

/**
 * Takes the step that a sandbox case waits for, with the platform's automatic follow-ups. Refused if a document is
 * missing.
 */
export function takeStep(turn: Turn, documents: readonly StageDocument[]): Decision {
  const step = stepOf(turn.record);
  if (!step) return refuse('nothing_to_advance');
  // Without this check, a step could be taken before its documents were made.
  const orders = step.documents?.(turn.record) ?? [];
  const isComplete = documents.length > 0 || orders.every(({ stage }) => stage === null);
  if (!isComplete || missingStageDocuments(turn.record).length > 0) return refuse('documents_missing');
  step.take(turn.patch({ failure: null }), documents);
  return turn.done();
}

/**
 * Returns the table entry for the case's state. Undefined for a live case, before submit, or if the case waits for no
 * step.
 */
function stepOf(record: CaseRecord): SandboxStep | undefined {
  if (!record.submission || !isSandbox(record)) return undefined;
  const byState: Partial<Record<State, SandboxStep>> = steps;
  return byState[record.state];
}

const dayMs = 86_400_000;
const afterReviewDelay = ({ restingSince, submission }: CaseRecord) => restingSince + (submission?.reviewDelayMs ?? 0);
const aDayLater = ({ restingSince }: CaseRecord) => restingSince + dayMs;
const atOnce = ({ restingSince }: CaseRecord) => restingSince;

const missingInformation = {
  code: 'missing_information',
  description: 'Required information is missing from the filing.',
} as const;

const steps = {
  notice_review: {
    summary: () => 'The sandbox reviewer reviews the notice',
    due: afterReviewDelay,
    take: (turn) => review(turn, 'notice'),
  },
  notice_approved: {
    summary: () => 'The notice goes out for service',
    due: atOnce,
    advanceOnly: true,
    take: sendNotice,
  },
  notice_sent: {
    summary: () => 'The notice is being served',
    due: aDayLater,
    documents: (record) => proofOrders(record, 'notice'),
    take: (turn) => serve(turn, 'notice'),
  },
  cure_period: {
    summary: ({ notice }) => `The notice period runs through ${notice?.expires ?? 'its last day'}`,
    due: (record) => noticePeriodEnd(record) ?? record.restingSince,
    documents: (record) => stageOrders(record, 'filing'),
    take(turn, filing) {
      turn.keepStageDocuments('filing', filing);
      turn.emit('cure_period_expired', { actor: 'platform', to: 'filing_review' });
    },
  },
  filing_review: {
    summary: () => 'The sandbox reviewer reviews the filing',
    due: afterReviewDelay,
    take: (turn) => review(turn, 'filing'),
  },
  filing_approved: {
    summary: () => 'The complaint is filed',
    due: atOnce,
    advanceOnly: true,
    take: (turn) => submitFiling(turn),
  },
  filing_submitted: {
    summary: () => 'The clerk reviews the filing',
    // Due at the same time of day on the next business day.
    due: (record) =>
      startOfDay(nextBusinessDay(packOf(record), dateOf(record.restingSince))) + (record.restingSince % dayMs),
    take(turn) {
      if (fires(turn, 'filing_rejected')) return rejectFiling(turn, [missingInformation]);
      acceptFiling(turn);
      sendSummons(turn);
    },
  },
  filing_accepted: {
    summary: () => 'The summons goes out for service',
    due: atOnce,
    advanceOnly: true,
    take: sendSummons,
  },
  filing_rejected: {
    summary: () => 'The returned filing is corrected and goes back to review',
    due: atOnce,
    advanceOnly: true,
    documents: (record) => stageOrders(record, 'filing'),
    take(turn, filing) {
      turn.keepStageDocuments('filing', filing);
      turn.emit('rework_filing', {
        actor: 'platform',
        to: 'filing_review',
        patch: { approvals: { ...turn.record.approvals, filing: null } },
      });
    },
  },
  summons_sent: {
    summary: () => 'The summons is being served',
    due: aDayLater,
    documents: (record) => proofOrders(record, 'summons'),
    take: (turn) => serve(turn, 'summons'),
  },
  summons_served: {
    summary: () => 'The court sets a hearing',
    due: atOnce,
    advanceOnly: true,
    take: (turn) => scheduleHearing(turn, 'reviewer', hearingOn(packOf(turn.record), dateOf(turn.now))),
  },
  hearing_scheduled: {
    summary: ({ hearing }) => `The court hears the case on ${hearing?.date ?? 'a day to be set'}`,
    due: ({ hearing, restingSince }) => (hearing ? startOfDay(hearing.date) : restingSince),
    advanceOnly: true,
    take: (turn) => recordJudgment(turn, 'reviewer', { outcome: judgment(turn) }),
  },
  judgment_entered: {
    summary: ({ judgment: entered }) =>
      entered?.outcome === 'plaintiff' ? 'The writ is requested once the time to appeal is over' : 'The case closes',
    due: afterAppeal,
    advanceOnly: true,
    take(turn) {
      if (turn.can('request_writ')) turn.emit('request_writ', { actor: 'reviewer', to: 'writ_requested' });
      else turn.emit('close', { actor: 'reviewer', to: 'closed' });
    },
  },
  writ_requested: {
    summary: () => 'The court issues the writ',
    due: atOnce,
    advanceOnly: true,
    take(turn) {
      const expires = writExpires(packOf(turn.record), dateOf(turn.now));
      const deadlines = replaceDeadline(turn.record, expires);
      turn.emit('writ_issued', { actor: 'reviewer', to: 'writ_issued', patch: { deadlines } });
    },
  },
  writ_issued: {
    summary: () => 'The officer executes the writ',
    due: atOnce,
    advanceOnly: true,
    take(turn) {
      turn.emit('close', { actor: 'reviewer', to: 'closed' });
    },
  },
} as const satisfies Partial<Record<State, SandboxStep>>;

function review(turn: Turn, stage: Stage): void {
  const { state, stageDocuments } = turn.record;
  if (fires(turn, 'request_changes')) return requestChanges(turn);
  if (fires(turn, 'reject')) {
    const detail = { reason: 'reviewer_rejected', heldFrom: state };
    const patch = { heldFrom: state, holdReason: 'reviewer_rejected' } as const;
    turn.emit('hold', { actor: 'reviewer', to: 'on_hold', detail, patch });
    return;
  }
  const hashes = stageDocuments[stage].map(({ contentHash }) => contentHash);
  approve(turn, stage, { documentHashes: hashes });
  if (stage === 'filing') submitFiling(turn);
  else sendNotice(turn);
}

function sendNotice(turn: Turn): void {
  sendOut(turn, 'notice');
  turn.emit('send_notice', { actor: 'platform', to: 'notice_sent' });
}

function sendSummons(turn: Turn): void {
  sendOut(turn, 'summons');
  turn.emit('send_summons', { actor: 'platform', to: 'summons_sent' });
}

function judgment(turn: Turn): JudgmentOutcome {
  if (fires(turn, 'judgment_defendant')) return 'defendant';
  return fires(turn, 'judgment_dismissed') ? 'dismissed' : 'plaintiff';
}

function afterAppeal({ judgment: entered, deadlines, restingSince }: CaseRecord): number {
  const appeal = deadlines.find(({ name }) => name === 'appeal_period_ends');
  return entered?.outcome === 'plaintiff' && appeal ? dayAfter(appeal.date) : restingSince;
}
