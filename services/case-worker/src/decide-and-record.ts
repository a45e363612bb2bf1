import {
  type CaseRecord,
  type Command,
  type Context,
  decide,
  type DueWork,
  isSandbox,
  newCase,
  type NewDocument,
  type StageDocument,
  waitOf,
} from '@evict/case-model';
import { randomUUID } from 'node:crypto';
import { chooseAttorney } from '@evict/store/attorneys';
import type { BlobStore } from '@evict/store/bytes';
import type { CommandOutcome } from '@evict/store/commands';
import type { Store } from '@evict/store/database';
import {
  type Change,
  type CommandOnFile,
  type DecidableCase,
  loadForDecision,
  type Outgoing,
  recordDecision,
  type Recording,
  recordRefusal,
} from '@evict/store/decisions';
import { type Logger, metrics } from '@evict/telemetry';
import type { CaseActivities, CommandResult, Decided } from '@evict/temporal/messages';
import { activityInfo } from '@temporalio/activity';
import { commandOf } from './command-of.ts';
import { errorClass, withoutValues } from './failures.ts';
import { makeDocuments } from './make-documents.ts';
import { makeSummary } from './make-summary.ts';
import { RenderersBusyError, type Rendering } from './render-in-turn.ts';
import { reportBug, reportDecision, reportUnwritten } from './report-decision.ts';
import { prepareSubmit } from './submission.ts';
import { shownWait } from './shown-wait.ts';

export interface Deciding extends Rendering, Recording {
  store: Store;
  blobs: BlobStore;
  logger: Logger;
  sandboxReviewDelayMs: number;
  /** Has what was recorded be sent, after the commit. */
  send: (outgoing: Outgoing) => void;
}

/** What is decided, with what is recorded beside it. */
interface Asked {
  command: Command;
  extras?: Pick<Change, 'documents' | 'supersedes' | 'frozen' | 'message'>;
  /** The time on the case's clock as of which it is decided; now by default. */
  at?: number;
}

/** A case after a decision on it. */
interface Settled {
  outcome: CommandOutcome;
  record: CaseRecord;
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
}

/**
 * The only place that decides about cases, and the only writer of their state. Each decision reads the row of the case,
 * decides, renders what the decision needs, and records it in one statement, if the row is still the same; otherwise it
 * is made again. Nothing is locked while a document is rendered.
 */
export function createCaseActivities(deps: Deciding): CaseActivities {
  return {
    decideAndRecord({ caseId, commandId }) {
      countRetry('decideAndRecord');
      return withoutValues(() => decideCommand(deps, caseId, commandId), { nonRetryable: isBug });
    },
    performDue({ caseId }) {
      countRetry('performDue');
      return withoutValues(() => performDue(deps, caseId));
    },
  };
}

/** After its tenth failure in a row, for the alert: the case cannot be recorded. */
function countRetry(activity: keyof CaseActivities): void {
  if (activityInfo().attempt > 10) metrics.localRetries.inc({ activity });
}

async function decideCommand(deps: Deciding, caseId: string, commandId: string): Promise<Decided> {
  const startedAt = performance.now();
  for (;;) {
    const found = await loadForDecision(deps.store, caseId, commandId);
    if (!found) return { result: { ok: false, code: 'not_on_record' }, wait: nothing(caseId) };
    const { command } = found;
    if (command?.outcome) return finish(deps, found, command, command.outcome);
    // Whoever sent the Update: without its row it is nobody's command.
    if (!command || command.isVoid || found.isErased) {
      reportUnwritten(deps.logger, caseId, command);
      return { result: { ok: false, code: 'not_on_record' }, wait: waitNow(found) };
    }
    if (isToBePrepared(found, command)) {
      const prepared = await performDue(deps, caseId, { isAwaited: true });
      if (prepared.isUnfinished) return { result: { ok: true }, ...prepared };
      continue;
    }
    try {
      const asked = await askedBy(deps, found, command);
      const settled =
        'code' in asked ? await refuse(deps, found, command, asked) : await settle(deps, found, asked, startedAt);
      if (settled)
        return await finish(deps, { ...found, record: settled.record }, command, settled.outcome, settled.caseTime);
    } catch (error) {
      if (error instanceof RenderersBusyError)
        return { result: { ok: true }, wait: waitNow(found), isUnfinished: true };
      if (!(error instanceof DocumentsFailure)) throw error;
      // The step fails, and what was asked is not done.
      if ((await settle(deps, { ...found, command: null }, failedToRender(error), startedAt)) === null) continue;
      await refuse(deps, found, command, { ok: false, code: 'nothing_to_advance' });
    }
  }
}

/** Whether documents are due without which the command cannot be decided as its sender means it. */
function isToBePrepared(found: DecidableCase, { body }: CommandOnFile): boolean {
  if (body.kind !== 'advance' && body.kind !== 'review') return false;
  const now = clockOf(found);
  const { kind, dueAt } = waitOf(found.record, now);
  return kind === 'documents' && dueAt !== null && dueAt <= now;
}

/** The command with everything that its decision needs, or its refusal before that. */
async function askedBy(
  deps: Deciding,
  found: DecidableCase,
  onFile: CommandOnFile,
): Promise<Asked | Extract<CommandOutcome, { ok: false }>> {
  const { record } = found;
  const now = clockOf(found);
  const { body } = onFile;
  if (body.kind === 'submit') {
    const prepared = prepareSubmit(found, onFile, { caseTime: now, reviewDelayMs: deps.sandboxReviewDelayMs });
    return prepared.ok ? { command: prepared.command, extras: { frozen: prepared.frozen } } : prepared;
  }
  if (body.kind === 'advance') {
    const { work } = waitOf(record, now);
    const isMeant = record.sequence === body.sequence && work?.kind === 'take_step' && record.failure === null;
    if (!isMeant) return { command: { ...body, documents: [] } };
    const at = Math.max(now, work.step.advanceTo);
    return takingStep(deps, record, work.step.documents, at, (documents) => ({ ...body, documents }));
  }
  const command = commandOf(onFile);
  if (command === null) return { ok: false, code: 'not_on_record' };
  if (command.kind === 'attach') {
    const { id, contentHash, contentType, sizeBytes, filename } = command.document;
    const document = { id, kind: command.as, specId: null, filename, contentType, contentHash, sizeBytes };
    return { command, extras: { documents: [document], supersedes: command.replaces } };
  }
  if (command.kind === 'review') return { command, extras: { message: command.notes } };
  return { command };
}

/** Decides and records. Null if the case has changed since it was read. */
async function settle(deps: Deciding, found: DecidableCase, asked: Asked, startedAt: number): Promise<Settled | null> {
  const { command, extras = {}, at } = asked;
  const { record: before, courtNumber } = found;
  const caseTime = Math.max(at ?? 0, clockOf(found));
  const context: Context = { now: caseTime, uuid: randomUUID, courtNumber };
  const decision = decided(before, command, context);
  if (!decision.ok) return refuse(deps, found, found.command, decision);
  const { events, next } = decision;
  if (events.length === 0 && next === before) return refuse(deps, found, found.command, { ok: true });
  const isMessage = events.some(({ action }) => action === 'request_changes');
  const supersedes = [...(extras.supersedes ?? []), ...outdatedDocumentIds(before, next)];
  const change: Change = {
    events,
    record: next,
    caseTime,
    ...extras,
    supersedes,
    message: isMessage ? extras.message : undefined,
  };
  const outgoing = await recordDecision(deps.store, found, change, deps);
  if (outgoing === null) return null;
  deps.send(outgoing);
  reportDecision(deps.logger, change, performance.now() - startedAt);
  return { outcome: { ok: true, at: new Date(found.now).toISOString() }, record: next, caseTime };
}

/** A decision that throws is a bug, which no retry mends. */
class DecisionBug extends Error {
  override readonly name = 'DecisionBug';
}
const isBug = (error: unknown) => error instanceof DecisionBug;

function decided(...input: Parameters<typeof decide>): ReturnType<typeof decide> {
  try {
    return decide(...input);
  } catch (cause) {
    throw new DecisionBug('a decision threw', { cause });
  }
}

/** Nothing changes. The first outcome of a command is the one that counts. */
async function refuse(
  { store }: Deciding,
  found: DecidableCase,
  command: CommandOnFile | null,
  outcome: CommandOutcome,
): Promise<Settled> {
  const kept = command ? await recordRefusal(store, command.id, outcome) : outcome;
  return { outcome: kept, record: found.record, caseTime: clockOf(found) };
}

/** After a command come the documents that the case now needs, and, at an operator's word, the step that failed. */
async function finish(
  deps: Deciding,
  found: DecidableCase,
  { body }: CommandOnFile,
  outcome: CommandOutcome,
  caseTime = clockOf(found),
): Promise<Decided> {
  const result: CommandResult = outcome.ok ? { ok: true } : { ok: false, code: outcome.code };
  const { kind, work } = waitOf(found.record, caseTime);
  const isRetried = outcome.ok && body.kind === 'retry_step' && work !== null && found.record.failure === null;
  if (kind !== 'documents' && !isRetried) return { result, wait: shownWait(found.record, caseTime) };
  const done = await performDue(deps, found.record.caseId, { isAwaited: true, isRetried });
  return { result, ...done };
}

/**
 * What falls due by itself, one after the other. `isAwaited`: the sender of a command waits for it. `isRetried`: the first
 * is done whether it is due or not.
 */
async function performDue(
  deps: Deciding,
  caseId: string,
  { isAwaited = false, isRetried = false }: { isAwaited?: boolean; isRetried?: boolean } = {},
): Promise<Omit<Decided, 'result'>> {
  let found = await loadForDecision(deps.store, caseId, null);
  if (!found) return { wait: nothing(caseId) };
  for (let left = mostAtOnce; left > 0; left -= 1) {
    const now = clockOf(found);
    const { work, dueAt } = waitOf(found.record, now);
    const isDue = (dueAt !== null && dueAt <= now) || (isRetried && left === mostAtOnce);
    if (found.isErased || !work || !isDue) break;
    // Documents that nobody waits for are due for many cases at once, such as at the end of a day.
    if (!isAwaited && activityInfo().isLocal && needsDocuments(work))
      return { wait: waitNow(found), isUnfinished: true };
    try {
      await perform(deps, found, work, now);
    } catch (error) {
      if (error instanceof RenderersBusyError) return { wait: waitNow(found), isUnfinished: true };
      if (!isBug(error)) throw error;
      // Commands go on meanwhile: one of them may lead out of it.
      reportBug(deps.logger, caseId, work.kind);
      return { wait: { ...waitNow(found), dueInMs: afterBugMs } };
    }
    found = await mustLoad(deps.store, caseId, null);
  }
  return { wait: waitNow(found) };
}

const afterBugMs = 60_000;

function needsDocuments(work: DueWork): boolean {
  return work.kind === 'make_documents' || (work.kind === 'take_step' && work.step.documents.length > 0);
}

/** More is never due at once: documents, an attorney, a period that is over. */
const mostAtOnce = 5;

/** Does it and records it, unless the case has changed meanwhile. Documents that fail are a failed attempt. */
async function perform(deps: Deciding, found: DecidableCase, work: DueWork, now: number): Promise<void> {
  const startedAt = performance.now();
  const asked = await askedOf(deps, found, work, now).catch((error: unknown) => {
    if (error instanceof DocumentsFailure) return failedToRender(error);
    throw error;
  });
  await settle(deps, found, asked, startedAt);
}

/** A document could not be rendered, or its bytes not be stored. */
class DocumentsFailure extends Error {
  override readonly name = 'DocumentsFailure';
}

async function made<T>(making: Promise<T>): Promise<T> {
  return making.catch((cause: unknown) => {
    throw cause instanceof RenderersBusyError ? cause : new DocumentsFailure('documents were not made', { cause });
  });
}

function failedToRender({ cause }: DocumentsFailure): Asked {
  return { command: { kind: 'step_failed', step: 'render_documents', errorClass: errorClass(cause) } };
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
  if (!stage) throw new Error('what is made for a review is of its stage');
  const documents = await made(makeDocuments(deps, { record, orders, caseTime }));
  return { command: { kind: 'documents_made', stage, documents: stageDocuments(documents) }, extras: { documents } };
}

async function summarize(deps: Deciding, record: CaseRecord, [order]: Orders, caseTime: number): Promise<Asked> {
  if (!order?.stage) throw new Error('a summary is made for the review of a stage');
  const { document, factsVersion } = await made(makeSummary(deps, { record, order, caseTime }));
  const { id, contentHash } = document;
  return {
    command: { kind: 'summary_made', stage: order.stage, summary: { id, contentHash }, factsVersion },
    extras: { documents: [document] },
  };
}

/** A step of the sandbox with its documents, as of a time on the case's clock. */
async function takingStep(
  deps: Deciding,
  record: CaseRecord,
  orders: Orders,
  at: number,
  command: (documents: readonly StageDocument[]) => Command,
): Promise<Asked> {
  const documents = await made(makeDocuments(deps, { record, orders, caseTime: at }));
  return { command: command(stageDocuments(documents)), extras: { documents }, at };
}

function stageDocuments(made: readonly NewDocument[]): StageDocument[] {
  return made.filter(({ kind }) => kind !== 'proof').map(({ id, contentHash }) => ({ id, contentHash }));
}

/** Documents of a live case that no stage refers to after the decision. They are no longer current. */
function outdatedDocumentIds(before: CaseRecord, after: CaseRecord): string[] {
  if (isSandbox(before)) return [];
  const stages = ['notice', 'filing'] as const;
  return stages.flatMap((stage) => {
    const kept = new Set(after.stageDocuments[stage].map(({ id }) => id));
    return before.stageDocuments[stage].flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  });
}

/** The case's clock: the database's, and for a sandbox case as far ahead as its advances have moved it. */
function clockOf({ now, aheadMs, record }: DecidableCase): number {
  return isSandbox(record) ? now + aheadMs : now;
}

function waitNow(found: DecidableCase): Decided['wait'] {
  return shownWait(found.record, clockOf(found));
}

/** Whoever started its workflow, or an older backup: without a row there is no case. */
function nothing(caseId: string): Decided['wait'] {
  return shownWait(newCase({ caseId, organizationId: '', mode: 'live' }, 0), 0);
}

async function mustLoad(store: Store, caseId: string, commandId: string | null): Promise<DecidableCase> {
  const found = await loadForDecision(store, caseId, commandId);
  if (!found) throw new Error('the case has no row');
  return found;
}
