import {
  type Command,
  type DocumentOrder,
  missingStageDocuments,
  noticePeriodEnd,
  sandboxStep,
  type StageDocument,
} from '@evict/case-model';
import type { MadeDocument } from '@evict/temporal/messages';
import { ActivityFailure, ApplicationFailure, condition, uuid4 } from '@temporalio/workflow';
import { makeDocuments } from './activities.ts';
import type { CaseFile } from './case-file.ts';

/** Waits until the step falls due or something changes what the case waits for; then takes the step, if it is due. */
export async function takePendingStep(file: CaseFile): Promise<void> {
  const { version } = file;
  const { dueAt, summary } = pending(file);
  if (dueAt === null) return condition(() => file.version !== version);
  const wait = dueAt - Date.now();
  if (wait > 0) {
    const changed = await condition(() => file.version !== version, wait, { summary });
    if (changed) return;
  }
  await file.exclusive(async () => {
    if (file.version !== version) return;
    await takeStep(file);
    // Before the case looks what it waits for next: the advance was meant for this step alone.
    file.advance = null;
  });
}

/** Makes the documents of the stage under review where they are missing; a failure is recorded and tried again. */
export async function makePendingDocuments(file: CaseFile): Promise<void> {
  const orders = missingStageDocuments(file.record);
  const stage = orders[0]?.stage;
  if (!stage) return;
  await attempt(file, orders, async (made, at) => {
    const documents = stageDocuments(made);
    await file.apply({ kind: 'documents_made', stage, documents }, { documents: made, at });
  });
}

interface Pending {
  dueAt: number | null;
  summary: string;
}

function pending(file: CaseFile): Pending {
  const { record } = file;
  if (record.failure) return { dueAt: file.retryDueAt, summary: `Wait before ${record.failure.step} is tried again` };
  if (missingStageDocuments(record).length > 0) return { dueAt: Date.now(), summary: '' };
  const step = sandboxStep(record);
  if (step) return { dueAt: file.advance?.to ?? step.dueAt, summary: step.summary };
  return { dueAt: noticePeriodEnd(record), summary: 'The notice period' };
}

/** One try of what the case waits for, due or not. The caller has the case to itself. */
export async function takeStep(file: CaseFile): Promise<void> {
  const { record } = file;
  if (missingStageDocuments(record).length > 0) return makePendingDocuments(file);
  const step = sandboxStep(record);
  if (!step) {
    await file.apply({ kind: 'end_notice_period' });
    return;
  }
  await attempt(file, step.documents, async (made, at) => {
    const command: Command = { kind: 'take_step', documents: stageDocuments(made) };
    await file.apply(command, { documents: made, at });
  });
}

/**
 * One try: make the documents, then record, both as of one instant, so that a proof and the row of what it proves name
 * the same day. What cannot be made is recorded as a failed try.
 */
async function attempt(
  file: CaseFile,
  orders: readonly DocumentOrder[],
  record: (made: MadeDocument[], at: number) => Promise<void>,
): Promise<void> {
  file.stepRunning = true;
  try {
    const at = Date.now();
    await record(orders.length > 0 ? await make(file, orders, at) : [], at);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    const failed = { kind: 'step_failed', step: 'render_documents', errorClass: classOf(error) } as const;
    await file.apply(failed);
  } finally {
    file.stepRunning = false;
    file.stepsTried += 1;
  }
}

function make(file: CaseFile, orders: readonly DocumentOrder[], caseTime: number): Promise<MadeDocument[]> {
  const { caseId, brief, notice } = file.record;
  if (!brief?.packVersions) throw new Error('documents are made for submitted sandbox cases only');
  const { jurisdiction, rules } = brief.packVersions;
  const prior = brief.priorNotice;
  const summary = `Make ${orders.map(({ specId }) => specId).join(', ')}`;
  return makeDocuments.executeWithOptions({ summary }, [
    {
      caseId,
      orders: orders.map((order) => ({ ...order, documentId: `doc_${uuid4()}` })),
      notice: notice ? { servedDate: notice.servedDate, method: notice.method, expires: notice.expires } : prior,
      packVersions: { jurisdiction, rules },
      caseTime,
    },
  ]);
}

function stageDocuments(made: readonly MadeDocument[]): StageDocument[] {
  return made.filter(({ kind }) => kind !== 'proof').map(({ id, contentHash }) => ({ id, contentHash }));
}

/** The class of an error only: its message may hold what it choked on. */
function classOf(error: ActivityFailure): string {
  return error.cause instanceof ApplicationFailure ? (error.cause.type ?? 'Error') : (error.cause?.name ?? 'Error');
}
