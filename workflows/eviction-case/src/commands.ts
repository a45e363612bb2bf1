import {
  type CaseRecord,
  type Command,
  isFinished,
  missingStageDocuments,
  needsAttorney,
  type OperatorCommand,
  sandboxStep,
} from '@evict/case-model';
import type {
  CommandResult,
  MailFailed,
  OperateInput,
  OutcomeInput,
  PreparedReview,
  PrepareResult,
  ReviewInput,
} from '@evict/temporal/messages';
import { patched } from '@temporalio/workflow';
import { prepareReview, prepareSubmission } from './activities.ts';
import type { CaseFile, Enclosures } from './case-file.ts';
import { makePendingDocuments, takeStep } from './pending-step.ts';

/**
 * Submit: check the facts, decide, record the transition on the same facts. The answer waits for the first documents;
 * should they fail, the case is in review all the same and they are tried again.
 */
export function submit(file: CaseFile): Promise<CommandResult> {
  return command(file, async () => {
    for (;;) {
      const prepared = await prepare(file);
      if (!prepared.ok) return prepared;
      const { brief, factsVersion, attorneyLapsed = false } = prepared;
      const result = await file.apply({ kind: 'submit', brief, attorneyLapsed }, { factsVersion });
      if (isDone(result)) break;
      // The customer changed the draft between the check and the record, or it is no draft any more: check again.
      if (!isStale(result.code)) return { ok: false, code: result.code };
    }
    await makePendingDocuments(file);
    return { ok: true };
  });
}

export function reportCure(file: CaseFile): Promise<CommandResult> {
  return command(file, () => applyCommand(file, { kind: 'report_cure' }));
}

export function withdraw(file: CaseFile): Promise<CommandResult> {
  return command(file, () => applyCommand(file, { kind: 'withdraw' }));
}

/** The platform takes back a draft, or a sandbox case, that nobody has touched for long. */
export function withdrawIdle(file: CaseFile): Promise<CommandResult> {
  return command(file, () => applyCommand(file, { kind: 'withdraw_idle' }));
}

/**
 * An attorney's answer. It is decided on the documents and the licence as they are now, and an approval is recorded
 * only while facts and uploads are still the same; where evidence has come in, a new summary is made first.
 */
export function review(file: CaseFile, { attorneyId, decision, documentHashes }: ReviewInput): Promise<CommandResult> {
  return command(file, async () => {
    for (;;) {
      const prepared = await look(file, attorneyId);
      const { eligible, documentHashes: otherHashes, factsVersion } = prepared;
      if (factsVersion > file.record.factsVersion) await file.apply({ kind: 'evidence_added', factsVersion });
      if (!file.record.failure) await makePendingDocuments(file);
      const answer = { kind: 'review', attorneyId, decision, documentHashes, eligible, otherHashes } as const;
      const result = await file.apply(answer, decision === 'approve' ? { factsVersion } : {});
      if (isDone(result)) break;
      if (!isStale(result.code)) return { ok: false, code: result.code };
    }
    return { ok: true };
  });
}

/** An attorney's report of what the court did. */
export function outcome(file: CaseFile, { attorneyId, outcome: reported }: OutcomeInput): Promise<CommandResult> {
  return command(file, async () => {
    const { eligible } = await look(file, attorneyId);
    return applyCommand(file, { kind: 'outcome', attorneyId, eligible, outcome: reported });
  });
}

/** What an operator does, and at once what the case then waits for and can be made. */
export function operate(file: CaseFile, { command: asked }: OperateInput): Promise<CommandResult> {
  return command(file, async () => {
    const input = await withEligibility(file, asked);
    const result = await applyCommand(file, input, attached(input));
    if (!result.ok) return result;
    // At once: a step that comes with an advance only would wait for the next one.
    if (input.kind === 'retry_step' && waitsForStep(file.record)) await takeStep(file);
    else if (!file.record.failure) await makePendingDocuments(file);
    return result;
  });
}

/**
 * A mail about the case has failed for good. Whoever tells it tells it until it is on record, so nothing is lost where
 * there is no case yet, or none any more.
 */
export async function noteFailedMail(file: CaseFile, { id: commandId, attempt, errorClass }: MailFailed) {
  // A signal from before the case could hear it went unheard.
  if (!patched('a case hears of failed mail')) return;
  await file.exclusive(async () => {
    if (file.record.sequence === 0 || isFinished(file.record.state)) return;
    await applyCommand(file, { kind: 'mail_failed', attempt, errorClass }, { commandId });
  });
}

/** Whether an attorney is eligible is looked up here, whatever the sender saw. */
async function withEligibility(file: CaseFile, asked: OperatorCommand): Promise<OperatorCommand> {
  if (asked.kind !== 'assign') return asked;
  const { eligible } = await look(file, asked.attorneyId);
  return { ...asked, eligible };
}

/** The row of an attached document, and those of its name whose place it takes. */
function attached(input: OperatorCommand): Enclosures {
  if (input.kind !== 'attach') return {};
  const { as, document, replaces } = input;
  return { documents: [{ ...document, kind: as, specId: null, filename: null }], supersedes: replaces };
}

function waitsForStep(record: CaseRecord): boolean {
  return sandboxStep(record) !== null || needsAttorney(record) || missingStageDocuments(record).length > 0;
}

function look(file: CaseFile, attorneyId: string): Promise<PreparedReview> {
  const { caseId } = file.record;
  return file.withDatabase(prepareReview, 'Look at the licence and the documents', { caseId, attorneyId });
}

async function command(file: CaseFile, run: () => Promise<CommandResult>): Promise<CommandResult> {
  file.begunCommands += 1;
  try {
    return await file.exclusive(() => runInformed(file, run));
  } finally {
    file.answeredCommands += 1;
  }
}

/** A refusal stands only where nothing was missed: the case may be where it would take the command, or has taken it. */
async function runInformed(file: CaseFile, run: () => Promise<CommandResult>): Promise<CommandResult> {
  const result = await run();
  if (result.ok || !patched('a refusal looks for what was missed')) return result;
  const missed = await file.catchUp();
  if (missed === 'done') return { ok: true };
  return missed === 'behind' ? run() : result;
}

async function applyCommand(file: CaseFile, input: Command, enclosures: Enclosures = {}): Promise<CommandResult> {
  for (;;) {
    const result = await file.apply(input, enclosures);
    if (isDone(result)) return { ok: true };
    // The case had gone on unheard: the command is decided on where it is.
    if (!isStale(result.code)) return { ok: false, code: result.code };
  }
}

type Applied = Awaited<ReturnType<CaseFile['apply']>>;

/** Recorded now, or before. */
function isDone(result: Applied): result is Extract<Applied, { ok: true } | { code: 'done' }> {
  return result.ok || result.code === 'done';
}

/** What was decided on is not how things are: to be decided again. */
function isStale(code: string): code is 'behind' | 'facts_changed' {
  return code === 'behind' || code === 'facts_changed';
}

async function prepare(file: CaseFile): Promise<PrepareResult | NoDraft> {
  if (file.record.state !== 'draft') return { ok: false, code: 'invalid_transition' };
  const input = { caseId: file.record.caseId, caseTime: Date.now() };
  return file.withDatabase(prepareSubmission, 'Check the gates and freeze the facts', input);
}

type NoDraft = { ok: false; code: 'invalid_transition' };
