import type { ActorType, EventAction, InternalAction } from './events.ts';
import type { State } from './states.ts';

/** One entry in the history of a case, with what was reported. */
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

/** How a repeated event relates to the earlier one: it replaces what that said, or only adds to it. */
export type Restatement = 'corrected' | 'added';

/** Whether the event only adds details to an earlier one. */
export function isAddition(detail: unknown): boolean {
  return (detail as { added?: unknown } | null | undefined)?.added === true;
}

/** Whether the event corrects what an earlier one said. */
export function isCorrection(detail: unknown): boolean {
  return (detail as { corrected?: unknown } | null | undefined)?.corrected === true;
}

/** Whether the event repeats an earlier one, to correct it or add to it. */
export function isRestated(detail: unknown): boolean {
  return isCorrection(detail) || isAddition(detail);
}
