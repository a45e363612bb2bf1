import { Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Case, type CaseEvent, caseEventsQuery, caseFactsQuery, type ReportedFact } from '../../api/queries.ts';
import { dayOf, formatDay, formatMoment } from '../../shared/format.ts';
import { Ago, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { eventName } from '../../api/page-data.ts';
import { actorTypeNames, eventSentences, reporterNames } from '../../wording/events.ts';

const atATime = 20;

/** What happened, newest first: the events of the case, and what was reported about it. */
export function History({ one }: { one: Case }) {
  const events = useQuery(caseEventsQuery(one.mode, one.id));
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  const [shown, setShown] = useState(atATime);
  return (
    <Section title="History">
      <QueryState query={events}>
        {({ items }) => {
          const entries = historyOf(one, items, facts.data?.items ?? []);
          const rest = entries.length - shown;
          return (
            <Stack align="start">
              <Timeline bulletSize={14} lineWidth={2} active={-1}>
                {entries.slice(0, shown).map((entry) => (
                  <Timeline.Item key={entry.id} title={entry.title}>
                    <Lines entry={entry} />
                  </Timeline.Item>
                ))}
              </Timeline>
              {rest > 0 && (
                <SmallButton onClick={() => setShown(shown + atATime)}>
                  Show {Math.min(rest, atATime)} earlier
                </SmallButton>
              )}
            </Stack>
          );
        }}
      </QueryState>
    </Section>
  );
}

function Lines({ entry: { who, at, caseDay, sentences } }: { entry: Entry }) {
  const isAhead = caseDay !== null && caseDay !== dayOf(new Date(at));
  return (
    <>
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm" className="breakable">
          {sentence}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        <Ago moment={at} />, {formatMoment(at)}, by {who}
      </Text>
      {isAhead && (
        <Text size="xs" c="dimmed">
          Case clock: {formatDay(caseDay)}
        </Text>
      )}
    </>
  );
}

/** One line of the history in words. */
interface Entry {
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
function historyOf(
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
