import type { ActorType, EventAction, InternalAction } from './events.ts';
import type { State } from './states.ts';

/** One entry in a case's history. `detail` holds what was reported. */
export interface CaseEvent {
  readonly id: string;
  readonly sequence: number;
  readonly action: EventAction | InternalAction;
  readonly actorType: ActorType;
  readonly fromState: State | null;
  readonly toState: State | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly internal: boolean;
}

/** How a restated event changes the earlier one: it replaces values (`corrected`) or only adds some (`added`). */
export type Restatement = 'corrected' | 'added';

/** Whether an event with this detail only adds to what an earlier one reported. */
export function isAddition(detail: unknown): boolean {
  return (detail as { added?: unknown } | null | undefined)?.added === true;
}

/** Whether an event with this detail replaces something that an earlier one reported. */
export function isCorrection(detail: unknown): boolean {
  return (detail as { corrected?: unknown } | null | undefined)?.corrected === true;
}

/** Whether an event with this detail restates an earlier one, as a correction or an addition. */
export function isRestated(detail: unknown): boolean {
  return isCorrection(detail) || isAddition(detail);
}
