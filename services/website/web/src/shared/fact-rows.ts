import type { Case } from '../api/queries.ts';
import { placeOf } from './case-facts.ts';
import { formatDay } from './dates.ts';
import { formatCents } from './money.ts';
import { entryPointNames, groundNames } from '../wording/cases.ts';
import { attestationNames, attestationText, factWords as words } from '../wording/facts.ts';
import { methodName } from '../wording/history.ts';

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
  const rows: Readonly<Record<string, string | undefined>> = {
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
  };
  return Object.entries(rows).flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  );
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
