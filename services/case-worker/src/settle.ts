import { randomUUID } from 'node:crypto';
import { type CaseRecord, type Command, type Context, decide, isSandbox } from '@evict/case-model';
import type { BlobStore } from '@evict/store/bytes';
import type { CommandOutcome } from '@evict/store/commands';
import type { Store } from '@evict/store/database';
import {
  type Change,
  type CommandOnFile,
  type DecidableCase,
  recordDecision,
  type Recording,
  recordRefusal,
} from '@evict/store/decisions';
import type { Logger } from '@evict/telemetry';
import type { CaseWait } from '@evict/temporal/messages';
import type { Signing } from './signed.ts';
import type { Rendering } from './with-renderer.ts';
import { reportDecision } from './report-decision.ts';
import { shownWait } from './shown-wait.ts';

export interface Deciding extends Rendering, Recording, Signing {
  store: Store;
  blobs: BlobStore;
  logger: Logger;
  sandboxReviewDelayMs: number;
  /** The folder with the list of erasures, which is stored apart from the backups. Empty if no list is written. */
  erasureList: string;
}

/** A command to decide, and what to record in addition to the decision. */
export interface Asked {
  command: Command;
  extras?: Pick<Change, 'documents' | 'supersedes' | 'frozen' | 'message' | 'charge'>;
  /** The time of the decision on the case's clock, in epoch milliseconds. The default is now. */
  at?: number;
}

/** A case after a decision. */
export interface Settled {
  outcome: CommandOutcome;
  record: CaseRecord;
  /** The time of the decision on the case's clock, in epoch milliseconds. */
  caseTime: number;
}

/**
 * Decides a command and records the decision or refusal. Returns null if the case has changed since it was read. Throws
 * an error that `isBug` recognizes if the decision throws.
 */
export async function settle(
  deps: Deciding,
  found: DecidableCase,
  asked: Asked,
  startedAt: number,
): Promise<Settled | null> {
  const { command, extras = {}, at } = asked;
  const { record: before, courtNumber } = found;
  const caseTime = Math.max(at ?? 0, clockOf(found));
  const context: Context = { now: caseTime, uuid: randomUUID, courtNumber };
  const decision = pure(() => decide(before, command, context));
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
    message: extras.message ?? (isMessage ? sandboxRequest(next) : undefined),
  };
  if (!(await recordDecision(deps.store, found, change, deps))) return null;
  const requestId = found.command?.requestId ?? null;
  reportDecision(deps.logger, change, { requestId, ms: performance.now() - startedAt });
  return { outcome: { ok: true, at: new Date(found.now).toISOString() }, record: next, caseTime };
}

/** Returns the note with which the sandbox's simulated reviewer requests changes. Undefined for a live case. */
function sandboxRequest(record: CaseRecord): string | undefined {
  return isSandbox(record) ? 'The sandbox reviewer asks for changes. Submit the case again, edited or not.' : undefined;
}

/** A decision that throws is a bug, which retries can't fix. */
class DecisionBug extends Error {
  override readonly name = 'DecisionBug';
}
export const isBug = (error: unknown) => error instanceof DecisionBug;

/** Runs a pure function on a case. If it throws, that is a bug, so the error is wrapped in a DecisionBug. */
export function pure<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new DecisionBug('a decision threw', { cause });
  }
}

/**
 * Records a command's refusal, or that it changes nothing, and leaves the case as it is. Returns the recorded outcome,
 * which is the first one if the command already had one.
 */
export async function refuse(
  { store }: Deciding,
  found: DecidableCase,
  command: CommandOnFile | null,
  outcome: CommandOutcome,
): Promise<Settled> {
  const kept = command ? await recordRefusal(store, command.id, outcome) : outcome;
  return { outcome: kept, record: found.record, caseTime: clockOf(found) };
}

/**
 * Returns the ids of a live case's documents that are no longer current, because no stage refers to them after the
 * decision.
 */
function outdatedDocumentIds(before: CaseRecord, after: CaseRecord): string[] {
  if (isSandbox(before)) return [];
  const stages = ['notice', 'filing'] as const;
  return stages.flatMap((stage) => {
    const kept = new Set(after.stageDocuments[stage].map(({ id }) => id));
    return before.stageDocuments[stage].flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  });
}

/**
 * Returns the time on the case's clock, in epoch milliseconds. This is the database's time. A sandbox case's clock is
 * ahead of it by as much as its advances have moved it.
 */
export function clockOf({ now, aheadMs, record }: DecidableCase): number {
  return isSandbox(record) ? now + aheadMs : now;
}

/** Returns what the case waits for now. */
export function waitNow(found: DecidableCase): CaseWait {
  return shownWait(found.record, clockOf(found));
}
