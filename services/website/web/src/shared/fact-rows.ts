import type { Case } from '../api/queries.ts';
import { placeOf } from './case-facts.ts';
import { formatDay } from './dates.ts';
import { formatCents } from './money.ts';
import { entryPointNames, groundNames } from '../wording/cases.ts';
import { attestationNames, attestationText, factWords as words } from '../wording/facts.ts';
import { judgmentSentences, methodName } from '../wording/history.ts';

type Data = Case['data'];

export interface FactRow {
  label: string;
  value: string;
}

/** The facts that were given, in words; a fact that was not is left out. */
export function factRows(one: Pick<Case, 'data' | 'ground' | 'entryPoint'>): FactRow[] {
  const { data, ground, entryPoint } = one;
  const { property, lease, violation, priorNotice, progress } = data;
  const names = (role: Data['parties'][number]['role']) =>
    data.parties
      .filter((party) => party.role === role)
      .map(({ name }) => name)
      .join('\n');
  return rowsOf({
    [words.property]: `${placeOf({ data })} ${property.zip}${property.county === undefined ? '' : `\n${property.county}`}`,
    [words.owner]: property.ownerOfRecord,
    [words.plaintiffs]: names('plaintiff'),
    [words.defendants]: names('defendant'),
    [words.ground]: groundNames[ground],
    [words.entryPoint]: entryPointNames[entryPoint],
    [words.lease]: leaseText(lease),
    [words.rent]: cents(lease?.monthlyRentCents),
    [words.payAt]: lease?.paymentAddress,
    [words.owed]: cents(data.amountOwedCents),
    [words.balance]: cents(progress.ledgerBalanceCents ?? undefined),
    [words.violation]: violation && `${formatDay(violation.date)}\n${violation.description}`,
    [words.priorNotice]:
      priorNotice &&
      words.notice(formatDay(priorNotice.servedDate), methodName(priorNotice.method), priorNotice.periodDays),
    [words.attested]: attestationsText(data.attestations),
    [words.freeText]: data.freeText,
  });
}

/** What is on record of service and of the court. */
export function courtRows({ courtCaseNumber, data: { progress } }: Pick<Case, 'courtCaseNumber' | 'data'>): FactRow[] {
  const { notice, hearing, judgment } = progress;
  return rowsOf({
    [words.noticeServed]: notice && `${methodName(notice.method)}, ${formatDay(notice.servedDate)}`,
    [words.noticeExpires]: notice?.expires && formatDay(notice.expires),
    [words.courtCase]: courtCaseNumber,
    [words.hearing]: hearing && formatDay(hearing.date),
    [words.judgment]: judgment && judgmentSentences(judgment).join('\n'),
  });
}

/** With a value alone. */
export function rowsOf(rows: Readonly<Record<string, string | null | undefined>>): FactRow[] {
  return Object.entries(rows).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function leaseText(lease: Data['lease']): string {
  const { startDate, endDate } = lease ?? {};
  return [startDate && words.since(formatDay(startDate)), endDate && words.until(formatDay(endDate))]
    .filter(Boolean)
    .join(', ');
}

function attestationsText(attestations: Data['attestations']): string {
  const names = Object.keys(attestationNames) as (keyof Data['attestations'])[];
  const texts = names.flatMap((name) => {
    const value = attestations[name];
    return value === undefined ? [] : [attestationText(name, value)];
  });
  return texts.join('\n');
}

function cents(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatCents(value);
}
