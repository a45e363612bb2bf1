import {
  type CaseRecord,
  type Command,
  decide,
  isFinished,
  isSandbox,
  newCase,
  nextAction,
  shownNextAction,
  pendingWork,
  type PendingWork,
  type RefusalCode,
  sameJson,
  type Transition,
  type TransitionExtras,
  type TransitionResult,
} from '@evict/case-model';
import type { CaseStart, CaseView, RestoreReason } from '@evict/temporal/messages';
import {
  condition,
  currentUpdateInfo,
  isCancellation,
  TemporalFailure,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { LocalActivityOptions } from '@temporalio/workflow';
import { loadRecord, moveClock, recordRestored, recordTransition } from './activities.ts';
import { Clock } from './clock.ts';
import { attemptsOfRound, roundDelayMs } from './database-retry.ts';
import { idAt } from './draw-id.ts';
import { Mutex } from './mutex.ts';
import { showInTemporalWeb } from './temporal-web.ts';

/** Recorded, or why not. `behind`, `facts_changed`, `ahead`: decide again. `done`: it has already been recorded. */
export type Applied =
  | { ok: true }
  | { ok: false; code: RefusalCode }
  | { ok: false; code: 'behind' | 'facts_changed' | 'ahead' }
  | { ok: false; code: 'done' };

/** The case in its process: its record, and the only way to change it. */
export class CaseEntity {
  readonly clock = new Clock();
  commandsReceived = 0;
  /** How far the server's clock was last found to be ahead of the database's, which is that of a live case. */
  aheadMs = 0;
  #record: CaseRecord;
  readonly #turns = new Mutex();

  constructor({ caseId, organizationId, mode, record }: CaseStart) {
    this.#record = record ?? newCase({ caseId, organizationId, mode }, Date.now());
    // Search attributes and details belong to the run.
    if (record) this.#show();
  }

  get record(): CaseRecord {
    return this.#record;
  }

  /** The case's clock, in epoch milliseconds. After an advance, the process's own clock lags until it is idle. */
  now(): number {
    return Math.max(Date.now() - this.aheadMs, this.#record.clock);
  }

  /**
   * Has the server skip to a time of the case, in epoch milliseconds, unless another skip may still take effect. Where
   * the server does not confirm it, the clock stays behind, and the next advance skips for both.
   */
  async bringClockTo(time: number): Promise<void> {
    const durationMs = this.clock.behindMs(time);
    if (durationMs === 0 || this.clock.isAsked()) return;
    this.clock.ask();
    try {
      await moveClock({ durationMs });
    } catch (error) {
      if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
    }
  }

  pendingWork(): PendingWork {
    return pendingWork(this.#record, this.now());
  }

  /** Whether the process ends: the case is finished, or still a draft because its first command was refused. */
  isOver(): boolean {
    return isFinished(this.#record.state) || (this.#record.state === 'draft' && this.#record.sequence === 0);
  }

  /** Runs commands and work one at a time, so that each sees the record as the previous one left it. */
  exclusive<T>(run: () => Promise<T>): Promise<T> {
    return this.#turns.exclusive(() => {
      // The clocks may agree by now.
      this.aheadMs = 0;
      return run();
    });
  }

  /**
   * Retries short database work until it succeeds: a round of local attempts, then a timer, then another round. The
   * timer keeps the history small while the database is down. A new command ends the wait early, because its sender has
   * just read the case from the database.
   */
  async withDatabase<I, O>(work: DatabaseWork<I, O>, summary: string, input: I): Promise<O> {
    for (let failedRounds = 0; ;) {
      try {
        const retry = { maximumAttempts: attemptsOfRound(failedRounds) };
        return await work.executeWithOptions({ summary, retry }, [input]);
      } catch (error) {
        if (!(error instanceof TemporalFailure) || isCancellation(error)) throw error;
      }
      failedRounds += 1;
      const { commandsReceived } = this;
      const delayMs = roundDelayMs(failedRounds);
      await condition(() => this.commandsReceived > commandsReceived, delayMs, { summary: 'Wait for the database' });
    }
  }

  /**
   * Decides and records. The record changes only after the database has committed it. `at`: the time on the case's
   * clock, if not now, which also dates its documents.
   */
  async apply(command: Command, { at, ...extras }: TransitionExtras & { at?: number } = {}): Promise<Applied> {
    const before = this.#record;
    const caseTime = at ?? this.now();
    const drawnIds: string[] = [];
    const uuid = () => {
      const id = idAt(before.sequence, uuid4());
      drawnIds.push(id);
      return id;
    };
    const decision = decide(before, command, { now: caseTime, uuid });
    if (!decision.ok || decision.next === before) return decision;
    const { events, next } = decision;
    const commandId = currentUpdateInfo()?.id;
    const supersedes = [...(extras.supersedes ?? []), ...orphanedDocumentIds(before, next)];
    const transition: Transition = {
      caseId: next.caseId,
      command,
      drawnIds,
      events,
      record: next,
      caseTime,
      ...extras,
      ...(supersedes.length > 0 && { supersedes }),
      ...(commandId !== undefined && { commandId }),
    };
    const result = await this.withDatabase(recordTransition, summaryOf(transition), transition);
    if (!result.ok) return this.#refused(result);
    this.#changeTo(result.record ?? next);
    return { ok: true };
  }

  /**
   * Reconciles with the database: the server can drop an unaccepted Update whose transition was committed. `done`: the
   * current command was recorded; `behind`: something else was; null: nothing was missed.
   */
  async reconcile(): Promise<'done' | 'behind' | null> {
    const { caseId } = this.#record;
    const commandId = currentUpdateInfo()?.id;
    const input = { caseId, ...(commandId !== undefined && { commandId }) };
    const { record, isDone } = await this.withDatabase(loadRecord, 'Look for what was missed', input);
    const isBehind = record !== null && record.sequence > this.#record.sequence;
    if (isBehind) this.#takeOver(record);
    if (isDone) return 'done';
    return isBehind ? 'behind' : null;
  }

  /** Continues from the case's row: this process replaces another, or was notified that it is behind. */
  restore(reason: RestoreReason): Promise<void> {
    return this.exclusive(async () => {
      const { caseId, sequence } = this.#record;
      const missed = await this.reconcile();
      if (reason === 'behind' && missed === null) return;
      const { runId } = workflowInfo();
      const note = { caseId, id: `${runId}-${sequence}`, reason };
      const time = await this.withDatabase(recordRestored, `The process was ${reason}`, note);
      // The clock of a sandbox case can be ahead of a new process's clock.
      if (time === null || !isSandbox(this.#record)) return;
      await this.clock.settled(time);
      await this.bringClockTo(time);
    });
  }

  view(): CaseView {
    const record = this.#record;
    const { kind, dueAt, summary } = this.pendingWork();
    return {
      state: record.state,
      nextAction: shownNextAction(nextAction(record), Date.now()),
      pendingWork: { kind, dueAt, summary },
      record,
    };
  }

  carryOver(): CaseStart {
    const { caseId, organizationId, mode } = this.#record;
    return { caseId, organizationId, mode, record: this.#record };
  }

  /** The database's record is authoritative: a command refused on a stale record is decided again. */
  #refused(result: Extract<TransitionResult, { ok: false }>): Applied {
    if (result.code === 'ahead') {
      this.aheadMs = Date.now() - result.now;
      return { ok: false, code: 'ahead' };
    }
    if (!('record' in result))
      return { ok: false, code: result.code === 'unauthorized' ? 'not_on_record' : result.code };
    const { record, code } = result;
    const wasStale = this.#takeOver(record);
    if (code === 'done') return { ok: false, code };
    if (wasStale) return { ok: false, code: 'behind' };
    // Deciding again would loop forever. A failed task is visible to operators.
    if (code === 'behind') throw new Error('the database decides otherwise on the same record');
    return { ok: false, code };
  }

  /** Returns false if the record is the current one, or older. */
  #takeOver(record: CaseRecord): boolean {
    const { sequence } = this.#record;
    if (record.sequence < sequence || (record.sequence === sequence && sameJson(record, this.#record))) return false;
    this.#changeTo(record);
    return true;
  }

  #changeTo(record: CaseRecord): void {
    this.#record = record;
    this.#show();
  }

  #show(): void {
    showInTemporalWeb(this.#record, this.pendingWork());
  }
}

/** Documents of a live case that no stage refers to after the transition. They are no longer current. */
function orphanedDocumentIds(before: CaseRecord, after: CaseRecord): string[] {
  if (isSandbox(before)) return [];
  const stages = ['notice', 'filing'] as const;
  return stages.flatMap((stage) => {
    const kept = new Set(after.stageDocuments[stage].map(({ id }) => id));
    return before.stageDocuments[stage].flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  });
}

/** The summary in Temporal Web: what happened, and the state of the case. */
function summaryOf({ events, documents = [], record }: Transition): string {
  const actions = events.map(({ action }) => action);
  const made = documents.map(({ specId, kind }) => specId ?? kind);
  return `Record ${[...actions, ...made].join(', ') || 'what was added'}: ${record.state}`;
}

interface DatabaseWork<I, O> {
  executeWithOptions: (options: LocalActivityOptions, args: [I]) => Promise<O>;
}
