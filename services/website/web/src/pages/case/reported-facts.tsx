import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Case, caseFactsQuery, type ReportedFact } from '../../api/queries.ts';
import { formatDay } from '../../shared/dates.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { reportWords as words } from '../../wording/case.ts';
import { eventName } from '../../wording/events.ts';
import { historyWords, reporterNames } from '../../wording/history.ts';
import { isFinished } from '../../shared/finished.ts';
import { Section } from '../../shared/section.tsx';

const ReportFact = lazy(async () => ({ default: (await import('./report-fact.tsx')).ReportFact }));

/** What happened outside, as it was reported, and a form to report more. */
export function ReportedFacts({ one }: { one: Case }) {
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const start = () => {
    setWasOpened(true);
    open();
  };
  if (one.state === 'draft') return null;
  return (
    <Section title={words.title}>
      <QueryState query={facts}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text size="sm">{words.none}</Text>}
            {items.map((fact) => (
              <Reported key={fact.id} fact={fact} />
            ))}
          </>
        )}
      </QueryState>
      {!isFinished(one) && (
        <Group>
          <Button variant="default" size="xs" onClick={start}>
            {words.report}
          </Button>
        </Group>
      )}
      <Suspense>{wasOpened && <ReportFact one={one} isOpen={isOpen} onClose={close} />}</Suspense>
    </Section>
  );
}

function Reported({ fact: { kind, date, detail, reportedBy } }: { fact: ReportedFact }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {eventName(kind)}
      </Text>
      <Text size="sm" c="dimmed">
        {formatDay(date)}, {historyWords.by(reporterNames[reportedBy])}
      </Text>
      {detail !== null && (
        <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
          {detail}
        </Text>
      )}
    </div>
  );
}
