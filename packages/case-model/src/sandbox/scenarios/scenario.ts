import { dateOf, type IsoDate } from '@evict/jurisdictions';
import type { EventAction } from '../../events.ts';
import { openAfterSubmit } from '../../events.ts';
import type { ChargeState } from '../../facts.ts';
import type { CaseRecord, StageDocument } from '../../record.ts';
import type { DocumentOrder } from '../../stage-documents.ts';
import type { State } from '../../states.ts';
import { type Decision, refuse, type Turn } from '../../turn.ts';

/** Something that attorneys, operators or courts do in a live case, rehearsed in a sandbox case. */
export interface Scenario {
  /** What happens, in words for customers. */
  readonly description: string;
  /** The states in which the scenario may be possible. */
  readonly from: readonly State[];
  /** The events visible to customers that the scenario can record, in order. */
  readonly events: readonly EventAction[];
  /**
   * The steps, in order. Each is decided like the corresponding command in a live case. If one is refused, so is the
   * whole scenario.
   */
  readonly steps: readonly Step[];
  /** The documents to make before the scenario is played. */
  readonly documents?: (record: CaseRecord) => readonly DocumentOrder[];
  /** The time to which the scenario moves the case's clock, in epoch milliseconds. If absent, the clock stays. */
  readonly at?: (record: CaseRecord) => number;
  /** The message that the attorney sends as part of the scenario. */
  readonly message?: string;
  /** The resulting state of the case's only charge. */
  readonly charge?: ChargeState;
}

export type Step = (turn: Turn, documents: readonly StageDocument[]) => Decision;

/**
 * Makes a step that decides a command. `given` builds the command, or returns null if there is nothing to report, and
 * then the step is refused.
 */
export function report<C>({ decide }: { readonly decide: (turn: Turn, command: C) => Decision }) {
  return (given: (turn: Turn) => C | null): Step =>
    (turn) => {
      const command = given(turn);
      return command === null ? refuse('invalid_transition') : decide(turn, command);
    };
}

export const today = ({ now }: Turn): IsoDate => dateOf(now);

const passing: readonly State[] = ['submitted', 'attorney_assigned', 'notice_served', 'cured'];

/** The states in which a submitted sandbox case can stay. */
export const restingStates = openAfterSubmit.filter((state) => !passing.includes(state));
/** The resting states except `on_hold`. */
export const activeStates = restingStates.filter((state) => state !== 'on_hold');
