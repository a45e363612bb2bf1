import {
  type CaseRecord,
  completeRecord,
  type Command,
  decide,
  type Decision,
  isFinished,
  newCase,
  nextAction,
  retryDelaysMs,
  sameJson,
} from '@evict/case-model';
import type { CaseStart, CaseView, MadeDocument, RecordResult, RestoreReason } from '@evict/temporal/messages';
import {
  condition,
  currentUpdateInfo,
  isCancellation,
  patched,
  sleep,
  TemporalFailure,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { LocalActivityOptions } from '@temporalio/workflow';
import { fastForward, loadRecord, recordRestored, recordTransition } from './activities.ts';
import { attemptsOfRound, roundDelayMs } from './database-retry.ts';
import { idAt } from './draw-id.ts';
import { showInTemporalWeb, waitsFor } from './temporal-web.ts';

/** What a transition is recorded with beside its events. */
export interface Enclosures {
  documents?: readonly MadeDocument[];
  supersedes?: readonly string[];
  factsVersion?: number;
  /** What is recorded once, where it is no Update: the id of the failed mail. */
  commandId?: string;
  /** When it happened on the case's clock, where that is not now: what its documents are dated. */
  at?: number;
}

/** The case in the workflow's hands: its record, and the order in which commands and steps take turns. */
export class CaseFile {
  /** Changes with everything that could change what the case waits for. */
  version = 0;
  /** Steps taken, whether they succeeded or not; what `advance` waits on. */
  stepsTried = 0;
  begunCommands = 0;
  answeredCommands = 0;
  /** The sequence from which a step is being taken now; one less where it is the documents that come before the step. */
  stepFrom: number | null = null;
  /** The advance under way: the sequence it was sent for, where it wants the clock until then, whose command it is. */
  advance: { from: number; to: number; commandId: string | undefined } | null = null;
  retryDueAt: number | null;
  /** How often the case has waited on a timer that no advance may skip to, and whether it does now. */
  holds = 0;
  isHeld = false;
  /** The newest version of facts and uploads that the case was told of. */
  toldFactsVersion = 0;
  #record: CaseRecord;
  #locked = false;

  constructor({ caseId, organizationId, mode, record, retryDueAt }: CaseStart) {
    this.#record = record ? completeRecord(record) : newCase({ caseId, organizationId, mode }, Date.now());
    this.retryDueAt = retryDueAt ?? null;
  }

  get record(): CaseRecord {
    return this.#record;
  }

  /** Finished; or a draft whose first command was refused, which is a row again and needs no process. */
  isOver(): boolean {
    return isFinished(this.#record.state) || (this.#record.state === 'draft' && this.#record.sequence === 0);
  }

  /** Commands and steps of a case take turns: each sees the record that the one before it left. */
  async exclusive<T>(run: () => Promise<T>): Promise<T> {
    // Asked again after every wake: two who waited may wake in the same moment.
    while (this.#locked) await condition(() => !this.#locked);
    this.#locked = true;
    try {
      return await run();
    } finally {
      this.#locked = false;
    }
  }

  /**
   * Runs short database work until it succeeds: a round of local attempts, then a timer, then another round. The timer is
   * what keeps the history small while the database is away. A new command ends the wait early, because its sender has
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
      await this.#waitForDatabase(roundDelayMs(failedRounds));
    }
  }

  async #waitForDatabase(delayMs: number): Promise<void> {
    const { begunCommands } = this;
    const summary = 'Wait for the database';
    await this.#held(() => condition(() => this.begunCommands > begunCommands, delayMs, { summary }));
  }

  async #held(wait: () => Promise<unknown>): Promise<void> {
    this.holds += 1;
    this.isHeld = true;
    await wait();
    this.isHeld = false;
  }

  /** Decides and records. The record changes only once the database has it. */
  async apply(command: Command, enclosures: Enclosures = {}): Promise<Decision | RefusedRecord> {
    const caseTime = enclosures.at ?? Date.now();
    const drawnIds: string[] = [];
    const uuid = () => {
      const id = this.#drawId();
      drawnIds.push(id);
      return id;
    };
    const decision = decide(this.#record, command, { now: caseTime, uuid });
    if (!decision.ok || decision.next === this.#record) return decision;
    const { events, next } = decision;
    const { documents = [], at: _at, supersedes = [], ...rest } = enclosures;
    const replaced = [...supersedes, ...leftBehind(this.#record, next)];
    // A step is taken outside of the Update that advanced it.
    const commandId = currentUpdateInfo()?.id ?? (command.kind === 'take_step' ? this.advance?.commandId : undefined);
    const transition = { caseId: next.caseId, command, drawnIds, events, record: next, documents, caseTime };
    const result = await this.withDatabase(recordTransition, summaryOf(decision, documents), {
      ...transition,
      nextAction: nextAction(next),
      ...rest,
      ...(replaced.length > 0 && { supersedes: replaced }),
      ...(commandId !== undefined && { commandId }),
    });
    if (!result.ok) return this.#learn(result);
    // What else is recorded while a failed step waits does not make it wait longer.
    if (next.failure !== this.#record.failure) this.retryDueAt = nextTryAt(next, caseTime);
    this.#record = result.record ?? next;
    this.version += 1;
    showInTemporalWeb(this.#record, this.retryDueAt);
    return decision;
  }

  /**
   * Takes over what the database has. A command can be recorded and never heard of here: when the server goes down
   * between the two, it forgets an Update that no workflow task has accepted yet. `done`: the command that is being
   * answered has been recorded; `behind`: something else had been; null: nothing had.
   */
  async catchUp(): Promise<'done' | 'behind' | null> {
    const { caseId, sequence } = this.#record;
    const commandId = currentUpdateInfo()?.id;
    const asked = { caseId, ...(commandId !== undefined && { commandId }) };
    const summary = 'Look whether the case has gone on';
    const { record, isDone } = await this.withDatabase(loadRecord, summary, asked);
    const isBehind = record !== null && record.sequence > sequence;
    if (isBehind) this.#takeOver(record);
    if (isDone) return 'done';
    return isBehind ? 'behind' : null;
  }

  /** Goes on from the case's row: this process was started in the place of another, or was told that it is behind. */
  takeUp(reason: RestoreReason): Promise<void> {
    return this.exclusive(async () => {
      const { caseId, sequence } = this.#record;
      const missed = await this.catchUp();
      if (reason === 'behind' && missed === null) return;
      const note = { caseId, id: `${workflowInfo().runId}-${sequence}`, reason };
      const clock = await this.withDatabase(recordRestored, `The process was ${reason}`, note);
      if (clock !== null && this.#record.mode === 'test') await this.#moveClock(clock - Date.now());
    });
  }

  /** The clock of a sandbox case runs ahead, and that of a new process does not. */
  async #moveClock(durationMs: number): Promise<void> {
    if (durationMs < leastMoveMs) return;
    await this.#held(async () => {
      const arrived = sleep(durationMs, { summary: "The case's clock" });
      await fastForward({ durationMs, id: `restored-${workflowInfo().runId}-${this.#record.sequence}` });
      await arrived;
    });
  }

  /** The record of the database is the one that counts: what was refused on another one is decided again. */
  #learn(refused: RefusedRecord): RefusedRecord {
    if (!('record' in refused)) return refused;
    const { record, code } = refused;
    const isNews = this.#takeOver(record);
    if (code === 'done') return refused;
    if (isNews) return { ok: false, code: 'behind', record };
    // Deciding again would come to the same, for ever: let the task fail, where operators see it.
    if (code === 'behind') throw new Error('the database decides otherwise on the same record');
    return refused;
  }

  /** False where this is what the workflow knows already, or older. */
  #takeOver(record: CaseRecord): boolean {
    const { sequence } = this.#record;
    if (record.sequence < sequence || (record.sequence === sequence && sameJson(record, this.#record))) return false;
    this.#record = record;
    // The step that it was sent for has been taken.
    if (patched('an advance ends where the case is taken over')) this.advance = null;
    this.retryDueAt = nextTryAt(record, Date.now());
    this.version += 1;
    showInTemporalWeb(record, this.retryDueAt);
    return true;
  }

  #drawId(): string {
    const drawn = uuid4();
    return patched('ids by sequence') ? idAt(this.#record.sequence, drawn) : drawn;
  }

  /** Evidence was added to the case: it looks what that means for it when it next looks what it waits for. */
  hearOfEvidence(factsVersion: number): void {
    this.toldFactsVersion = Math.max(this.toldFactsVersion, factsVersion);
    this.version += 1;
  }

  /** There is no evidence of that version: whoever told of it did not know. */
  forgetEvidence(): void {
    this.toldFactsVersion = this.#record.factsVersion;
  }

  view(): CaseView {
    const record = this.#record;
    return {
      state: record.state,
      nextAction: nextAction(record),
      waitsFor: waitsFor(record)?.summary ?? null,
      record,
    };
  }

  carryOver(): CaseStart {
    const { caseId, organizationId, mode } = this.#record;
    return { caseId, organizationId, mode, record: this.#record, retryDueAt: this.retryDueAt };
  }
}

/** Less is what passes while a case is taken up. */
const leastMoveMs = 60_000;

/** Ids of papers of a live case that no stage has any more: no approval is about them, so they are not current either. */
function leftBehind({ mode, stageDocuments: before }: CaseRecord, { stageDocuments: after }: CaseRecord): string[] {
  if (mode === 'test') return [];
  const stages = ['notice', 'filing'] as const;
  return stages.flatMap((stage) => {
    const kept = new Set(after[stage].map(({ id }) => id));
    return before[stage].flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  });
}

/** When a step that has just failed is tried again; null where it waits for an operator, or nothing failed. */
function nextTryAt({ failure }: CaseRecord, failedAt: number): number | null {
  return failure && !failure.forGood ? failedAt + (retryDelaysMs[failure.attempt - 1] ?? 0) : null;
}

/** The line of the history in Temporal Web: what happened, and where the case is now. */
function summaryOf({ events, next }: Accepted, documents: readonly MadeDocument[]): string {
  const actions = events.map(({ action }) => action);
  const made = documents.map(({ specId, kind }) => specId ?? kind);
  return `Record ${[...actions, ...made].join(', ') || 'what was added'}: ${next.state}`;
}

interface DatabaseWork<I, O> {
  executeWithOptions: (options: LocalActivityOptions, args: [I]) => Promise<O>;
}

type Accepted = Extract<Decision, { ok: true }>;
type RefusedRecord = Extract<RecordResult, { ok: false }>;
