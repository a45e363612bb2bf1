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
import { ActivityFailure, ApplicationFailure, uuid4 } from '@temporalio/workflow';
import { findAttorney, makeDocuments, makeSummary } from './activities.ts';
import type { CaseEntity } from './case-entity.ts';

type Work<Kind> = Extract<FallibleWork, { kind: Kind }>;

/** Performs what the case waits for, due or not. The caller has the case to itself. */
export async function perform(entity: CaseEntity, work: PendingWork): Promise<void> {
  entity.underWay = { kind: work.kind, sequence: entity.record.sequence };
  try {
    switch (work.kind) {
      case 'retry':
        return await perform(entity, work.work);
      case 'render':
        return await render(entity, work);
      case 'engage_attorney':
        return await engageAttorney(entity, work);
      case 'sandbox_step':
        return await takeSandboxStep(entity, work);
      case 'notice_period':
        await entity.apply({ kind: 'end_notice_period' });
        return;
      case 'command':
        return;
    }
  } finally {
    entity.underWay = null;
  }
}

/** Makes at once what is missing of the stage under review, unless a failed attempt waits. */
export async function renderMissing(entity: CaseEntity): Promise<void> {
  const work = entity.pendingWork();
  if (work.kind === 'render') await perform(entity, work);
}

/** What comes before the next step: a failure is recorded and tried again. */
async function render(entity: CaseEntity, { orders }: Work<'render'>): Promise<void> {
  await attempt(entity, 'render_documents', async (at) => {
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

async function takeSandboxStep(entity: CaseEntity, { step }: Work<'sandbox_step'>): Promise<void> {
  await attempt(entity, 'render_documents', async (at) => {
    const documents = step.documents.length > 0 ? await make(entity, step.documents, at) : [];
    const command: Command = { kind: 'take_step', documents: stageDocuments(documents) };
    await entity.apply(command, { documents, at });
  });
  // Before the case looks what it waits for next: the advance was meant for this step alone.
  entity.resolveAdvance();
}

/**
 * One attempt: make the documents, then record, both as of one instant, so that a proof and the row of what it proves
 * name the same day. What cannot be made is recorded as a failed attempt.
 */
async function attempt(entity: CaseEntity, step: StepName, run: (at: number) => Promise<void>): Promise<void> {
  try {
    await run(Date.now());
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await entity.apply({ kind: 'step_failed', step, errorClass: classOf(error) });
  }
}

function make(entity: CaseEntity, orders: readonly DocumentOrder[], caseTime: number): Promise<NewDocument[]> {
  const { caseId, submission, notice } = entity.record;
  if (!submission?.packVersions) throw new Error('documents are made for submitted sandbox cases only');
  const { jurisdiction, rules } = submission.packVersions;
  const summary = `Make ${orders.map(({ specId }) => specId).join(', ')}`;
  return makeDocuments.executeWithOptions({ summary }, [
    {
      caseId,
      orders: orders.map((order) => ({ ...order, documentId: idOf('document', uuid4()) })),
      notice: notice
        ? { servedDate: notice.servedDate, method: notice.method, expires: notice.expires }
        : submission.priorNotice,
      packVersions: { jurisdiction, rules },
      caseTime,
    },
  ]);
}

function stageDocuments(made: readonly NewDocument[]): StageDocument[] {
  return made.filter(({ kind }) => kind !== 'proof').map(({ id, contentHash }) => ({ id, contentHash }));
}

/** The class of an error only: its message may hold what it choked on. */
function classOf(error: ActivityFailure): string {
  return error.cause instanceof ApplicationFailure ? (error.cause.type ?? 'Error') : (error.cause?.name ?? 'Error');
}
