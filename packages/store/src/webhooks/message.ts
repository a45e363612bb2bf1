import { type CaseEvent, isCorrection, type State } from '@evict/case-model';

/** A customer-visible event, or another change that webhooks announce. */
export interface NamedEvent<Action> {
  id: string;
  /** The name without the prefix `case.`. */
  action: Action;
  caseId: string;
  /** The state of the case after the event. */
  state: State;
  createdAt: Date;
  detail?: unknown;
}

/** Messages that aren't customer-visible events. An endpoint gets them only if it is registered for them by name. */
export type ToldByName = 'note_added' | 'deadline_changed' | 'fact_recorded' | 'charge_changed';

/** Returns the message about an event for its receivers: ids, its name and a state, but never tenant data. */
export function presentMessage<Action extends CaseEvent['action'] | ToldByName>(event: NamedEvent<Action>) {
  const { id, action, caseId, state, createdAt, detail } = event;
  const message = { id, type: `case.${action}` as const, caseId, state, createdAt: createdAt.toISOString() };
  return isCorrection(detail) ? { ...message, corrected: true as const } : message;
}
