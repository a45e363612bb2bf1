import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Case, caseEventsQuery } from '../../api/queries.ts';
import { dayOf as dayOfDate, formatDay } from '../../shared/dates.ts';
import { caseworkWords as words } from '../../wording/case.ts';
import { methodName, rejectionText } from '../../wording/history.ts';
import { type Attempt, attemptsOf, type Filing, filingsOf } from './court-work.ts';
import { Section } from '../../shared/section.tsx';

const dayOf = (moment: string) => dayOfDate(new Date(moment));

/** The attempts of service and the filings, as the history has them. */
export function Casework({ one }: { one: Case }) {
  const { data } = useQuery(caseEventsQuery(one.mode, one.id));
  const attempts = attemptsOf(data?.items ?? [], dayOf);
  const filings = filingsOf(data?.items ?? [], dayOf);
  if (attempts.length === 0 && filings.length === 0) return null;
  return (
    <Section title={words.title}>
      {attempts.length > 0 && (
        <List size="sm" spacing="xs" listStyleType="none" aria-label={words.service}>
          {attempts.map((attempt, index) => (
            <List.Item key={index}>
              <AttemptText attempt={attempt} one={one} />
            </List.Item>
          ))}
        </List>
      )}
      {filings.length > 0 && (
        <List size="sm" spacing="xs" listStyleType="none" aria-label={words.filings}>
          {filings.map((filing, index) => (
            <List.Item key={index}>
              <FilingText filing={filing} />
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}

function AttemptText({ attempt: { paper, result, method, partyIndex, day }, one }: { attempt: Attempt; one: Case }) {
  const party = partyIndex === null ? undefined : one.data.parties[partyIndex]?.name;
  return (
    <>
      <Text size="sm" fw={600}>
        {words.papers[paper]}: {words.results[result]}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        {[method === null ? undefined : methodName(method), party, formatDay(day)].filter(Boolean).join(', ')}
      </Text>
    </>
  );
}

function FilingText({ filing }: { filing: Filing }) {
  const { result, isAmended, day, envelopeId, courtCaseNumber, reasons } = filing;
  const lines = [
    formatDay(day),
    envelopeId === null ? undefined : `${words.envelope} ${envelopeId}`,
    courtCaseNumber === null ? undefined : `${words.number} ${courtCaseNumber}`,
    reasons.length === 0 ? undefined : rejectionText(reasons),
  ].filter(Boolean);
  return (
    <>
      <Text size="sm" fw={600}>
        {isAmended ? words.amended : words.original}: {words.filingResults[result]}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        {lines.join(', ')}
      </Text>
    </>
  );
}
