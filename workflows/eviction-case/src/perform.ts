import {
  type CaseRecord,
  type Command,
  type DocumentOrder,
  type FallibleWork,
  idOf,
  isSandbox,
  type NewDocument,
  type PendingWork,
  type StageDocument,
  type TransitionExtras,
} from '@evict/case-model';
import type { DocumentJob } from '@evict/temporal/case-activities';
import {
  ActivityFailure,
  ApplicationFailure,
  currentUpdateInfo,
  isCancellation,
  TemporalFailure,
  uuid4,
} from '@temporalio/workflow';
import { findAttorney, makeDocuments, makeDocumentsAtOnce, makeSummary } from './activities.ts';
import type { CaseEntity } from './case-entity.ts';

type Work<Kind> = Extract<FallibleWork, { kind: Kind }>;

/** How what was done is recorded. `at`: the instant that its documents are dated with. */
type Performed = [command: Command, extras?: TransitionExtras & { at: number }];

/**
 * Performs the pending work, due or not, as of a time on the case's clock that is not past, and records it. The caller
 * holds the mutex.
 */
export async function perform(entity: CaseEntity, work: PendingWork, time = 0): Promise<void> {
  const performed = await performedOf(entity, work, Math.max(entity.now(), time));
  if (performed) await entity.apply(...performed);
}

/** Makes the missing documents of the stage under review at once, unless a retry is pending. */
export async function renderMissing(entity: CaseEntity): Promise<void> {
  const work = entity.pendingWork();
  if (work.kind === 'render') await perform(entity, work);
}

async function performedOf(entity: CaseEntity, work: PendingWork, at: number): Promise<Performed | null> {
  const { record } = entity;
  switch (work.kind) {
    case 'retry':
      return performedOf(entity, work.work, at);
    case 'render':
      return attempt(at, () => render(record, work, at));
    case 'engage_attorney':
      return [await engageAttorney(entity, work)];
    case 'sandbox_step':
      return attempt(at, () => takeSandboxStep(record, work, at));
    case 'notice_period':
      return [{ kind: 'end_notice_period' }];
    case 'command':
      return null;
  }
}

/** What the stage under review is missing: a sandbox case its documents, a live one the summary for its attorney. */
async function render(record: CaseRecord, { orders }: Work<'render'>, at: number): Promise<Performed> {
  const [order] = orders;
  const stage = order?.stage;
  if (!stage) throw new Error('what is made for a review is of its stage');
  if (isSandbox(record)) {
    const documents = await make(record, orders, at);
    return [
      { kind: 'documents_made', stage, documents: stageDocuments(documents) },
      { documents, at },
    ];
  }
  const { caseId } = record;
  const job = { caseId, documentId: idOf('document', uuid4()), stage, revision: order.revision, caseTime: at };
  const { document, factsVersion } = await makeSummary.executeWithOptions({ summary: 'Make the case summary' }, [job]);
  const { id, contentHash } = document;
  return [
    { kind: 'summary_made', stage, summary: { id, contentHash }, factsVersion },
    { documents: [document], at },
  ];
}

/** If nobody is eligible, that is a failed attempt: the search is retried, and operators are notified. */
async function engageAttorney(
  entity: CaseEntity,
  { jurisdiction, summary }: Work<'engage_attorney'>,
): Promise<Command> {
  const found = await entity.withDatabase(findAttorney, summary, { jurisdiction });
  return found === null
    ? { kind: 'step_failed', step: 'engage_attorney', errorClass: 'NobodyEligible' }
    : { kind: 'engage', ...found };
}

async function takeSandboxStep(record: CaseRecord, { step }: Work<'sandbox_step'>, at: number): Promise<Performed> {
  const documents = step.documents.length > 0 ? await make(record, step.documents, at) : [];
  return [
    { kind: 'take_step', documents: stageDocuments(documents) },
    { documents, at },
  ];
}

/** A failure to make documents is recorded as a failed attempt. */
async function attempt(at: number, run: () => Promise<Performed>): Promise<Performed> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    return [{ kind: 'step_failed', step: 'render_documents', errorClass: classOf(error) }, { at }];
  }
}

async function make(record: CaseRecord, orders: readonly DocumentOrder[], caseTime: number): Promise<NewDocument[]> {
  const { caseId, submission, notice } = record;
  if (!submission?.packVersions) throw new Error('documents are made for submitted sandbox cases only');
  const { jurisdiction, rules } = submission.packVersions;
  const summary = `Make ${orders.map(({ specId }) => specId).join(', ')}`;
  const job: DocumentJob = {
    caseId,
    orders: orders.map((order) => ({ ...order, documentId: idOf('document', uuid4()) })),
    notice: notice
      ? { servedDate: notice.servedDate, method: notice.method, expires: notice.expires }
      : submission.priorNotice,
    packVersions: { jurisdiction, rules },
    caseTime,
  };
  // Steps that come by themselves come for many cases at once, such as at the end of a day, and nobody waits for them.
  if (!currentUpdateInfo()) return makeDocuments.executeWithOptions({ summary }, [job]);
  try {
    return await makeDocumentsAtOnce.executeWithOptions({ summary }, [job]);
  } catch (error) {
    const cause = causeOf(error);
    if (isCancellation(error) || (cause instanceof ApplicationFailure && cause.nonRetryable === true)) throw error;
    // The renderers were busy, or one died. Both activities store under the same ids, and the first stored bytes win.
    return makeDocuments.executeWithOptions({ summary }, [job]);
  }
}

function stageDocuments(made: readonly NewDocument[]): StageDocument[] {
  return made.filter(({ kind }) => kind !== 'proof').map(({ id, contentHash }) => ({ id, contentHash }));
}

/** The class of an error, since its message can contain tenant data. */
function classOf(error: TemporalFailure): string {
  const cause = causeOf(error);
  return cause instanceof ApplicationFailure ? (cause.type ?? 'Error') : (cause?.name ?? 'Error');
}

/** An activity's error is wrapped; a local activity's is not. */
function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? cause : undefined;
}
