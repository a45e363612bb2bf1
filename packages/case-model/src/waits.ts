import { isSandbox } from './mode.ts';
import { noticePeriodEnd } from './notice-period.ts';
import { type CaseRecord } from './record.ts';
import { isEngaged } from './open-work.ts';
import { type AwaitedStep, sandboxStep } from './sandbox/steps.ts';
import { type DocumentOrder, missingStageDocuments } from './stage-documents.ts';
import type { State } from './states.ts';

/** The kinds of things that a case can wait for. */
export const waitKinds = [
  /** Platform jobs, retried by a timer. */
  'documents',
  'engagement',
  /** Timers. */
  'notice_period',
  'sandbox_step',
  /** A command by the customer, the attorney or an operator. */
  'customer',
  'attorney_acceptance',
  'attorney_review',
  'service',
  'filing',
  'court',
  'withdrawal_confirmation',
  'resumption',
  /** The case is over, or it is a draft that was never submitted. */
  'finished',
] as const;
export type WaitKind = (typeof waitKinds)[number];

/** What a case waits for, and what the platform does about it. */
export interface Wait {
  readonly kind: WaitKind;
  /** When the wait ends by itself, in epoch milliseconds on the case's clock. Null if only a command can end it. */
  readonly dueAt: number | null;
  /** Describes the wait for operators, without tenant data. */
  readonly summary: string;
  /** What the platform does when the wait is due. Null if it does nothing. */
  readonly work: DueWork | null;
}

/** What the platform does without a command from anyone. */
export type DueWork =
  /** Makes the missing documents of the stage under review. */
  | { readonly kind: 'make_documents'; readonly orders: readonly DocumentOrder[] }
  | { readonly kind: 'engage_attorney'; readonly jurisdiction: string }
  | { readonly kind: 'take_step'; readonly step: AwaitedStep }
  | { readonly kind: 'end_notice_period' };

/** Returns what the case waits for. `now` is in epoch milliseconds on the case's clock. */
export function waitOf(record: CaseRecord, now: number): Wait {
  return retried(record, workOf(record, now)) ?? endOfPeriod(record) ?? awaited(record);
}

/** Returns the wait for work that can fail: making documents, finding an attorney, or the step of a sandbox case. */
function workOf(record: CaseRecord, now: number): Wait | null {
  const orders = missingStageDocuments(record);
  if (orders.length > 0) {
    const summary = `Make ${orders.map(({ specId }) => specId).join(', ')}`;
    return { kind: 'documents', dueAt: now, summary, work: { kind: 'make_documents', orders } };
  }
  const { submission, state, attorneyId } = record;
  if (submission && state === 'submitted' && attorneyId === null) {
    const { jurisdiction } = submission;
    const summary = `Find an attorney for ${jurisdiction}`;
    return { kind: 'engagement', dueAt: now, summary, work: { kind: 'engage_attorney', jurisdiction } };
  }
  const step = sandboxStep(record);
  if (!step) return null;
  const kind = state === 'cure_period' ? 'notice_period' : 'sandbox_step';
  return { kind, dueAt: step.dueAt, summary: step.summary, work: { kind: 'take_step', step } };
}

/** Postpones failed work until its retry, or until an operator retries it. */
function retried({ failure }: CaseRecord, wait: Wait | null): Wait | null {
  if (!failure || !wait || (failure.step === 'engage_attorney') !== (wait.kind === 'engagement')) return wait;
  const { step, attempt, retryAt } = failure;
  const waits = retryAt === null ? 'Wait for operators to retry' : 'Wait to retry';
  return { ...wait, dueAt: retryAt, summary: `${waits} ${step} (failed attempts: ${attempt})` };
}

/** Returns the wait for the end of a live notice period. Null if no end was reported. */
function endOfPeriod(record: CaseRecord): Wait | null {
  const dueAt = noticePeriodEnd(record);
  if (dueAt === null) return null;
  return { kind: 'notice_period', dueAt, summary: 'The end of the notice period', work: { kind: 'end_notice_period' } };
}

/** Returns the wait for someone's command. For a finished case or an untouched draft, its kind is `finished`. */
function awaited(record: CaseRecord): Wait {
  const { kind, summary } = awaitedIn[record.state];
  const somebodys = { dueAt: null, work: null } as const;
  if (record.state === 'draft' && record.sequence === 0)
    return { kind: 'finished', summary: 'A draft that was never submitted', ...somebodys };
  if (record.withdrawal !== null && kind === 'resumption')
    return { kind: 'withdrawal_confirmation', summary: 'The attorney confirms the withdrawal', ...somebodys };
  const isAttorneys = kind === 'attorney_review' || kind === 'service' || kind === 'filing';
  if (isAttorneys && !isSandbox(record) && !isEngaged(record))
    return { kind: 'attorney_acceptance', summary: awaitedIn.attorney_assigned.summary, ...somebodys };
  return { kind, summary, ...somebodys };
}

const awaitedIn: Readonly<Record<State, Pick<Wait, 'kind' | 'summary'>>> = {
  draft: { kind: 'customer', summary: 'The customer submits again' },
  submitted: { kind: 'engagement', summary: 'An attorney is found' },
  attorney_assigned: { kind: 'attorney_acceptance', summary: 'The attorney accepts or declines the case' },
  notice_review: { kind: 'attorney_review', summary: 'The attorney reviews the notice' },
  notice_approved: { kind: 'service', summary: 'The notice is sent out' },
  notice_sent: { kind: 'service', summary: 'The notice is served' },
  notice_served: { kind: 'notice_period', summary: 'The notice period starts' },
  cure_period: { kind: 'notice_period', summary: 'The notice period ends on a date that was not reported' },
  cured: { kind: 'finished', summary: 'The case is resolved' },
  filing_review: { kind: 'attorney_review', summary: 'The attorney reviews the filing' },
  filing_approved: { kind: 'filing', summary: 'The complaint is filed' },
  filing_submitted: { kind: 'court', summary: 'The clerk accepts or returns the filing' },
  filing_rejected: { kind: 'filing', summary: 'The returned filing is corrected' },
  filing_accepted: { kind: 'service', summary: 'The summons is sent out' },
  summons_sent: { kind: 'service', summary: 'The summons is served' },
  summons_served: { kind: 'court', summary: 'The court sets a hearing' },
  hearing_scheduled: { kind: 'court', summary: 'The court decides' },
  judgment_entered: { kind: 'court', summary: 'The writ is requested, or the case closes' },
  writ_requested: { kind: 'court', summary: 'The court issues the writ' },
  writ_issued: { kind: 'court', summary: 'The officer executes the writ' },
  on_hold: { kind: 'resumption', summary: 'The case is resumed' },
  resolved: { kind: 'finished', summary: 'The case is over' },
  closed: { kind: 'finished', summary: 'The case is over' },
  withdrawn: { kind: 'finished', summary: 'The case is over' },
};
