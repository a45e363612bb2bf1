import { deadlineName } from '@evict/calendar/deadline-name';
import { Code, Group, List, Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { choiceName, eventName } from '../../api/page-data.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { courtRows, rowsOf } from '../../shared/fact-rows.ts';
import { daysBetween, formatCents, formatDay, formatDaysLeft, formatMoment } from '../../shared/format.ts';
import { LedgerTable } from '../../shared/ledger.tsx';
import { FactList, Section, SmallButton, Tag } from '../../shared/parts.tsx';
import { eventSentences } from '../../wording/events.ts';
import { inWords } from '../../wording/fields.ts';
import { stateNames, words } from '../../wording/names.ts';
import { markedRows } from './changes.ts';
import { Corrections, type CorrectionsProps } from './reports.tsx';

/** What the customer says, and what is on record of the court; what changed since changes were requested is marked. */
export function Facts({ one }: { one: AttorneyCase }) {
  return (
    <Section title="Facts">
      <FactList rows={[...markedRows(one), ...rowsOf({ Reference: one.reference }), ...courtRows(one)]} />
    </Section>
  );
}

type Result = AttorneyCase['gates']['results'][number];

const order: readonly Result['status'][] = ['fail', 'warn', 'pass', 'not_applicable'];
const gateStatusNames = {
  pass: 'Passed',
  fail: 'Failed',
  warn: 'Warning',
  not_applicable: 'Not applicable',
} as const satisfies Record<AttorneyCase['gates']['results'][number]['status'], string>;
const tones = { fail: 'bad', warn: 'warning', pass: 'good', not_applicable: 'neutral' } as const;

/** The checks of the facts: what fails and what warns comes first. */
export function Gates({ one }: { one: AttorneyCase }) {
  const results = [...one.gates.results].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <Section title="Checks">
      <List listStyleType="none" spacing="xs">
        {results.map(({ gate, status, reason }) => (
          <List.Item key={gate}>
            <Group gap="xs">
              <Tag tone={tones[status]}>{gateStatusNames[status]}</Tag>
              <Text size="sm" fw={500}>
                {words(gate)}
              </Text>
            </Group>
            {reason !== undefined && (
              <Text size="sm" className="breakable">
                {inWords(reason)}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

/** The ledger of a case that has one, and what is owed by it and by the customer's word. */
export function Ledger({ one }: { one: AttorneyCase }) {
  const { ledger, amountOwedCents, progress } = one.data;
  const since = one.beforeChanges ? (one.beforeChanges.facts.ledger ?? []) : undefined;
  if (ledger === undefined && !since?.length) return null;
  const { ledgerBalanceCents } = progress;
  return (
    <Section title="Ledger">
      <Text size="sm">
        {ledgerBalanceCents !== null && `Ledger balance: ${formatCents(ledgerBalanceCents)}. `}
        {amountOwedCents !== undefined && `Amount owed: ${formatCents(amountOwedCents)}.`}
      </Text>
      <LedgerTable entries={ledger ?? []} since={since} />
    </Section>
  );
}

/** Deadlines, the earliest first. Those that an attorney added can be changed and removed. */
export function Deadlines({ one }: { one: AttorneyCase }) {
  const deadlines = [...one.deadlines].sort((a, b) => a.date.localeCompare(b.date));
  return (
    <Section title="Deadlines">
      {deadlines.length === 0 && <Text c="dimmed">There are no deadlines.</Text>}
      {deadlines.map((deadline) => (
        <Entry
          key={deadline.id ?? `${deadline.name} ${deadline.date}`}
          one={one}
          target="deadlineId"
          entry={deadline}
          title={deadlineName(deadline.name)}
          lines={[`${formatDay(deadline.date)}, ${formatDaysLeft(daysBetween(clockDay(one), deadline.date))}`]}
          source={deadline.citation}
        />
      ))}
    </Section>
  );
}

/** What was filed, newest first. */
export function Filings({ one }: { one: AttorneyCase }) {
  const nameOf = (field: string, value: string) => choiceName('record_filing', field, value);
  return (
    <Section title="Filings">
      {one.filings.length === 0 && <Text c="dimmed">No filing is on record.</Text>}
      {one.filings.toReversed().map((filing) => (
        <Entry
          key={filing.id}
          one={one}
          target="filingId"
          entry={filing}
          title={nameOf('status', filing.status)}
          lines={[
            filing.envelopeId && `Envelope ID: ${filing.envelopeId}`,
            filing.courtCaseNumber && `Court case number: ${filing.courtCaseNumber}`,
            filing.filedOn && `Filed on ${formatDay(filing.filedOn)}`,
            ...(filing.rejectionReasons ?? []).map(
              ({ code, description }) => `${nameOf('rejectionReasons', code)}: ${description}`,
            ),
          ]}
          source={formatMoment(filing.createdAt)}
        />
      ))}
    </Section>
  );
}

export interface EntryProps extends CorrectionsProps {
  title: string;
  lines: readonly (string | null | undefined)[];
  source: string;
}

/** Something on record, with what can be corrected about it. */
export function Entry({ title, lines, source, ...corrections }: EntryProps) {
  return (
    <Stack gap={4} className="breakable">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {lines.filter(Boolean).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {source}
      </Text>
      <Corrections {...corrections} />
    </Stack>
  );
}

const rowsAtFirst = 50;

/** Everything that is on record of the case, internal events too, newest first. */
export function AuditTrail({ events, parties }: Pick<AttorneyCase, 'events'> & Pick<AttorneyCase['data'], 'parties'>) {
  const [shown, setShown] = useState(rowsAtFirst);
  const [isRaw, setRaw] = useState(false);
  const newest = events.toReversed();
  return (
    <Section title="Audit trail">
      <Switch
        label="Show what is recorded"
        checked={isRaw}
        onChange={({ currentTarget }) => setRaw(currentTarget.checked)}
      />
      <Table className="breakable" aria-label="Audit trail">
        <Table.Tbody>
          {newest.slice(0, shown).map(({ id, action, actorType, toState, detail, createdAt }) => (
            <Table.Tr key={id}>
              <Table.Td w="30%">
                <Text size="sm">{formatMoment(createdAt)}</Text>
                <Text size="xs" c="dimmed">
                  {auditActorNames[actorType]}
                </Text>
              </Table.Td>
              <Table.Td>
                <Text size="sm" fw={500}>
                  {auditEventName(action)}
                  {toState !== null && `: ${stateNames[toState]}`}
                </Text>
                {sentencesOf({ action, detail }, parties).map((sentence) => (
                  <Text key={sentence} size="sm">
                    {sentence}
                  </Text>
                ))}
                {isRaw && detail !== null && <Code block>{JSON.stringify(detail, null, 1)}</Code>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {newest.length > shown && (
        <SmallButton onClick={() => setShown(shown + 200)} style={{ alignSelf: 'start' }}>
          Show more ({newest.length - shown})
        </SmallButton>
      )}
    </Section>
  );
}

/** What an event says beyond its name. Those that customers see have words of their own. */
function sentencesOf(
  event: Pick<AttorneyCase['events'][number], 'action' | 'detail'>,
  parties: AttorneyCase['data']['parties'],
) {
  const detail = (event.detail ?? {}) as Readonly<Record<string, unknown>>;
  const { command, reason, notes, what, step } = detail;
  return [
    ...eventSentences(event as Parameters<typeof eventSentences>[0], parties),
    ...(typeof command === 'string' ? [`${words(command)}.`] : []),
    ...(typeof reason === 'string' && 'command' in detail ? [`Reason: ${reason}`] : []),
    ...(typeof notes === 'string' ? [`Notes: ${notes}`] : []),
    ...(typeof what === 'string' ? [`${words(what)}.`] : []),
    ...(typeof step === 'string' ? [`${words(step)}.`] : []),
    ...(detail['signature'] === undefined ? [] : ['It was signed with a passkey.']),
  ];
}

const auditActorNames: Readonly<Record<AttorneyCase['events'][number]['actorType'], string>> = {
  customer: 'Customer',
  attorney: 'Attorney',
  platform: 'The service',
  reviewer: 'Sandbox reviewer',
};

/** What is on record, in words. */
function auditEventName(action: AttorneyCase['events'][number]['action']): string {
  return (internalNames as Readonly<Record<string, string>>)[action] ?? eventName(action as never);
}

const internalNames = {
  tenant_data_viewed: 'The case was viewed',
  review_recorded: 'A review was recorded',
  attested: 'The customer made attestations',
  attorney_reassigned: 'Another attorney was assigned',
  engagement_accepted: 'The attorney was engaged',
  job_failed: 'A step failed',
  erased: 'The details were erased',
  operator_action: 'An operator acted',
  attorney_action: 'The attorney acted',
  corrected: 'A report was corrected',
} as const;
