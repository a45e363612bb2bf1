import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Case, caseEventsQuery, caseFactsQuery } from '../../api/queries.ts';
import { ReportFact } from './report-fact.tsx';
import { formatDay, formatMoment } from '../../shared/dates.ts';
import { FactList } from '../../shared/fact-list.tsx';
import { courtRows, factRows } from '../../shared/fact-rows.ts';
import { isFinished } from '../../shared/finished.ts';
import { Hint } from '../../shared/hint.tsx';
import { LedgerTable } from '../../shared/ledger-table.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { Section } from '../../shared/section.tsx';
import { caseworkTitle } from '../../wording/case.ts';
import { eventName } from '../../wording/events.ts';
import { eventSentences, historyWords, reporterNames } from '../../wording/history.ts';

/** What the customer has stated, to read, and the ledger with its balance. */
export function CaseFacts({ one }: { one: Case }) {
  const { ledger = [] } = one.data;
  return (
    <Section title="Facts of the case">
      <FactList rows={factRows(one)} />
      {ledger.length > 0 && (
        <>
          <Text fw={600}>Ledger</Text>
          <LedgerTable entries={ledger} />
        </>
      )}
    </Section>
  );
}

/** What stands of service, filing and judgment, and each attempt that was reported. */
export function Casework({ one }: { one: Case }) {
  const events = useQuery(caseEventsQuery(one.mode, one.id));
  const rows = courtRows(one);
  const attempts = (events.data?.items ?? []).filter(({ action }) => attemptActions.includes(action));
  if (rows.length === 0 && attempts.length === 0) return null;
  return (
    <Section title={caseworkTitle}>
      <FactList rows={rows} />
      {attempts.map((event) => (
        <div key={event.id}>
          <Text size="sm" fw={600}>
            {eventName(event.action)}
          </Text>
          {eventSentences(event, one.data.parties).map((sentence) => (
            <Text key={sentence} size="sm" className="breakable">
              {sentence}
            </Text>
          ))}
          <Hint>{formatMoment(event.createdAt)}</Hint>
        </div>
      ))}
    </Section>
  );
}

const attemptActions: readonly string[] = [
  'notice_served',
  'summons_served',
  'service_failed',
  'submit_filing',
  'filing_rejected',
  'filing_accepted',
];

/** Who has taken the case. A test case has a reviewer of the sandbox instead. */
export function AttorneyOfCase({ one }: { one: Case }) {
  if (one.mode === 'test') return null;
  const { attorney } = one;
  return (
    <Section title="Attorney">
      {attorney ? (
        <div>
          <Text className="breakable">
            <Text span fw={600}>
              {attorney.name ?? 'An attorney whose account was erased'}
            </Text>{' '}
            has accepted the case.
          </Text>
          {attorney.licensedIn !== null && attorney.barNumber !== null && (
            <Hint className="breakable">
              Licensed in {attorney.licensedIn}, number {attorney.barNumber}
            </Hint>
          )}
        </div>
      ) : (
        <Text size="sm">{withoutAttorney(one)}</Text>
      )}
    </Section>
  );
}

function withoutAttorney(one: Case): string {
  if (isFinished(one)) return 'No attorney is engaged.';
  return one.state === 'draft' || one.state === 'submitted'
    ? 'No attorney has been asked yet.'
    : 'An attorney has been asked and has not responded yet.';
}

/** What happened outside, as it was reported, and a form to report more. */
export function ReportedFacts({ one }: { one: Case }) {
  const facts = useQuery(caseFactsQuery(one.mode, one.id));
  if (one.state === 'draft') return null;
  return (
    <Section title="Reported facts">
      <QueryState query={facts}>
        {({ items }) => (
          <>
            {items.length === 0 && <Text size="sm">Nothing has been reported.</Text>}
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
