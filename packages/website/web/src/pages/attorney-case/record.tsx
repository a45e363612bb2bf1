import { deadlineName } from '@evict/calendar/deadline-name';
import { Button, Code, Group, Stack, Switch, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { choiceName, eventName } from '../../api/page-data.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import { clockDay } from '../../shared/case-facts.ts';
import { courtRows, type FactRow, rowsOf } from '../../shared/fact-rows.ts';
import { capitalized, daysBetween, formatCents, formatDay, formatDaysLeft, formatMoment } from '../../shared/format.ts';
import { LedgerTable } from '../../shared/ledger.tsx';
import { FactList, Hint, Lines, Section, SmallButton } from '../../shared/parts.tsx';
import { eventSentences } from '../../wording/events.ts';
import { inWordsAtDesk } from '../../wording/fields.ts';
import { stateNames, words } from '../../wording/names.ts';
import { markedRows } from './changes.ts';
import classes from './record.module.css';
import { Corrections, type CorrectionsProps } from './reports.tsx';

/**
 * The facts to read first. A review seldom depends on `furtherFacts`, so they are shown only on demand or if they have
 * changed.
 */
const firstFacts = ['Amount owed', 'Ledger balance', 'Monthly rent', 'Lease'];
const furtherFacts = new Set([
  'Property',
  'Plaintiffs',
  'Defendants',
  'Ground',
  'Start',
  'Where rent is paid',
  'Reference',
  'Authority to act',
  'Not retaliatory',
  'Not discriminatory',
]);

/** Shows the customer's facts and the recorded court data. Marks what has changed since changes were requested. */
export function Facts({ one }: { one: AttorneyCase }) {
  const [areAllShown, showAll] = useState(false);
  const rows = [...markedRows(one), ...rowsOf({ Reference: one.reference }), ...courtRows(one)].flatMap(separate);
  const place = ({ label }: FactRow) => (firstFacts.includes(label) ? firstFacts.indexOf(label) : firstFacts.length);
  const main = rows.filter(({ label, before }) => before !== undefined || !furtherFacts.has(label));
  const further = rows.filter((row) => !main.includes(row));
  // Before the attorney accepts the case, there are no further facts.
  const hasChoice = one.attorney !== null && further.length > 0;
  return (
    <Section
      title="Facts"
      beside={
        hasChoice && (
          <Button
            variant="subtle"
            size="xs"
            className="no-print"
            aria-expanded={areAllShown}
            onClick={() => showAll(!areAllShown)}
          >
            {areAllShown ? 'Fewer facts' : 'All facts'}
          </Button>
        )
      }
    >
      <FactList rows={main.toSorted((a, b) => place(a) - place(b))} />
      {(areAllShown || !hasChoice) && <FactList rows={further} />}
    </Section>
  );
}

/** Splits attested answers into one row each, unless they have changed. */
function separate(row: FactRow): FactRow[] {
  const { label, value, before } = row;
  if (label !== 'Attested' || before !== undefined) return [{ ...row, value: capitalized(value) }];
  return value.split('\n').map((line): FactRow => {
    const [name = '', answer = ''] = line.split(': ');
    // The customer's answer doesn't settle whether the CARES Act covers the property.
    if (name === caresName) return { label: 'CARES Act', value: `Customer answered “${answer}”` };
    return { label: name.replace('A tenant in military', 'Military'), value: capitalized(answer) };
  });
}

const caresName = 'Covered by the CARES Act';

type Result = AttorneyCase['gates']['results'][number];

const order: readonly Result['status'][] = ['fail', 'warn', 'pass', 'not_applicable'];
const gateMarks = {
  fail: { name: 'Failed', color: 'var(--bad)', Icon: IconAlertCircle },
  warn: { name: 'Warning', color: 'var(--warn)', Icon: IconAlertTriangle },
  pass: { name: 'Passed', color: 'var(--good)', Icon: IconCheck },
  not_applicable: { name: 'Not applicable', color: 'var(--ink-3)', Icon: IconMinus },
} as const satisfies Record<Result['status'], object>;

/** Lists the gate results, failures and warnings first. */
export function Gates({ one }: { one: AttorneyCase }) {
  const results = [...one.gates.results].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  return (
    <Section title="Checks" count={results.filter(({ status }) => status !== 'not_applicable').length}>
      <Lines>
        {results.map(({ gate, status, reason }) => {
          const { name, color, Icon } = gateMarks[status];
          return (
            <li key={gate} className={classes['check']}>
              <Icon size={16} stroke={2} color={color} aria-hidden />
              <div>
                <Text size="sm" fw={500}>
                  {words(gate)}
                </Text>
                {reason !== undefined && (
                  <Text size="sm" c="dimmed" className="breakable">
                    {inWordsAtDesk(reason)}
                  </Text>
                )}
              </div>
              <Text size="xs" c={status === 'pass' || status === 'not_applicable' ? 'var(--ink-3)' : color}>
                {name}
              </Text>
            </li>
          );
        })}
      </Lines>
    </Section>
  );
}

/** Shows the ledger, if the case has one, and compares its balance with the amount owed. */
export function Ledger({ one }: { one: AttorneyCase }) {
  const { ledger, amountOwedCents, progress } = one.data;
  const since = one.beforeChanges ? (one.beforeChanges.facts.ledger ?? []) : undefined;
  if (ledger === undefined && !since?.length) return null;
  return (
    <Section title="Ledger" count={ledger?.length}>
      <LedgerTable entries={ledger ?? []} since={since} />
      <LedgerMatch owed={amountOwedCents} balance={progress.ledgerBalanceCents} />
    </Section>
  );
}

function LedgerMatch({ owed, balance }: { owed: number | undefined; balance: number | null }) {
  if (owed === undefined || balance === null) return null;
  const isMatch = owed === balance;
  const difference = `${formatCents(Math.abs(owed - balance))} ${owed < balance ? 'less' : 'more'} than the ledger balance`;
  return (
    <p className={classes['match']}>
      {isMatch ? (
        <IconCheck size={14} color="var(--good)" aria-hidden />
      ) : (
        <IconAlertTriangle size={14} color="var(--warn)" aria-hidden />
      )}
      {isMatch ? 'Matches the amount owed' : `The amount owed, ${formatCents(owed)}, is ${difference}`}
    </p>
  );
}

/** Lists the deadlines, earliest first. Those that an attorney added can be changed and removed. */
export function Deadlines({ one }: { one: AttorneyCase }) {
  const deadlines = [...one.deadlines].sort((a, b) => a.date.localeCompare(b.date));
  return (
    <Section title="Deadlines">
      {deadlines.length === 0 && <Hint>No deadline is on record.</Hint>}
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

/** Lists the filings, newest first. */
export function Filings({ one }: { one: AttorneyCase }) {
  const nameOf = (field: string, value: string) => choiceName('record_filing', field, value);
  return (
    <Section title="Filings">
      {one.filings.length === 0 && <Hint>No filing is on record.</Hint>}
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

interface EntryProps extends CorrectionsProps {
  title: string;
  lines: readonly (string | null | undefined)[];
  source: string;
}

/** A recorded entry, with buttons for the corrections that are possible. */
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

/**
 * Lists everything recorded about the case, including internal events, newest first. Events that only record that
 * somebody viewed the case are hidden by default.
 */
export function AuditTrail({ events, parties }: Pick<AttorneyCase, 'events'> & Pick<AttorneyCase['data'], 'parties'>) {
  const [shown, setShown] = useState(rowsAtFirst);
  const [isRaw, setRaw] = useState(false);
  const [hasViews, setViews] = useState(false);
  const newest = events.filter(({ action }) => hasViews || action !== 'tenant_data_viewed').toReversed();
  return (
    <Section title="Audit trail" count={newest.length}>
      <Group gap="md">
        <Switch
          label="Show views"
          checked={hasViews}
          onChange={({ currentTarget }) => setViews(currentTarget.checked)}
        />
        <Switch
          label="Show what is recorded"
          checked={isRaw}
          onChange={({ currentTarget }) => setRaw(currentTarget.checked)}
        />
      </Group>
      <Lines aria-label="Audit trail">
        {newest.slice(0, shown).map(({ id, action, actorType, toState, detail, createdAt }) => (
          <li key={id} className="breakable">
            <Text size="sm" fw={500}>
              {auditEventName(action)}
              {toState !== null && `: ${stateNames[toState]}`}
            </Text>
            {sentencesOf({ action, detail }, parties).map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
            <Text size="xs" c="dimmed">
              {auditActorNames[actorType]} · {formatMoment(createdAt)}
            </Text>
            {isRaw && detail !== null && <Code block>{JSON.stringify(detail, null, 1)}</Code>}
          </li>
        ))}
      </Lines>
      {newest.length > shown && (
        <SmallButton onClick={() => setShown(shown + 200)} style={{ alignSelf: 'start' }}>
          Show more ({newest.length - shown})
        </SmallButton>
      )}
    </Section>
  );
}

/** Returns sentences with the details of an event. An event that customers see is described in the same words. */
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
    ...(typeof what === 'string' ? [`What: ${words(what).toLowerCase()}.`] : []),
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
