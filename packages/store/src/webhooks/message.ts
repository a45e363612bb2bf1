import type { CaseEvent, State } from '@evict/case-model';

/** A customer-visible event, as receivers and the event feed name it. */
export interface NamedEvent<Action> {
  id: string;
  /** The bare name. */
  action: Action;
  caseId: string;
  /** The state of the case after the event. */
  state: State;
  createdAt: Date;
}

/** What a receiver is told of an event: ids, its name and a state; never tenant data. */
export function presentMessage<Action extends CaseEvent['action']>(event: NamedEvent<Action>) {
  const { id, action, caseId, state, createdAt } = event;
  return { id, type: `case.${action}` as const, caseId, state, createdAt: createdAt.toISOString() };
}
