import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Case, caseFactsQuery } from '../../api/queries.ts';
import { formatDay } from '../../shared/dates.ts';
import { isFinished } from '../../shared/finished.ts';
import { Hint } from '../../shared/hint.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { Section } from '../../shared/section.tsx';
import { reportWords as words } from '../../wording/case.ts';
import { eventName } from '../../wording/events.ts';
import { historyWords, reporterNames } from '../../wording/history.ts';
import { ReportFact } from './report-fact.tsx';

/** What happened outside, as it was reported, and a form to report more. */
export function ReportedFacts({ one }: { one: Case }) {
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  if (one.state === 'draft') return null;
  return (
    <Section title={words.title}>
      <QueryState query={facts}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text size="sm">{words.none}</Text>}
            {items.map(({ id, kind, date, detail, reportedBy }) => (
              <div key={id}>
                <Text size="sm" fw={600}>
                  {eventName(kind)}
                </Text>
                <Hint>
                  {formatDay(date)}, {historyWords.by(reporterNames[reportedBy])}
                </Hint>
                <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
                  {detail}
                </Text>
              </div>
            ))}
          </>
        )}
      </QueryState>
      {!isFinished(one) && (
        <Group>
          <ReportFact one={one} />
        </Group>
      )}
    </Section>
  );
}
