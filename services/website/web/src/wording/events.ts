import type { eventNames } from '@evict/contract';
import type { CaseEvent, ReportedFact } from '../api/queries.ts';

/** Inserted by the build. */
declare const __EVENT_NAMES__: typeof eventNames;

/** The events that customers see. */
export const eventActions = () => Object.keys(__EVENT_NAMES__.events);

/** What happened, as people read it: an event or a reported fact. */
export function eventName(action: CaseEvent['action'] | ReportedFact['kind']): string {
  const { events, facts } = __EVENT_NAMES__;
  return ({ ...events, ...facts } as Readonly<Record<string, string>>)[action] ?? action.replaceAll('_', ' ');
}
