import {
  type Command,
  type DocumentOrder,
  missingStageDocuments,
  needsAttorney,
  noticePeriodEnd,
  sandboxStep,
  type Stage,
  type StageDocument,
  type StepName,
} from '@evict/case-model';
import type { MadeDocument } from '@evict/temporal/messages';
import { ActivityFailure, ApplicationFailure, condition, patched, uuid4 } from '@temporalio/workflow';
import { findAttorney, makeDocuments, makeSummary } from './activities.ts';
import type { CaseFile } from './case-file.ts';

/** Waits until the step falls due or something changes what the case waits for; then takes the step, if it is due. */
export async function takePendingStep(file: CaseFile): Promise<void> {
  const { version } = file;
  const { dueAt, summary } = pending(file);
  if (dueAt === null) return waitForCommand(file);
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

/**
 * Waits for whoever acts next. A command that was recorded and never heard of may have brought a date with it, such as
 * the end of a notice period, so a live case looks once a day. One of the sandbox hears of it with its next advance.
 */
async function waitForCommand(file: CaseFile): Promise<void> {
  const { version } = file;
  const isHeard = () => file.version !== version;
  if (file.record.mode === 'test' || !patched('a live case looks once a day')) return condition(isHeard);
  if (await condition(isHeard, '1 day', { summary: 'Wait for somebody to act' })) return;
  await file.exclusive(() => file.catchUp());
}

/** Makes what is missing of the stage under review; a failure is recorded and tried again. */
export async function makePendingDocuments(file: CaseFile): Promise<void> {
  const orders = missingStageDocuments(file.record);
  const [order] = orders;
  const stage = order?.stage;
  if (!stage) return;
  if (file.record.mode === 'live') return makeStageSummary(file, stage, order.revision);
  await attempt(file, { step: 'render_documents', from: beforeStep(file) }, async (at) => {
    const made = await make(file, orders, at);
    await file.apply({ kind: 'documents_made', stage, documents: stageDocuments(made) }, { documents: made, at });
  });
}

interface Pending {
  dueAt: number | null;
  summary: string;
}

function pending(file: CaseFile): Pending {
  const { record } = file;
  if (record.failure) return { dueAt: file.retryDueAt, summary: `Wait before ${record.failure.step} is tried again` };
  if (missingStageDocuments(record).length > 0 || needsAttorney(record)) return { dueAt: Date.now(), summary: '' };
  if (file.toldFactsVersion > record.factsVersion) return { dueAt: Date.now(), summary: '' };
  const step = sandboxStep(record);
  if (step) return { dueAt: file.advance?.to ?? step.dueAt, summary: step.summary };
  return { dueAt: noticePeriodEnd(record), summary: 'The notice period' };
}

/** One try of what the case waits for, due or not. The caller has the case to itself. */
export async function takeStep(file: CaseFile): Promise<void> {
  const { record } = file;
  if (file.toldFactsVersion > record.factsVersion) {
    const told = await file.apply({ kind: 'evidence_added', factsVersion: file.toldFactsVersion });
    if (!told.ok && told.code === 'guard_failed') file.forgetEvidence();
    return;
  }
  if (missingStageDocuments(record).length > 0) return makePendingDocuments(file);
  if (needsAttorney(record)) return engageAttorney(file);
  const step = sandboxStep(record);
  if (!step) {
    await file.apply({ kind: 'end_notice_period' });
    return;
  }
  await attempt(file, { step: 'render_documents', from: record.sequence }, async (at) => {
    const made = step.documents.length > 0 ? await make(file, step.documents, at) : [];
    const command: Command = { kind: 'take_step', documents: stageDocuments(made) };
    await file.apply(command, { documents: made, at });
  });
}

/** The summary that the attorney reviews: the newest facts and uploads, as the activity finds them. */
async function makeStageSummary(file: CaseFile, stage: Stage, revision: number): Promise<void> {
  await attempt(file, { step: 'render_documents', from: beforeStep(file) }, async (at) => {
    const job = { caseId: file.record.caseId, documentId: `doc_${uuid4()}`, stage, revision, caseTime: at };
    const made = await makeSummary.executeWithOptions({ summary: 'Make the case summary' }, [job]);
    const { document, factsVersion } = made;
    const { id, contentHash } = document;
    await file.apply(
      { kind: 'summary_made', stage, summary: { id, contentHash }, factsVersion },
      { documents: [document], at },
    );
  });
}

/** Where nobody is eligible the case looks again, as after any failed try, and operators are told. */
async function engageAttorney(file: CaseFile): Promise<void> {
  const jurisdiction = file.record.brief?.jurisdiction ?? '';
  const attorneyId = await file.withDatabase(findAttorney, `Find an attorney for ${jurisdiction}`, { jurisdiction });
  await file.apply(
    attorneyId === null
      ? { kind: 'step_failed', step: 'engage_attorney', errorClass: 'NobodyEligible' }
      : { kind: 'engage', attorneyId },
  );
}

/** What is made for a review comes before the step that the case waits for then, and has no event of its own. */
function beforeStep({ record }: CaseFile): number {
  return record.sequence - 1;
}

/**
 * One try: make the documents, then record, both as of one instant, so that a proof and the row of what it proves name
 * the same day. What cannot be made is recorded as a failed try.
 */
async function attempt(
  file: CaseFile,
  { step, from }: { step: StepName; from: number },
  run: (at: number) => Promise<void>,
): Promise<void> {
  file.stepFrom = from;
  try {
    await run(Date.now());
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await file.apply({ kind: 'step_failed', step, errorClass: classOf(error) });
  } finally {
    file.stepFrom = null;
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
