import {
  type Command,
  type DocumentOrder,
  type FallibleWork,
  idOf,
  isSandbox,
  type NewDocument,
  type PendingWork,
  type Stage,
  type StageDocument,
  type StepName,
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

/**
 * Performs what the case waits for, due or not, as of a time on the case's clock that is not past. The caller has the
 * case to itself.
 */
export async function perform(entity: CaseEntity, work: PendingWork, time = 0): Promise<void> {
  const at = Math.max(entity.now(), time);
  switch (work.kind) {
    case 'retry':
      return perform(entity, work.work, at);
    case 'render':
      return render(entity, work, at);
    case 'engage_attorney':
      return engageAttorney(entity, work);
    case 'sandbox_step':
      return takeSandboxStep(entity, work, at);
    case 'notice_period':
      await entity.apply({ kind: 'end_notice_period' });
      return;
    case 'command':
      return;
  }
}

/** Makes at once what is missing of the stage under review, unless a failed attempt waits. */
export async function renderMissing(entity: CaseEntity): Promise<void> {
  const work = entity.pendingWork();
  if (work.kind === 'render') await perform(entity, work);
}

/** What comes before the next step: a failure is recorded and tried again. */
async function render(entity: CaseEntity, { orders }: Work<'render'>, at: number): Promise<void> {
  await attempt(entity, 'render_documents', at, async () => {
    const [order] = orders;
    const stage = order?.stage;
    if (!stage) throw new Error('what is made for a review is of its stage');
    if (!isSandbox(entity.record)) return makeStageSummary(entity, { stage, revision: order.revision, at });
    const documents = await make(entity, orders, at);
    await entity.apply({ kind: 'documents_made', stage, documents: stageDocuments(documents) }, { documents, at });
  });
}

/** The summary that the attorney reviews: the newest facts and uploads, as the activity finds them. */
async function makeStageSummary(
  entity: CaseEntity,
  { stage, revision, at }: { stage: Stage; revision: number; at: number },
): Promise<void> {
  const job = { caseId: entity.record.caseId, documentId: idOf('document', uuid4()), stage, revision, caseTime: at };
  const made = await makeSummary.executeWithOptions({ summary: 'Make the case summary' }, [job]);
  const { document, factsVersion } = made;
  const { id, contentHash } = document;
  await entity.apply(
    { kind: 'summary_made', stage, summary: { id, contentHash }, factsVersion },
    { documents: [document], at },
  );
}

/** Where nobody is eligible the case looks again, as after any failed attempt, and operators are notified. */
async function engageAttorney(entity: CaseEntity, { jurisdiction, summary }: Work<'engage_attorney'>): Promise<void> {
  const attorneyId = await entity.withDatabase(findAttorney, summary, { jurisdiction });
  await entity.apply(
    attorneyId === null
      ? { kind: 'step_failed', step: 'engage_attorney', errorClass: 'NobodyEligible' }
      : { kind: 'engage', attorneyId },
  );
}

async function takeSandboxStep(entity: CaseEntity, { step }: Work<'sandbox_step'>, at: number): Promise<void> {
  await attempt(entity, 'render_documents', at, async () => {
    const documents = step.documents.length > 0 ? await make(entity, step.documents, at) : [];
    const command: Command = { kind: 'take_step', documents: stageDocuments(documents) };
    await entity.apply(command, { documents, at });
  });
}

/**
 * One attempt: make the documents, then record, both as of one instant, so that a proof and the row of what it proves
 * name the same day. What cannot be made is recorded as a failed attempt.
 */
async function attempt(entity: CaseEntity, step: StepName, at: number, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    await entity.apply({ kind: 'step_failed', step, errorClass: classOf(error) }, { at });
  }
}

async function make(entity: CaseEntity, orders: readonly DocumentOrder[], caseTime: number): Promise<NewDocument[]> {
  const { caseId, submission, notice } = entity.record;
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
    // The renderers were busy, or one died. Both store the bytes under the same ids, and the first stored ones count.
    return makeDocuments.executeWithOptions({ summary }, [job]);
  }
}

function stageDocuments(made: readonly NewDocument[]): StageDocument[] {
  return made.filter(({ kind }) => kind !== 'proof').map(({ id, contentHash }) => ({ id, contentHash }));
}

/** The class of an error only: its message may hold what it choked on. */
function classOf(error: TemporalFailure): string {
  const cause = causeOf(error);
  return cause instanceof ApplicationFailure ? (cause.type ?? 'Error') : (cause?.name ?? 'Error');
}

/** An activity's error comes wrapped, and that of a local one does not. */
function causeOf(error: unknown): Error | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof Error ? cause : undefined;
}
