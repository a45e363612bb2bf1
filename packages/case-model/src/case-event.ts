import type { ActorType, EventAction, InternalAction } from './events.ts';
import type { State } from './states.ts';

/** One entry of a case's history, with what was reported. */
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

/** What an event that is recorded again does to the one before it: replaces what it said, or only adds to it. */
export type Restatement = 'corrected' | 'added';

/** Whether an event with this detail only adds details to one before it. */
export function isAddition(detail: unknown): boolean {
  return (detail as { added?: unknown } | null | undefined)?.added === true;
}

/** Whether an event with this detail says again, after a correction, what one before it has said. */
export function isCorrection(detail: unknown): boolean {
  return (detail as { corrected?: unknown } | null | undefined)?.corrected === true;
}

/** Whether an event with this detail is recorded again, to replace or to add to what one before it has said. */
export function isRestated(detail: unknown): boolean {
  return isCorrection(detail) || isAddition(detail);
}
