import { canFail, type Command, type GivenCommand, isFinished, type TransitionExtras } from '@evict/case-model';
import type { PreparedReview, PreparedSubmission } from '@evict/temporal/case-activities';
import type { CommandResult, MailFailed, OperateInput, SubmitInput } from '@evict/temporal/messages';
import { prepareReview, prepareSubmission } from './activities.ts';
import type { Applied, CaseEntity } from './case-entity.ts';
import { perform, renderMissing } from './perform.ts';

/**
 * Submit: checks the facts, decides, and records the transition on the same facts. Returns after the first documents
 * are made; if they fail, the case is still in review and they are retried.
 */
export function submit(entity: CaseEntity, { by }: Partial<SubmitInput> = {}): Promise<CommandResult> {
  return command(entity, async () => {
    for (;;) {
      const prepared = await prepare(entity);
      if (!prepared.ok) return prepared;
      const { submission, factsVersion, attorneyLapsed } = prepared;
      const result = await entity.apply(
        { kind: 'submit', submission, attorneyLapsed, ...(by !== undefined && { by }) },
        { factsVersion },
      );
      if (isDone(result)) break;
      // The draft has changed since the check, or is no longer a draft: check again.
      if (!isStale(result.code)) return { ok: false, code: result.code };
    }
    await renderMissing(entity);
    return { ok: true };
  });
}

export function reportCure(entity: CaseEntity): Promise<CommandResult> {
  return command(entity, () => applyCommand(entity, { kind: 'report_cure' }));
}

export function withdraw(entity: CaseEntity): Promise<CommandResult> {
  return command(entity, () => applyCommand(entity, { kind: 'withdraw' }));
}

/** The platform withdraws an idle draft or sandbox case. */
export function withdrawIdle(entity: CaseEntity): Promise<CommandResult> {
  return command(entity, () => applyCommand(entity, { kind: 'withdraw_idle' }));
}

/** What an attorney or operator does, followed at once by the documents that the case then needs. */
export function operate(entity: CaseEntity, { command: asked }: OperateInput): Promise<CommandResult> {
  return command(entity, async () => {
    if (asked.kind === 'review') return review(entity, asked);
    const input = await withEligibility(entity, asked);
    const result = await applyCommand(entity, input, attached(input));
    if (!result.ok) return result;
    // At once: a step that only an advance takes would wait for the next advance.
    const work = entity.pendingWork();
    if (input.kind === 'retry_step' && canFail(work)) await perform(entity, work);
    else await renderMissing(entity);
    return result;
  });
}

/**
 * A review is decided on the current documents and license. An approval is recorded only if facts and uploads are
 * unchanged; if evidence was added, a new summary is made first.
 */
async function review(entity: CaseEntity, asked: Extract<GivenCommand, { kind: 'review' }>): Promise<CommandResult> {
  for (;;) {
    const { eligible, documentHashes: otherHashes, factsVersion } = await look(entity, asked.attorneyId);
    if (factsVersion > entity.record.factsVersion) await applyCommand(entity, { kind: 'evidence_added', factsVersion });
    await renderMissing(entity);
    const extras = asked.decision === 'approve' ? { factsVersion } : {};
    const result = await entity.apply({ ...asked, eligible, otherHashes }, extras);
    if (isDone(result)) return { ok: true };
    if (!isStale(result.code)) return { ok: false, code: result.code };
  }
}

/** Evidence was added; a case under review needs a new summary. The database refuses an unknown version. */
export function onEvidenceAdded(entity: CaseEntity, factsVersion: number): Promise<void> {
  return entity.exclusive(async () => {
    if (!isBegun(entity) || factsVersion <= entity.record.factsVersion) return;
    await applyCommand(entity, { kind: 'evidence_added', factsVersion });
  });
}

/**
 * A mail about the case has exhausted its retries. The sender notifies until it is recorded, so it may be ignored here.
 */
export function onMailFailed(entity: CaseEntity, { id: commandId, attempt, errorClass }: MailFailed): Promise<void> {
  return entity.exclusive(async () => {
    if (isBegun(entity)) await applyCommand(entity, { kind: 'mail_failed', attempt, errorClass }, { commandId });
  });
}

function isBegun({ record }: CaseEntity): boolean {
  return record.sequence > 0 && !isFinished(record.state);
}

/** Looks up whether the attorney who acts, or who is assigned, is eligible now, and whether the latter is asked first. */
async function withEligibility(entity: CaseEntity, asked: Exclude<GivenCommand, { kind: 'review' }>) {
  if (!('attorneyId' in asked)) return asked;
  const { eligible, asksFirst } = await look(entity, asked.attorneyId);
  return asked.kind === 'assign' ? { ...asked, eligible, asksFirst } : { ...asked, eligible };
}

/** The row of an attached document, and the documents that it replaces. */
function attached(input: Command): TransitionExtras {
  if (input.kind !== 'attach') return {};
  const { as, document, replaces } = input;
  return { documents: [{ ...document, kind: as, specId: null, filename: null }], supersedes: replaces };
}

function look(entity: CaseEntity, attorneyId: string): Promise<PreparedReview> {
  const { caseId } = entity.record;
  return entity.withDatabase(prepareReview, 'Look at the licence and the documents', { caseId, attorneyId });
}

function command(entity: CaseEntity, run: () => Promise<CommandResult>): Promise<CommandResult> {
  entity.commandsReceived += 1;
  return entity.exclusive(() => retryIfStale(entity, run));
}

/** A refusal is final only if nothing was missed: the current record may allow the command, or already contain it. */
async function retryIfStale(entity: CaseEntity, run: () => Promise<CommandResult>): Promise<CommandResult> {
  const result = await run();
  if (result.ok) return result;
  const missed = await entity.reconcile();
  if (missed === 'done') return { ok: true };
  return missed === 'behind' ? run() : result;
}

async function applyCommand(entity: CaseEntity, input: Command, extras: TransitionExtras = {}): Promise<CommandResult> {
  for (;;) {
    const result = await entity.apply(input, extras);
    if (isDone(result)) return { ok: true };
    // The record was stale: decide again.
    if (!isStale(result.code)) return { ok: false, code: result.code };
  }
}

/** Whether it was recorded, now or earlier. */
function isDone(result: Applied): result is Extract<Applied, { ok: true } | { code: 'done' }> {
  return result.ok || result.code === 'done';
}

/** Whether it was decided on stale data, or by another clock, and has to be decided again. */
function isStale(code: string): code is 'behind' | 'facts_changed' | 'ahead' {
  return code === 'behind' || code === 'facts_changed' || code === 'ahead';
}

async function prepare(entity: CaseEntity): Promise<PreparedSubmission | NoDraft> {
  if (entity.record.state !== 'draft') return { ok: false, code: 'invalid_transition' };
  const input = { caseId: entity.record.caseId, caseTime: entity.now() };
  return entity.withDatabase(prepareSubmission, 'Check the gates and freeze the facts', input);
}

type NoDraft = { ok: false; code: 'invalid_transition' };
