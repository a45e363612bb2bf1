import { dateOf, type IsoDate } from '@evict/jurisdictions';
import type { EventAction } from '../../events.ts';
import { openAfterSubmit } from '../../events.ts';
import type { ChargeState } from '../../facts.ts';
import type { CaseRecord, StageDocument } from '../../record.ts';
import type { DocumentOrder } from '../../stage-documents.ts';
import type { State } from '../../states.ts';
import { type Decision, refuse, type Turn } from '../../turn.ts';

/** Something that attorneys, operators or courts do to a live case, for a sandbox case to rehearse. */
export interface Scenario {
  /** What happens, for customers. */
  readonly description: string;
  /** The states in which it can be possible. */
  readonly from: readonly State[];
  /** The events for customers that it can record, in order. */
  readonly events: readonly EventAction[];
  /**
   * The steps, played in order. Each is decided like the corresponding command of a live case, and one refusal refuses
   * the whole scenario.
   */
  readonly steps: readonly Step[];
  /** The documents that are made first. */
  readonly documents?: (record: CaseRecord) => readonly DocumentOrder[];
  /** The time to which it moves the case's clock, in epoch milliseconds. Absent if the clock stays. */
  readonly at?: (record: CaseRecord) => number;
  /** The attorney's message that comes with it. */
  readonly message?: string;
  /** The state of the case's only charge after it. */
  readonly charge?: ChargeState;
}

export type Step = (turn: Turn, documents: readonly StageDocument[]) => Decision;

/** A step that decides a command with reported values. Null if the case has nothing to report on. */
export function report<C>({ decide }: { readonly decide: (turn: Turn, command: C) => Decision }) {
  return (given: (turn: Turn) => C | null): Step =>
    (turn) => {
      const command = given(turn);
      return command === null ? refuse('invalid_transition') : decide(turn, command);
    };
}

export const today = ({ now }: Turn): IsoDate => dateOf(now);

const passing: readonly State[] = ['submitted', 'attorney_assigned', 'notice_served', 'cured'];

/** The states in which a submitted sandbox case can rest. */
export const restingStates = openAfterSubmit.filter((state) => !passing.includes(state));
/** The same states without the hold. */
export const activeStates = restingStates.filter((state) => state !== 'on_hold');
