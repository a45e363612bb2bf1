import type { Case } from '../api/queries.ts';
import { judgmentSentences, methodName } from '../wording/events.ts';
import { entryPointNames, groundNames } from '../wording/names.ts';
import { placeOf } from './case-facts.ts';
import { counted, formatCents, formatDay, plainName } from './format.ts';

type Data = Case['data'];

export interface FactRow {
  label: string;
  value: string;
  /** The value before a change, or empty if there was none. Absent if the fact hasn't changed. */
  before?: string;
}

/** Returns the facts of a case in words. Leaves out facts that the customer hasn't given. */
export function factRows(one: Pick<Case, 'data' | 'ground' | 'entryPoint'>): FactRow[] {
  const { data, ground, entryPoint } = one;
  const { property, lease, violation, priorNotice, progress } = data;
  const names = (role: Data['parties'][number]['role']) =>
    data.parties
      .filter((party) => party.role === role)
      .map(({ name }) => name)
      .join('\n');
  return rowsOf({
    Property: `${placeOf({ data })} ${property.zip}${property.county === undefined ? '' : `\n${property.county}`}`,
    'Owner of record': property.ownerOfRecord,
    Plaintiffs: names('plaintiff'),
    Defendants: names('defendant'),
    Ground: groundNames[ground],
    Start: entryPointNames[entryPoint],
    Lease: leaseText(lease),
    'Monthly rent': cents(lease?.monthlyRentCents),
    'Where rent is paid': data.paymentAddress,
    'Amount owed': cents(data.amountOwedCents),
    'Ledger balance': cents(progress.ledgerBalanceCents ?? undefined),
    Violation: violation && `${formatDay(violation.date)}\n${violation.description}`,
    'Prior notice':
      priorNotice &&
      `${formatDay(priorNotice.servedDate)}, ${methodName(priorNotice.method).toLowerCase()}, with a period of ${counted(priorNotice.periodDays, 'day')}`,
    Attested: attestationsText(data.attestations),
    'Notes for the attorney': data.freeText,
  });
}

/** Returns the filenames of the evidence as one row. */
export function filesRow({ documents }: Pick<Case, 'documents'>): FactRow {
  const names = documents.filter(({ kind }) => kind === 'evidence').map(({ filename }) => plainName(filename));
  return { label: 'Files', value: names.join('\n') || 'None' };
}

/** Returns what is recorded about service and the court. */
export function courtRows({ courtCaseNumber, data: { progress } }: Pick<Case, 'courtCaseNumber' | 'data'>): FactRow[] {
  const { notice, hearing, judgment } = progress;
  return rowsOf({
    'Notice served': notice && `${methodName(notice.method)}, ${formatDay(notice.servedDate)}`,
    'Last day of the notice period': notice?.expires && formatDay(notice.expires),
    'Court case number': courtCaseNumber,
    Hearing: hearing && hearingText(hearing),
    Judgment: judgment && judgmentSentences(judgment).join('\n'),
  });
}

function hearingText({ date, time, place }: NonNullable<Data['progress']['hearing']>): string {
  return [[formatDay(date), time].filter(Boolean).join(' at '), place].filter(Boolean).join('\n');
}

/** Returns the rows that have a value. */
export function rowsOf(rows: Readonly<Record<string, string | null | undefined>>): FactRow[] {
  return Object.entries(rows).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function leaseText(lease: Data['lease']): string {
  const { startDate, endDate } = lease ?? {};
  if (!startDate) return endDate ? `Until ${formatDay(endDate)}` : '';
  return `Since ${formatDay(startDate)}${endDate ? `, until ${formatDay(endDate)}` : ''}`;
}

function attestationsText(attestations: Data['attestations']): string {
  const given = Object.entries(attestationNames) as [keyof Data['attestations'], string][];
  return given
    .filter(([name]) => attestations[name] !== undefined)
    .map(([name, label]) => {
      const answer = attestations[name];
      return `${label}: ${answer === true ? 'yes' : answer === false ? 'no' : answer}`;
    })
    .join('\n');
}

function cents(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatCents(value);
}

const attestationNames: Readonly<Record<keyof Data['attestations'], string>> = {
  authority: 'Authority to act',
  notRetaliatory: 'Not retaliatory',
  notDiscriminatory: 'Not discriminatory',
  caresCovered: 'Covered by the CARES Act',
  subsidized: 'Subsidized housing',
  servicemember: 'A tenant in military service',
};
