import { Button, Stack, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Case, caseEventsQuery, caseFactsQuery } from '../../api/queries.ts';
import { dayOf, formatAgo, formatDay, formatMoment } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { caseWords } from '../../wording/case.ts';
import { historyWords as words } from '../../wording/history.ts';
import { type Entry, historyOf } from './history-entries.ts';
import { Section } from '../../shared/section.tsx';

const atATime = 20;

/** What happened, newest first: the events of the case, and what was reported about it. */
export function History({ one }: { one: Case }) {
  const events = useQuery(caseEventsQuery(one.mode, one.id));
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  const [shown, setShown] = useState(atATime);
  return (
    <Section title={caseWords.history}>
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
                <Button variant="default" size="xs" onClick={() => setShown(shown + atATime)}>
                  {words.earlier(Math.min(rest, atATime))}
                </Button>
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
        <time dateTime={at} title={formatMoment(at)}>
          {formatAgo(at, new Date())}
        </time>
        , {formatMoment(at)}, {words.by(who)}
      </Text>
      {isAhead && (
        <Text size="xs" c="dimmed">
          {words.caseClock(formatDay(caseDay))}
        </Text>
      )}
    </>
  );
}
