import { type CaseEvent, isCorrection, type State } from '@evict/case-model';

/** An event that customers see, as webhooks and the event feed name it. */
export interface NamedEvent<Action> {
  id: string;
  /** The bare name. */
  action: Action;
  caseId: string;
  /** The state of the case after the event. */
  state: State;
  createdAt: Date;
  detail?: unknown;
}

/** What an endpoint is told only if it asked for it by name: no event of the interface. */
export type ToldByName = 'note_added' | 'deadline_changed' | 'fact_recorded' | 'charge_changed';

/** What a receiver is told of an event: ids, its name and a state; never tenant data. */
export function presentMessage<Action extends CaseEvent['action'] | ToldByName>(event: NamedEvent<Action>) {
  const { id, action, caseId, state, createdAt, detail } = event;
  const message = { id, type: `case.${action}` as const, caseId, state, createdAt: createdAt.toISOString() };
  return isCorrection(detail) ? { ...message, corrected: true as const } : message;
}
