import { Stack, Text, Timeline } from '@mantine/core';
import { deadlineName } from '@evict/calendar/deadline-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { eventName } from '../../api/page-data.ts';
import { type Case, type CaseEvent, caseEventsQuery, caseFactsQuery, type ReportedFact } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { lifeOf, type Step } from '../../shared/life.ts';
import { Stepper } from '../../shared/stepper.tsx';
import { dayOf, daysBetween, formatDay, formatDaysLeft, formatMoment } from '../../shared/format.ts';
import { Ago, Hint, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { saveFile } from '../../shared/save-file.ts';
import { useAction } from '../../shared/use-action.ts';
import { actorTypeNames, eventSentences, reporterNames } from '../../wording/events.ts';
import { stateNames } from '../../wording/names.ts';

/** The life of the case, drawn: what is done, where it is now, and what can follow. */
export function Life({ one }: { one: Case }) {
  // Without its history the case is drawn by its state alone.
  const { data } = useQuery(caseEventsQuery(one.mode, one.id));
  return <Stepper steps={lifeOf(one, data?.items ?? [])} noteOf={(step) => noteOn(step, one)} />;
}

function noteOn({ status, since, returns, isHeld }: Step, one: Case): string | null {
  if (isHeld) return 'On hold';
  if (status === 'passed_over') return 'Not part of this case';
  if (since === null || status === 'ahead') return null;
  const day = formatDay(dayOf(new Date(since)));
  return returns > 0 ? `${day}, back here` : status === 'now' ? stateNames[one.state] : day;
}

/** The dates on record, each with its source and the days that are left. */
export function Deadlines({ one }: { one: Case }) {
  const { deadlines } = one;
  const today = clockDay(one);
  if (deadlines.length === 0) {
    return (
      <Section title="Deadlines">
        <Text size="sm">No dates are on record yet.</Text>
      </Section>
    );
  }
  return (
    <Section title="Deadlines">
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {deadlines.map(({ id, name, date, citation }) => (
          <li key={id ?? `${name} ${date}`}>
            <Text fw={600}>{deadlineName(name)}</Text>
            <Text size="sm">
              <time dateTime={date}>{formatDay(date)}</time>, {formatDaysLeft(daysBetween(today, date))}
            </Text>
            <Hint className="breakable">Source: {citation}</Hint>
          </li>
        ))}
      </Stack>
      {one.mode === 'test' && <Hint>Dates follow this test case's own clock.</Hint>}
      <Calendar one={one} />
    </Section>
  );
}

/** Its dates as a file. What makes it is loaded when it is asked for. */
function Calendar({ one }: { one: Case }) {
  const { button, error } = useAction({
    run: async () => {
      const { icalendar } = await import('@evict/calendar');
      const { id, mode, deadlines, data, reference: label, updatedAt } = one;
      const { property, progress } = data;
      const url = `${location.origin}/cases/${id}`;
      const shown = { id, mode, deadlines, hearing: progress.hearing, property, label, url };
      return icalendar([{ ...shown, updatedAt: new Date(updatedAt) }]);
    },
    onDone: (file) => saveFile('deadlines.ics', file, 'text/calendar'),
  });
  return (
    <>
      <SmallButton {...button}>Download calendar file</SmallButton>
      <RefusalAlert error={error} />
    </>
  );
}

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
              {rest > 0 && <Hint className="print-only">Earlier entries that are not printed: {rest}</Hint>}
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
        <span className="no-print">
          <Ago moment={at} />,{' '}
        </span>
        {formatMoment(at)}, by {who}
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
