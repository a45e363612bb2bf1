import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { Input } from '../../api/contract.ts';
import { type Case, caseEventsQuery, caseFactsQuery } from '../../api/queries.ts';
import { isFinished } from '../../shared/case-facts.ts';
import { courtRows, factRows, rowsOf } from '../../shared/fact-rows.ts';
import { formatCents, formatDay, formatMoment } from '../../shared/format.ts';
import { FactList, Hint, Section } from '../../shared/parts.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import { eventName } from '../../api/page-data.ts';
import { recipientsOf, standOf } from '../../shared/service-table.ts';
import { eventSentences, methodName, reporterNames } from '../../wording/events.ts';
import { useCaseUpdate } from './use-case.ts';

/** What the customer has stated, to read. */
export function CaseFacts({ one }: { one: Case }) {
  return (
    <Section title="Facts of the case">
      <FactList rows={[...factRows(one), ...rowsOf({ 'Your reference': one.reference })]} />
      {!isFinished(one) && <Reference one={one} />}
    </Section>
  );
}

/** What the customer calls the case. */
function Reference({ one: { id, mode, reference } }: { one: Case }) {
  const { show } = useCaseUpdate({ id, mode });
  return (
    <Group>
      <ReportDialog
        verb={reference === null ? 'Set your reference' : 'Change your reference'}
        meaning="For example the number of the unit in your own system. It finds the case in your list."
        fields={[{ name: 'reference', label: 'Reference', kind: 'text', initial: reference ?? '' }]}
        button={{ size: 'xs' }}
        run={({ reference: given }) =>
          call(
            'PUT /v1/cases/{id}/reference',
            { id, body: { reference: typeof given === 'string' ? given : null } },
            { mode },
          )
        }
        onDone={(now) => void show(now)}
      />
    </Group>
  );
}

/** What stands of service, filing and judgment, and each attempt that was reported. */
export function Casework({ one }: { one: Case }) {
  const events = useQuery(caseEventsQuery(one.mode, one.id));
  const rows = courtRows(one);
  const { service } = one.data.progress;
  const stages = (['notice', 'summons'] as const).filter((name) => service.some(({ stage }) => stage === name));
  const filings = (events.data?.items ?? []).filter(({ action }) => filingActions.includes(action));
  if (rows.length === 0 && stages.length === 0 && filings.length === 0) return null;
  return (
    <Section title="Service and filings">
      <FactList rows={rows} />
      {stages.map((stage) => (
        <Stack key={stage} gap="xs" role="group" aria-label={stageNames[stage]}>
          <Text size="sm" fw={600}>
            {stageNames[stage]}
          </Text>
          {recipientsOf(one, service, stage).map((who) => (
            <div key={who.partyIndex}>
              <Text size="sm" className="breakable">
                <bdi>{who.name}</bdi>: {standOf(who)}
              </Text>
              {who.attempts.map((attempt, place) => (
                // Attempts are added at the end.
                <Hint key={place}>{attemptText(attempt)}</Hint>
              ))}
            </div>
          ))}
        </Stack>
      ))}
      {filings.map((event) => (
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

const filingActions: readonly string[] = ['submit_filing', 'filing_rejected', 'filing_accepted'];
const stageNames = { notice: 'Service of the notice', summons: 'Service of the summons' } as const;
const resultNames = { pending: 'out for service', served: 'served', failed: 'failed' } as const;

function attemptText({ method, status, servedDate }: Case['data']['progress']['service'][number]): string {
  return `${methodName(method)}: ${resultNames[status]}${servedDate === null ? '' : ` on ${formatDay(servedDate)}`}`;
}

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
            is engaged for this case.
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
            {items.map(({ id, kind, date, amountCents, detail, reportedBy }) => (
              <div key={id}>
                <Text size="sm" fw={600}>
                  {eventName(kind)}
                  {amountCents !== null && `: ${formatCents(amountCents)}`}
                </Text>
                <Hint>
                  {formatDay(date)}, by {reporterNames[reportedBy]}
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

type CustomerFact = Input<'POST /v1/cases/{id}/facts'>['body'];

/** What customers report. The compiler compares it with the contract. */
const kinds = Object.keys({ payment: true, moved_out: true } satisfies Record<CustomerFact['kind'], true>);

/** The form for what happened outside. */
function ReportFact({ one }: { one: Case }) {
  const { id, mode } = one;
  const { refresh } = useCaseUpdate(one);
  return (
    <ReportDialog
      verb="Report a fact"
      send="Send report"
      meaning="The report is recorded and passed on. It does not change the state of the case."
      button={{ size: 'xs' }}
      fields={[
        {
          name: 'kind',
          label: 'What happened',
          kind: 'choice',
          required: true,
          choices: Object.fromEntries(kinds.map((kind) => [kind, eventName(kind as CustomerFact['kind'])])),
        },
        { name: 'date', label: 'When it happened', kind: 'day', required: true, needed: true },
        { name: 'amountCents', label: 'Amount', kind: 'money', when: ({ kind }) => kind === 'payment' },
        {
          name: 'detail',
          label: 'Details',
          kind: 'long',
          help: 'For example how it was paid. Optional.',
        },
      ]}
      run={(body) => call('POST /v1/cases/{id}/facts', { id, body: body as CustomerFact }, { mode })}
      onDone={() => void refresh()}
    />
  );
}
