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
  /** Where erasures are listed apart from the backups; empty for none. */
  erasureList: string;
}

/** What is decided, with what is recorded beside it. */
export interface Asked {
  command: Command;
  extras?: Pick<Change, 'documents' | 'supersedes' | 'frozen' | 'message' | 'charge'>;
  /** The time on the case's clock as of which it is decided; now by default. */
  at?: number;
}

/** A case after a decision on it. */
export interface Settled {
  outcome: CommandOutcome;
  record: CaseRecord;
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
}

/** Decides and records. Null if the case has changed since it was read. */
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

/** The note of the sandbox reviewer, who is no person, with requested changes. */
function sandboxRequest(record: CaseRecord): string | undefined {
  return isSandbox(record) ? 'The sandbox reviewer asks for changes. Submit the case again, edited or not.' : undefined;
}

/** A decision that throws is a bug, which no retry mends. */
class DecisionBug extends Error {
  override readonly name = 'DecisionBug';
}
export const isBug = (error: unknown) => error instanceof DecisionBug;

/** Calls a pure function on a case. */
export function pure<T>(run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new DecisionBug('a decision threw', { cause });
  }
}

/** Nothing changes. The first outcome of a command is the one that counts. */
export async function refuse(
  { store }: Deciding,
  found: DecidableCase,
  command: CommandOnFile | null,
  outcome: CommandOutcome,
): Promise<Settled> {
  const kept = command ? await recordRefusal(store, command.id, outcome) : outcome;
  return { outcome: kept, record: found.record, caseTime: clockOf(found) };
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
export function clockOf({ now, aheadMs, record }: DecidableCase): number {
  return isSandbox(record) ? now + aheadMs : now;
}

/** What the case waits for now. */
export function waitNow(found: DecidableCase): CaseWait {
  return shownWait(found.record, clockOf(found));
}
