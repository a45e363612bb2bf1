import { noticePeriodEnd } from './notice-period.ts';
import type { CaseRecord } from './record.ts';
import { type AwaitedStep, sandboxStep } from './sandbox/steps.ts';
import { type DocumentOrder, missingStageDocuments } from './stage-documents.ts';

/**
 * What a case waits for. `dueAt` is when the work falls due, in epoch milliseconds on the case's clock; null if it
 * waits for a command. `summary` describes it for operators, without tenant data.
 */
export type PendingWork = FallibleWork | Retry | NoticePeriod | AwaitedCommand;

/** Work whose failure is recorded as a failed attempt. */
export type FallibleWork = Render | EngageAttorney | TakeSandboxStep;

/** The documents of the stage under review are missing. */
interface Render extends Pending<'render'> {
  readonly orders: readonly DocumentOrder[];
  readonly dueAt: number;
}

/** A submitted live case has no attorney yet. */
interface EngageAttorney extends Pending<'engage_attorney'> {
  readonly jurisdiction: string;
  readonly dueAt: number;
}

interface TakeSandboxStep extends Pending<'sandbox_step'> {
  readonly step: AwaitedStep;
}

/** The last attempt failed. Without `dueAt`, operators have to retry it. */
interface Retry extends Pending<'retry'> {
  readonly work: FallibleWork;
}

/** The reported end of a live notice period. */
interface NoticePeriod extends Pending<'notice_period'> {
  readonly dueAt: number;
}

/** Customer, attorney or operators act next, or the case is finished. */
interface AwaitedCommand extends Pending<'command'> {
  readonly dueAt: null;
}

interface Pending<Kind> {
  readonly kind: Kind;
  readonly dueAt: number | null;
  readonly summary: string;
}

/** What the case waits for at `now`, in epoch milliseconds on the case's clock. */
export function pendingWork(record: CaseRecord, now: number): PendingWork {
  const work = workAtHand(record, now);
  const { failure } = record;
  if (!failure || !canFail(work)) return work;
  const { step, attempt, retryAt } = failure;
  const summary =
    retryAt === null
      ? `Wait for operators to retry ${step} (failed attempts: ${attempt})`
      : `Wait to retry ${step} (failed attempts: ${attempt})`;
  return { kind: 'retry', work, dueAt: retryAt, summary };
}

/** Whether failed attempts of the work are recorded and operators can retry it. */
export function canFail(work: PendingWork): work is FallibleWork {
  return work.kind === 'render' || work.kind === 'engage_attorney' || work.kind === 'sandbox_step';
}

function workAtHand(record: CaseRecord, now: number): Exclude<PendingWork, Retry> {
  const orders = missingStageDocuments(record);
  if (orders.length > 0) {
    return { kind: 'render', orders, dueAt: now, summary: `Make ${orders.map(({ specId }) => specId).join(', ')}` };
  }
  const { submission, state, attorneyId } = record;
  // A sandbox case enters review directly.
  if (submission && state === 'submitted' && attorneyId === null) {
    const { jurisdiction } = submission;
    return { kind: 'engage_attorney', jurisdiction, dueAt: now, summary: `Find an attorney for ${jurisdiction}` };
  }
  const step = sandboxStep(record);
  if (step) return { kind: 'sandbox_step', step, dueAt: step.dueAt, summary: step.summary };
  const periodEnd = noticePeriodEnd(record);
  if (periodEnd !== null) return { kind: 'notice_period', dueAt: periodEnd, summary: 'The end of the notice period' };
  return { kind: 'command', dueAt: null, summary: 'Wait for somebody to act' };
}
