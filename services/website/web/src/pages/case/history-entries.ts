import type { Case, CaseEvent, ReportedFact } from '../../api/queries.ts';
import { formatDay } from '../../shared/dates.ts';
import { eventName } from '../../wording/events.ts';
import { actorTypeNames, eventSentences, reporterNames } from '../../wording/history.ts';

/** One line of the history in words. */
export interface Entry {
  id: string;
  title: string;
  who: string;
  /** A moment of the real clock. */
  at: string;
  /** The day on the clock of a test case; null for a live one. */
  caseDay: string | null;
  sentences: string[];
}

/** The events and the reported facts, newest first. What happened at once stays in its order. */
export function historyOf(
  { data: { parties } }: { data: Pick<Case['data'], 'parties'> },
  events: readonly CaseEvent[],
  facts: readonly ReportedFact[],
): Entry[] {
  const ofEvents = events.map((event): Entry => {
    const { caseTime } = (event.detail ?? {}) as { caseTime?: unknown };
    return {
      id: event.id,
      title: eventName(event.action),
      who: actorTypeNames[event.actorType],
      at: event.createdAt,
      caseDay: typeof caseTime === 'string' ? caseTime.slice(0, 10) : null,
      sentences: eventSentences(event, parties),
    };
  });
  const ofFacts = facts.map((fact): Entry => ({
    id: fact.id,
    title: eventName(fact.kind),
    who: reporterNames[fact.reportedBy],
    at: fact.createdAt,
    caseDay: null,
    sentences: [`On ${formatDay(fact.date)}, as reported.`, ...(fact.detail === null ? [] : [fact.detail])],
  }));
  return [...ofEvents, ...ofFacts].sort((a, b) => a.at.localeCompare(b.at)).toReversed();
}
