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
} from '@evict/case-model';
import type { CaseStart, CaseView, MadeDocument, RecordResult } from '@evict/temporal/messages';
import { condition, currentUpdateInfo, patched, uuid4 } from '@temporalio/workflow';
import { loadRecord, recordTransition } from './activities.ts';
import { idAt } from './draw-id.ts';
import { showInTemporalWeb, waitsFor } from './temporal-web.ts';

/** What a transition is recorded with beside its events. */
export interface Enclosures {
  documents?: readonly MadeDocument[];
  supersedes?: readonly string[];
  factsVersion?: number;
  textId?: string;
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

  /** Decides and records. The record changes only once the database has it. */
  async apply(command: Command, enclosures: Enclosures = {}): Promise<Decision | RefusedRecord> {
    const caseTime = enclosures.at ?? Date.now();
    const decision = decide(this.#record, command, { now: caseTime, uuid: () => this.#drawId() });
    if (!decision.ok || decision.next === this.#record) return decision;
    const { events, next } = decision;
    const { documents = [], at: _at, supersedes = [], ...rest } = enclosures;
    const replaced = [...supersedes, ...leftBehind(this.#record, next)];
    // A step is taken outside of the Update that advanced it.
    const commandId = currentUpdateInfo()?.id ?? (command.kind === 'take_step' ? this.advance?.commandId : undefined);
    const transition = { caseId: next.caseId, events, record: next, nextAction: nextAction(next), documents, caseTime };
    const result = await recordTransition.executeWithOptions({ summary: summaryOf(decision, documents) }, [
      {
        ...transition,
        ...rest,
        ...(replaced.length > 0 && { supersedes: replaced }),
        ...(commandId !== undefined && { commandId }),
      },
    ]);
    if (!result.ok) {
      if ('record' in result) this.#takeOver(result.record);
      return result;
    }
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
    const { record, isDone } = await loadRecord.executeWithOptions({ summary }, [asked]);
    const isBehind = record !== null && record.sequence > sequence;
    if (isBehind) this.#takeOver(record);
    if (isDone) return 'done';
    return isBehind ? 'behind' : null;
  }

  #takeOver(record: CaseRecord): void {
    if (record.sequence <= this.#record.sequence) return;
    this.#record = record;
    // The step that it was sent for has been taken.
    if (patched('an advance ends where the case is taken over')) this.advance = null;
    this.retryDueAt = nextTryAt(record, Date.now());
    this.version += 1;
    showInTemporalWeb(record, this.retryDueAt);
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

type Accepted = Extract<Decision, { ok: true }>;
type RefusedRecord = Extract<RecordResult, { ok: false }>;
