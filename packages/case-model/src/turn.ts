import type { CaseEvent, Restatement } from './case-event.ts';
import type { ActorType, EventAction, InternalAction } from './events.ts';
import { dateOf } from '@evict/jurisdictions';
import { ruleOf, statesOf } from './events.ts';
import { idOf } from './ids.ts';
import { isSandbox } from './mode.ts';
import { hasCure } from './packs.ts';
import { type CaseRecord, type Stage, type StageDocument } from './record.ts';
import { isApproved } from './approvals.ts';
import type { RefusalCode } from './refusals.ts';
import { isFinished, type State } from './states.ts';

/** The inputs of a decision besides the case and the command. */
export interface Context {
  /** The current time on the case's clock, in epoch milliseconds. */
  readonly now: number;
  readonly uuid: () => string;
  /** The next number that the sandbox clerk assigns. Set only if the command may file or accept a sandbox filing. */
  readonly courtNumber?: number | null;
}

export type Decision =
  | { readonly ok: true; readonly events: readonly CaseEvent[]; readonly next: CaseRecord }
  | { readonly ok: false; readonly code: RefusalCode };

export const refuse = (code: RefusalCode): Decision => ({ ok: false, code });

type Patch = Partial<Omit<CaseRecord, 'caseId' | 'organizationId' | 'mode' | 'state' | 'sequence'>>;

interface Emission {
  actor: ActorType;
  /** The new state. Absent if the event doesn't change the state. */
  to?: State;
  detail?: Record<string, unknown>;
  patch?: Patch;
}

/** The refusal for each stage if it isn't approved. */
export const unapproved = {
  notice: 'notice_not_approved',
  filing: 'filing_not_approved',
} as const satisfies Record<Stage, RefusalCode>;

const withoutPaper = {
  notice: 'notice_paper_missing',
  filing: 'filing_paper_missing',
} as const satisfies Record<Stage, RefusalCode>;

const nothingFailed = { failure: null, mailFailed: false } as const satisfies Patch;

/**
 * Builds one decision: its events and the resulting record. Each event is checked against its rule in the event table,
 * `eventRules`, so no command can violate the rules. Most importantly, nothing is served or filed without an approval
 * of its exact bytes. An event that the table doesn't allow is a bug and throws.
 */
export class Turn {
  /** Who wrote the command. */
  readonly author: ActorType;
  readonly #context: Context;
  readonly #events: CaseEvent[] = [];
  #record: CaseRecord;

  constructor(record: CaseRecord, context: Context, author: ActorType = 'platform') {
    this.author = author;
    this.#record = record;
    this.#context = context;
  }

  /** Starts a new turn on the current record, by the same author and with no events. */
  again(): Turn {
    return new Turn(this.#record, this.#context, this.author);
  }

  get record(): CaseRecord {
    return this.#record;
  }

  get now(): number {
    return this.#context.now;
  }

  uuid(): string {
    return this.#context.uuid();
  }

  /** Returns the next number of the sandbox clerk, with leading zeros. Throws if none was drawn. */
  courtNumber(): string {
    const { courtNumber } = this.#context;
    if (courtNumber === undefined || courtNumber === null) throw new Error('no number was drawn for the sandbox court');
    return String(courtNumber).padStart(6, '0');
  }

  /** Whether the event table allows the event now. */
  can(action: EventAction): boolean {
    return this.refusal(action) === null;
  }

  /**
   * Returns why the event table doesn't allow the event now, or null if it does. A missing approval is reported first.
   */
  refusal(action: EventAction): RefusalCode | null {
    const { needsApproval, needsPaper, entryPoint, curableOnly, plaintiffOnly, ...rule } = ruleOf(action);
    const { state, submission, judgment, stageDocuments } = this.#record;
    if (needsApproval && !isApproved(this.#record, needsApproval)) return unapproved[needsApproval];
    if (needsApproval && needsPaper && stageDocuments[needsApproval].length === 0) return withoutPaper[needsApproval];
    if (!statesOf(rule).includes(state)) return 'invalid_transition';
    if (entryPoint && submission?.entryPoint !== entryPoint) return 'invalid_transition';
    if (curableOnly && !hasCure(this.#record)) return 'invalid_transition';
    return plaintiffOnly && judgment?.outcome !== 'plaintiff' ? 'judgment_not_for_plaintiff' : null;
  }

  /** Changes the record without an event. */
  patch(patch: Patch): this {
    this.#record = { ...this.#record, ...patch };
    return this;
  }

  /** Stores a new revision of a stage's documents. */
  keepStageDocuments(stage: Stage, documents: readonly StageDocument[]): this {
    const { stageDocuments, revisions } = this.#record;
    return this.patch({
      stageDocuments: { ...stageDocuments, [stage]: documents },
      revisions: { ...revisions, [stage]: revisions[stage] + 1 },
    });
  }

  /**
   * Records an event that customers see, and changes the state if `to` is given. Throws if the table doesn't allow it.
   */
  emit(action: EventAction, { actor, to, detail = {}, patch = {} }: Emission): this {
    this.patch(patch);
    this.#check(action, to);
    const fromState = to === undefined ? null : this.#record.state;
    this.#append({ action, actorType: actor, fromState, toState: to ?? null, detail, internal: false });
    // A state change clears earlier failures.
    if (to !== undefined) this.#record = { ...this.#record, ...nothingFailed, state: to, restingSince: this.now };
    // A finished case keeps only deadlines that aren't in the future.
    if (to !== undefined && isFinished(to)) {
      const today = dateOf(this.now);
      this.patch({ deadlines: this.#record.deadlines.filter(({ date }) => date <= today) });
    }
    return this;
  }

  /** Whether the event may be restated now, to correct or complete an earlier one. */
  canRestate(action: EventAction): boolean {
    return ruleOf(action).restatedIn?.includes(this.#record.state) ?? false;
  }

  /** Records a customer-visible event again, with corrected or additional details. The state doesn't change. */
  restate(
    action: EventAction,
    { detail, patch = {}, says = 'corrected' }: Pick<Emission, 'detail' | 'patch'> & { says?: Restatement },
  ): this {
    this.patch(patch);
    if (!this.canRestate(action)) throw new Error(`${action} can't be recorded again in ${this.#record.state}`);
    return this.#appendInState(action, { ...detail, [says]: true });
  }

  /** Records a customer-visible event after the case has moved on. The state doesn't change. */
  recordLate(action: EventAction, detail: Record<string, unknown>): this {
    const { state } = this.#record;
    if (!ruleOf(action).lateIn?.includes(state)) throw new Error(`${action} can't be recorded late in ${state}`);
    return this.#appendInState(action, detail);
  }

  /** Records a customer-visible event about an amended complaint. The state doesn't change. */
  amend(action: EventAction, detail: Record<string, unknown> = {}): this {
    const { state } = this.#record;
    if (!ruleOf(action).amendedIn?.includes(state))
      throw new Error(`${action} can't be recorded for an amendment in ${state}`);
    return this.#appendInState(action, { ...detail, amended: true });
  }

  /** Records an event for the audit trail only. */
  note(action: InternalAction, actor: ActorType, detail: Record<string, unknown> = {}): this {
    this.#append({ action, actorType: actor, fromState: null, toState: null, detail, internal: true });
    return this;
  }

  done(): Decision {
    return { ok: true, events: this.#events, next: this.#record };
  }

  /** Appends a customer-visible event by this author. The state doesn't change. */
  #appendInState(action: EventAction, detail: Record<string, unknown>): this {
    this.#append({ action, actorType: this.author, fromState: null, toState: null, detail, internal: false });
    return this;
  }

  #append(event: Omit<CaseEvent, 'id' | 'sequence'>): void {
    const sequence = this.#record.sequence + 1;
    // A sandbox case has its own clock, so the event also records the time on it.
    const caseTime = isSandbox(this.#record) ? { caseTime: new Date(this.now).toISOString() } : {};
    const given = Object.entries({ ...event.detail, ...caseTime }).filter(([, value]) => value !== undefined);
    this.#events.push({ ...event, detail: Object.fromEntries(given), id: idOf('event', this.uuid()), sequence });
    this.#record = { ...this.#record, sequence };
  }

  #check(action: EventAction, to: State | undefined): void {
    const { state } = this.#record;
    const refused = this.refusal(action);
    if (refused !== null) throw new Error(`${action} in ${state}: ${refused}`);
    const targets = ruleOf(action).to;
    const leadsThere = to === undefined ? targets === null : targets?.includes(to);
    if (!leadsThere) throw new Error(`${action} does not lead from ${state} to ${to ?? 'the same state'}`);
  }
}
