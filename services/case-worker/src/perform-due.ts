import { errorClass } from '@evict/telemetry';
import {
  type CaseRecord,
  type Command,
  type DueWork,
  isSandbox,
  newCase,
  type NewDocument,
  type StageDocument,
  waitOf,
} from '@evict/case-model';
import { RenderFailure } from '@evict/papers';
import { chooseAttorney } from '@evict/store/attorneys';
import { type DecidableCase, loadForDecision } from '@evict/store/decisions';
import type { CaseWait, Decided } from '@evict/temporal/messages';
import { activityInfo } from '@temporalio/activity';
import { makeDocuments } from './make-documents.ts';
import { makeSummary } from './make-summary.ts';
import { RenderersBusyError } from './with-renderer.ts';
import { reportBug } from './report-decision.ts';
import { type Asked, clockOf, type Deciding, isBug, pure, settle, type Settled, waitNow } from './settle.ts';
import { repair, shownWait } from './shown-wait.ts';

/**
 * Performs the work that is due without a command, one item at a time, and returns what the case then waits for.
 * `isAwaited` means that the sender of a command is waiting for the result. Throws RenderersBusyError if the regular
 * activity has to take over.
 */
export async function performDue(deps: Deciding, caseId: string, isAwaited = false): Promise<Pick<Decided, 'wait'>> {
  for (let left = mostAtOnce; ; left -= 1) {
    const found = await loadForDecision(deps.store, caseId, null);
    if (!found) return { wait: nothing(caseId) };
    const now = clockOf(found);
    try {
      const work = dueWork(found.record, now);
      if (found.isErased || !work || left === 0) return { wait: waitNow(found) };
      // Documents that no sender is waiting for are left to the regular activity, because many cases can need them at
      // once, such as at the end of a day.
      if (!isAwaited && activityInfo().isLocal && needsDocuments(work))
        throw new RenderersBusyError('documents that no sender is waiting for are made by the regular activity');
      const settled = await perform(deps, found, work, now);
      if (settled && !dueWork(settled.record, settled.caseTime))
        return { wait: shownWait(settled.record, settled.caseTime) };
    } catch (error) {
      if (!isBug(error)) throw error;
      reportBug(deps.logger, caseId);
      return { wait: shownWait(found.record, now, repair(now)) };
    }
  }
}

/** Returns the work that is due at this time on the case's clock, or null. */
function dueWork(record: CaseRecord, caseTime: number): DueWork | null {
  const { work, dueAt } = pure(() => waitOf(record, caseTime));
  return dueAt !== null && dueAt <= caseTime ? work : null;
}

function needsDocuments(work: DueWork): boolean {
  return work.kind === 'make_documents' || (work.kind === 'take_step' && work.step.documents.length > 0);
}

/**
 * The maximum number of items to perform in one call. A case never has more due at once: documents, an attorney, and a
 * period that has ended.
 */
const mostAtOnce = 5;

/**
 * Performs the due work and records it. Returns null if the case has changed in the meantime. If a document can't be
 * made, a failed step is recorded.
 */
async function perform(deps: Deciding, found: DecidableCase, work: DueWork, now: number): Promise<Settled | null> {
  const startedAt = performance.now();
  const asked = await askedOf(deps, found, work, now).catch((error: unknown) => {
    if (error instanceof DocumentsFailure) return failedToRender(error);
    throw error;
  });
  return settle(deps, found, asked, startedAt);
}

/** Thrown if a document couldn't be rendered or its bytes couldn't be stored. */
export class DocumentsFailure extends Error {
  override readonly name = 'DocumentsFailure';
}

async function made<T>(making: Promise<T>): Promise<T> {
  return making.catch((cause: unknown) => {
    throw cause instanceof RenderersBusyError
      ? cause
      : new DocumentsFailure('the documents could not be made', { cause });
  });
}

function failureClass(cause: unknown): string {
  return cause instanceof RenderFailure ? cause.failureClass : errorClass(cause);
}

export function failedToRender({ cause }: DocumentsFailure): Asked {
  return { command: { kind: 'step_failed', step: 'render_documents', errorClass: failureClass(cause) } };
}

async function askedOf(deps: Deciding, { record }: DecidableCase, work: DueWork, now: number): Promise<Asked> {
  switch (work.kind) {
    case 'make_documents':
      return isSandbox(record)
        ? makeStageDocuments(deps, record, work.orders, now)
        : summarize(deps, record, work.orders, now);
    case 'engage_attorney': {
      const attorney = await chooseAttorney(deps.store, work.jurisdiction);
      return attorney === null
        ? { command: { kind: 'step_failed', step: 'engage_attorney', errorClass: 'NobodyEligible' } }
        : { command: { kind: 'engage', ...attorney } };
    }
    case 'take_step':
      return takingStep(deps, record, work.step.documents, now, (documents) => ({ kind: 'take_step', documents }));
    case 'end_notice_period':
      return { command: { kind: 'end_notice_period' } };
  }
}

type Orders = Extract<DueWork, { kind: 'make_documents' }>['orders'];

async function makeStageDocuments(
  deps: Deciding,
  record: CaseRecord,
  orders: Orders,
  caseTime: number,
): Promise<Asked> {
  const stage = orders[0]?.stage;
  if (!stage) throw new Error('a document for a review must name its stage');
  const documents = await made(makeDocuments(deps, { record, orders, caseTime }));
  return { command: { kind: 'documents_made', stage, documents: stageDocuments(documents) }, extras: { documents } };
}

async function summarize(deps: Deciding, record: CaseRecord, [order]: Orders, caseTime: number): Promise<Asked> {
  if (!order?.stage) throw new Error('a summary must name the stage under review');
  const { document, factsVersion } = await made(makeSummary(deps, { record, order, caseTime }));
  const { id, contentHash } = document;
  return {
    command: { kind: 'summary_made', stage: order.stage, summary: { id, contentHash }, factsVersion },
    extras: { documents: [document] },
  };
}

/**
 * Makes a sandbox step's documents as of `at`, a time on the case's clock, and returns the step's command with them.
 * Throws DocumentsFailure if a document can't be made, or RenderersBusyError if the activity has to run again.
 */
export async function takingStep(
  deps: Deciding,
  record: CaseRecord,
  orders: Orders,
  at: number,
  command: (documents: readonly StageDocument[]) => Command,
): Promise<Asked> {
  const documents = await made(makeDocuments(deps, { record, orders, caseTime: at }));
  return { command: command(stageDocuments(documents)), extras: { documents }, at };
}

function stageDocuments(documents: readonly NewDocument[]): StageDocument[] {
  return documents.filter(({ kind }) => kind !== 'proof').map(({ id, contentHash }) => ({ id, contentHash }));
}

/**
 * Returns the wait for a case without a row. Either another program started its workflow, or the database was restored
 * from an older backup.
 */
export function nothing(caseId: string): CaseWait {
  return shownWait(newCase({ caseId, organizationId: '', mode: 'live' }, 0), 0);
}
