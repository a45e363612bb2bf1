import { Table, Text } from '@mantine/core';
import type { AttorneyCase } from '../../api/queries.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatCents } from '../../shared/money.ts';
import { entryPointNames } from '../../wording/cases.ts';
import { attestationNames, deskWords, factWords as words } from '../../wording/desk.ts';
import { judgmentOutcomeNames, serviceMethodNames } from '../../wording/reports.ts';
import { Section } from './section.tsx';

/** What the customer says, and what is on record of the court. */
export function Facts({ one }: { one: AttorneyCase }) {
  return (
    <Section title={deskWords.facts}>
      <Table variant="vertical" layout="fixed" className="breakable">
        <Table.Tbody>
          {rowsOf(one).map(([name, value], index) => (
            // Several parties have the same name of their row.
            <Table.Tr key={`${name} ${index}`}>
              <Table.Th w="35%">{name}</Table.Th>
              <Table.Td>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  {value}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

type Row = readonly [name: string, value: string];

function rowsOf(one: AttorneyCase): Row[] {
  const { property, parties, lease, violation, priorNotice, freeText, progress, amountOwedCents } = one.data;
  const { line1, unit, city, county, state, zip, ownerOfRecord } = property;
  const row = (name: string, value: string | null | undefined): Row[] => (value ? [[name, value]] : []);
  return [
    ...row(words.property, [line1, unit, city, county, `${state.toUpperCase()} ${zip}`].filter(Boolean).join(', ')),
    ...row(words.owner, ownerOfRecord),
    ...parties.map(({ role, name, isEntity }): Row => [words[role], isEntity ? `${name} (${words.entity})` : name]),
    ...row(words.entry, entryPointNames[one.entryPoint]),
    ...row(words.lease, lease && leaseText(lease)),
    ...row(words.payAt, lease?.paymentAddress),
    ...row(deskWords.owed, amountOwedCents === undefined ? null : formatCents(amountOwedCents)),
    ...row(words.violation, violation && `${formatDay(violation.date)}: ${violation.description}`),
    ...row(words.priorNotice, priorNotice && priorNoticeText(priorNotice)),
    ...row(words.hearing, progress.hearing && formatDay(progress.hearing.date)),
    ...row(words.judgment, progress.judgment && judgmentText(progress.judgment)),
    ...row(words.reference, one.reference),
    ...row(words.courtCase, one.courtCaseNumber),
    ...attestationRows(one.data.attestations),
    ...row(words.freeText, freeText),
  ];
}

type Data = AttorneyCase['data'];

function leaseText({ startDate, endDate, monthlyRentCents }: NonNullable<Data['lease']>): string {
  return [
    startDate && `${words.leaseFrom} ${formatDay(startDate)}`,
    endDate && `${words.leaseTo} ${formatDay(endDate)}`,
    monthlyRentCents !== undefined && `${words.rent} ${formatCents(monthlyRentCents)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function priorNoticeText({ servedDate, method, periodDays }: NonNullable<Data['priorNotice']>): string {
  return `${formatDay(servedDate)}, ${serviceMethodNames[method]}, ${periodDays} ${words.days}`;
}

function judgmentText({ outcome, date }: NonNullable<Data['progress']['judgment']>): string {
  return [judgmentOutcomeNames[outcome], date && formatDay(date)].filter(Boolean).join(', ');
}

function attestationRows(attestations: Data['attestations']): Row[] {
  return Object.entries(attestationNames).map(([name, label]): Row => {
    const answer = attestations[name as keyof typeof attestationNames];
    if (answer === undefined) return [label, words.notSaid];
    if (answer === 'unknown') return [label, words.unknown];
    return [label, answer === true || answer === 'yes' ? words.yes : words.no];
  });
}
