import { prepareSimulation, waitOf } from '@evict/case-model';
import type { CommandOutcome } from '@evict/store/commands';
import { type CommandOnFile, confirmVoid, type DecidableCase, loadForDecision } from '@evict/store/decisions';
import { eraseCase } from '@evict/store/erasure';
import { errorClass, metrics } from '@evict/telemetry';
import type { CaseActivities, Decided, Unfinished } from '@evict/temporal/messages';
import { redactErrors } from '@evict/temporal/redact-errors';
import { activityInfo, heartbeat } from '@temporalio/activity';
import { commandOf, mayWrite } from './command-of.ts';
import { DocumentsFailure, failedToRender, nothing, performDue, takingStep } from './perform-due.ts';
import { RenderersBusyError } from './with-renderer.ts';
import { signedBy } from './signed.ts';
import { reportUnwritten } from './report-decision.ts';
import { type Asked, clockOf, type Deciding, isBug, pure, refuse, settle, waitNow } from './settle.ts';
import { shownWait } from './shown-wait.ts';
import { prepareSubmit } from './submission.ts';

/**
 * Creates the activities that decide about cases. No other code writes a case's state. Each decision reads the case's
 * row, renders the documents that it needs, decides, and records everything in one statement, provided that the row
 * hasn't changed. If it has, the decision is made again. No row is locked while a document is rendered.
 */
export function createCaseActivities(deps: Deciding): CaseActivities<Unfinished> {
  return {
    decideAndRecord: ({ caseId, commandId }) =>
      attempt('decideAndRecord', () => decideCommand(deps, caseId, commandId)),
    performDue: ({ caseId }) => attempt('performDue', () => performDue(deps, caseId)),
  };
}

async function attempt<T>(activity: keyof CaseActivities, run: () => Promise<T>): Promise<T | Unfinished> {
  // This counter feeds the alert for a case whose decisions can't be recorded.
  if (activityInfo().attempt > 10) metrics.localRetries.inc({ activity });
  const beat = activityInfo().isLocal ? undefined : setInterval(heartbeat, heartbeatMs);
  try {
    return await redactErrors(() => orUnfinished(run()), { nonRetryable: isBug });
  } finally {
    clearInterval(beat);
  }
}

const heartbeatMs = 2000;

/**
 * Handles documents that can't be rendered right away. A local activity then returns `isUnfinished`, and the workflow
 * calls the regular activity, which may wait longer. The regular activity rejects and is retried.
 */
async function orUnfinished<T>(deciding: Promise<T>): Promise<T | Unfinished> {
  try {
    return await deciding;
  } catch (error) {
    if (error instanceof RenderersBusyError && activityInfo().isLocal) return { isUnfinished: true };
    throw error;
  }
}

async function decideCommand(deps: Deciding, caseId: string, commandId: string): Promise<Decided> {
  const startedAt = performance.now();
  for (let isPrepared = false; ;) {
    const found = await loadForDecision(deps.store, caseId, commandId);
    if (!found) return { refusal: 'not_on_record', wait: nothing(caseId) };
    const { command } = found;
    if (command?.outcome) return finish(deps, found, command, command.outcome);
    // An Update without a command row is unauthorized.
    if (!command || command.isVoid || found.isErased) {
      if (command?.isVoid && !(await confirmVoid(deps.store, command.id))) continue;
      reportUnwritten(deps.logger, caseId, command);
      return { refusal: 'not_on_record', wait: waitNow(found) };
    }
    if (!isPrepared && isToBePrepared(found, command)) {
      await performDue(deps, caseId, true);
      isPrepared = true;
      continue;
    }
    try {
      const asked = await askedBy(deps, found, command);
      const settled =
        'code' in asked ? await refuse(deps, found, command, asked) : await settle(deps, found, asked, startedAt);
      if (settled)
        return await finish(deps, { ...found, record: settled.record }, command, settled.outcome, settled.caseTime);
    } catch (error) {
      if (!(error instanceof DocumentsFailure)) throw error;
      // The command is refused. The failed step is also recorded, except for a simulation, which has no step to retry.
      const isStep = command.body.kind !== 'simulate';
      if (isStep && (await settle(deps, { ...found, command: null }, failedToRender(error), startedAt)) === null)
        continue;
      await refuse(deps, found, command, { ok: false, code: isStep ? 'nothing_to_advance' : 'documents_missing' });
    }
  }
}

/** Whether documents have to be made before the command is decided, because its sender expects them to exist. */
function isToBePrepared(found: DecidableCase, { body }: CommandOnFile): boolean {
  if (body.kind !== 'advance' && body.kind !== 'review' && body.kind !== 'simulate') return false;
  const { waitsFor, dueInMs } = waitNow(found);
  return waitsFor === 'documents' && dueInMs === 0;
}

/** Returns the command with everything that its decision needs, or a refusal if no decision is needed. */
async function askedBy(
  deps: Deciding,
  found: DecidableCase,
  onFile: CommandOnFile,
): Promise<Asked | Extract<CommandOutcome, { ok: false }>> {
  const { record } = found;
  const now = clockOf(found);
  const { body } = onFile;
  if (!mayWrite(onFile)) return { ok: false, code: 'not_on_record' };
  if (onFile.confirmation?.isCurrent === false) return { ok: false, code: 'changed_since_confirmed' };
  if (body.kind === 'submit') {
    const timing = { caseTime: now, reviewDelayMs: deps.sandboxReviewDelayMs };
    const prepared = pure(() => prepareSubmit(found, onFile, timing));
    return prepared.ok ? { command: prepared.command, extras: { frozen: prepared.frozen } } : prepared;
  }
  if (body.kind === 'advance') {
    const { work } = pure(() => waitOf(record, now));
    const isMeant = record.sequence === body.sequence && work?.kind === 'take_step' && record.failure === null;
    if (!isMeant) return { command: { ...body, documents: [] } };
    const at = Math.max(now, work.step.advanceTo);
    return takingStep(deps, record, work.step.documents, at, (documents) => ({ ...body, documents }));
  }
  if (body.kind === 'simulate') {
    const prepared = pure(() => prepareSimulation(record, body, now));
    if (prepared === null) return { command: { ...body, documents: [] } };
    const { documents: orders, at, ...recorded } = prepared;
    const asked = await takingStep(deps, record, orders, at, (documents) => ({ ...body, documents }));
    return { ...asked, extras: { ...asked.extras, ...recorded } };
  }
  const command = commandOf(onFile, body.kind === 'review' ? await signedBy(deps, record, onFile) : {});
  if (command.kind === 'attach') {
    const { id, contentHash, contentType, sizeBytes, filename } = command.document;
    const document = { id, kind: command.as, specId: null, filename, contentType, contentHash, sizeBytes };
    return { command, extras: { documents: [document], supersedes: command.replaces } };
  }
  if (command.kind === 'review' && command.decision === 'request_changes')
    return { command, extras: { message: command.notes } };
  return { command };
}

/**
 * Follows up on a decided command: makes the documents that the case now needs, retries a failed step if the operators
 * asked for that, or erases a deleted draft.
 */
async function finish(
  deps: Deciding,
  found: DecidableCase,
  { body }: CommandOnFile,
  outcome: CommandOutcome,
  caseTime = clockOf(found),
): Promise<Decided> {
  if (body.kind === 'delete_draft' && outcome.ok) await eraseDraft(deps, found.record.caseId);
  const wait = shownWait(found.record, caseTime);
  const isAwaited = wait.waitsFor === 'documents' || (body.kind === 'retry_step' && wait.dueInMs === 0);
  return {
    ...(!outcome.ok && { refusal: outcome.code }),
    wait,
    ...(isAwaited && (await performDue(deps, found.record.caseId, true))),
  };
}

/**
 * Erases a deleted draft. If that fails, for example because the list of erasures can't be written, the next retention
 * run erases it.
 */
async function eraseDraft({ store, blobs, erasureList, logger }: Deciding, caseId: string): Promise<void> {
  const ground = { basis: 'retention', rule: 'withdrawn_drafts' } as const;
  try {
    await eraseCase(store, { caseId, operator: 'customer', ground, list: erasureList, blobs });
  } catch (error) {
    logger.warn(
      { caseId, failure: errorClass(error) },
      'deleted draft could not be erased; the next retention run retries',
    );
  }
}
