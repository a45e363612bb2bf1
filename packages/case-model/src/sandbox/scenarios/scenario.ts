import { dateOf, type IsoDate } from '@evict/jurisdictions';
import type { EventAction } from '../../events.ts';
import { openAfterSubmit } from '../../events.ts';
import type { ChargeState } from '../../facts.ts';
import type { CaseRecord, StageDocument } from '../../record.ts';
import type { DocumentOrder } from '../../stage-documents.ts';
import type { State } from '../../states.ts';
import { type Decision, refuse, type Turn } from '../../turn.ts';

/** What attorneys, operators and courts do to a live case, for a sandbox case to rehearse. */
export interface Scenario {
  /** For customers: what happens. */
  readonly description: string;
  /** The states in which it can be possible. */
  readonly from: readonly State[];
  /** The customer-visible events that it can record, in their order. */
  readonly events: readonly EventAction[];
  /** Played one after the other, each as live practice is decided. One that is refused refuses all. */
  readonly steps: readonly Step[];
  /** The documents that are made before it is played. */
  readonly documents?: (record: CaseRecord) => readonly DocumentOrder[];
  /** Where it moves the case's clock, in epoch milliseconds; nowhere without it. */
  readonly at?: (record: CaseRecord) => number;
  /** The message of the attorney that comes with it. */
  readonly message?: string;
  /** What becomes of the charge that it makes, the only one of the case. */
  readonly charge?: ChargeState;
}

export type Step = (turn: Turn, documents: readonly StageDocument[]) => Decision;

/** A step that takes the decision of a command, of what is reported; null where the case has nothing to report of. */
export function report<C>({ decide }: { readonly decide: (turn: Turn, command: C) => Decision }) {
  return (given: (turn: Turn) => C | null): Step =>
    (turn) => {
      const command = given(turn);
      return command === null ? refuse('invalid_transition') : decide(turn, command);
    };
}

export const today = ({ now }: Turn): IsoDate => dateOf(now);

const passing: readonly State[] = ['submitted', 'attorney_assigned', 'notice_served', 'cured'];

/** Where a sandbox case can rest after its submit. */
export const restingStates = openAfterSubmit.filter((state) => !passing.includes(state));
/** The same but on hold. */
export const activeStates = restingStates.filter((state) => state !== 'on_hold');
