import { readAmount } from './amount.ts';
import { type Columns, headingsOf, linesBelow, repeatsHeadings, widthOf } from './columns.ts';
import { type DateColumn, dateColumns, type DateOrder, readDate } from './dates.ts';
import { type CaseMeaning, caseMeanings } from './headings.ts';
import { isEntity, namesIn, peopleIn } from './names.ts';
import { type Entry, referenceKey } from './settle.ts';
import type { Line } from './table.ts';
import { namesTotal } from './totals.ts';

/** The values of a line, by the meaning of their column. Tenants from several columns are joined by semicolons. */
export type CaseValues = Partial<Record<CaseMeaning, string>>;

export interface CaseRow {
  line: Line;
  values: CaseValues;
}

interface CaseFile {
  rows: readonly CaseRow[];
  /** Lines that aren't cases, each with the reason. */
  leftOut: readonly { line: Line; reason: string }[];
}

/** Reads the cases in a file, by the meanings that the user assigned to its columns. */
export function readCases(columns: Columns<CaseMeaning>): CaseFile {
  const headings = headingsOf(columns);
  const width = widthOf(columns);
  const rows: CaseRow[] = [];
  const leftOut: { line: Line; reason: string }[] = [];
  for (const line of linesBelow(columns)) {
    const leave = (reason: string) => leftOut.push({ line, reason });
    if (repeatsHeadings(line, headings)) leave('It repeats the headings.');
    else if (namesTotal(line.cells.find((text) => text !== '') ?? '')) leave('It is a total.');
    else if (line.cells.length > width) leave('It has more cells than the other rows.');
    else rows.push({ line, values: valuesOf(line, columns) });
  }
  return { rows, leftOut };
}

function valuesOf({ cells }: Line, { meanings }: Columns<CaseMeaning>): CaseValues {
  const textsOf = (wanted: CaseMeaning) => cells.filter((text, at) => meanings[at] === wanted && text !== '');
  const values: CaseValues = {};
  for (const meaning of Object.keys(caseMeanings) as CaseMeaning[]) {
    const [text] = textsOf(meaning);
    if (text !== undefined) values[meaning] = text;
  }
  const { firstName, lastName, ...others } = values;
  const fullName = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const tenants = [...new Set([fullName, ...textsOf('defendants')].flatMap(namesIn))];
  return { ...others, ...(tenants.length > 0 && { defendants: tenants.join('; ') }) };
}

/**
 * Merges rows with the same reference into one case if they contradict each other only in their tenants. Some programs
 * write a row for each tenant, and some write certain facts only in the first row.
 */
export function joinTenants(rows: readonly CaseRow[]): CaseRow[] {
  const joined: CaseRow[] = [];
  const firstOf = new Map<string, number>();
  for (const row of rows) {
    const key = referenceKey(row.values.reference ?? '');
    const at = key === '' ? undefined : firstOf.get(key);
    const known = at === undefined ? undefined : joined[at];
    if (at === undefined || known === undefined || contradict(known.values, row.values)) {
      if (!firstOf.has(key)) firstOf.set(key, joined.length);
      joined.push(row);
      continue;
    }
    const names = [known, row].flatMap(({ values }) => namesIn(values.defendants ?? ''));
    const defendants = names.length > 0 && { defendants: [...new Set(names)].join('; ') };
    joined[at] = { line: known.line, values: { ...row.values, ...known.values, ...defendants } };
  }
  return joined;
}

/**
 * Finds references that the service distinguishes but the ledger import treats as equal, such as `AB1` and `ab1`.
 * Returns null if there are none.
 */
export function alikeReferences(rows: readonly CaseRow[]): string[] | null {
  const spellings = new Map<string, Set<string>>();
  for (const { reference = '' } of rows.map(({ values }) => values)) {
    const key = referenceKey(reference);
    spellings.set(key, (spellings.get(key) ?? new Set()).add(reference));
  }
  const alike = [...spellings.values()].find(({ size }) => size > 1);
  return alike ? [...alike] : null;
}

function contradict(a: CaseValues, b: CaseValues): boolean {
  const meanings = Object.keys(caseMeanings) as CaseMeaning[];
  return meanings.some(
    (one) => one !== 'defendants' && a[one] !== undefined && b[one] !== undefined && a[one] !== b[one],
  );
}

/** A name that seems to contain the names of several people, and their separate names. */
export interface JoinedName {
  name: string;
  people: readonly string[];
}

export function joinedNames({ defendants = '' }: CaseValues): JoinedName[] {
  return namesIn(defendants).flatMap((name) => {
    const people = peopleIn(name);
    return people ? [{ name, people }] : [];
  });
}

/** Replaces each joined name that the user wants separated with its separate names. */
export function withNamesApart(values: CaseValues, isApart: (name: string) => boolean): CaseValues {
  if (values.defendants === undefined) return values;
  const names = namesIn(values.defendants).flatMap((name) => (isApart(name) && peopleIn(name)) || [name]);
  return { ...values, defendants: names.join('; ') };
}

/** Returns how the lease dates in each column are read. */
export function leaseDates(columns: Columns<CaseMeaning>): Map<number, DateColumn> {
  const dated = columns.meanings.flatMap((meaning, at) => (leaseDays.has(meaning) ? [at] : []));
  return dateColumns(linesBelow(columns), dated, columns.orders);
}

const leaseDays: ReadonlySet<string> = new Set<CaseMeaning>(['lease.startDate', 'lease.endDate']);

const grounds: Readonly<Record<string, string>> = {
  '': 'nonpayment',
  'nonpayment of rent': 'nonpayment',
  'non-payment': 'nonpayment',
  'lease violation': 'lease_violation',
};

interface RowOptions {
  /** The order of day and month in the column with this meaning. */
  orderOf: (meaning: CaseMeaning) => DateOrder | null;
  ledger?: readonly Entry[] | undefined;
}

/**
 * Builds a case for the API. A value that can't be read is sent unchanged, so the service says what is wrong with it.
 */
export function inputOf(values: CaseValues, { orderOf, ledger = [] }: RowOptions): Record<string, unknown> {
  const at = (meaning: CaseMeaning) => values[meaning] ?? '';
  const given = (meaning: CaseMeaning, read: (text: string) => unknown = (text) => text) =>
    at(meaning) === '' ? {} : { [meaning.split('.').at(-1) ?? '']: read(at(meaning)) };
  const cents = (text: string) => readAmount(text) ?? text;
  const day = (meaning: CaseMeaning) => given(meaning, (text) => readDate(text, orderOf(meaning)) ?? text);
  const lease = {
    ...day('lease.startDate'),
    ...day('lease.endDate'),
    ...given('lease.monthlyRentCents', cents),
  };
  const partiesOf = (role: string, names: string) =>
    namesIn(names).map((name) => ({ role, name, ...(isEntity(name) && { isEntity: true }) }));
  return {
    ...given('reference'),
    ground: grounds[at('ground').toLowerCase()] ?? at('ground').toLowerCase(),
    entryPoint: at('entryPoint').toLowerCase() || 'notice',
    property: {
      ...given('property.line1'),
      ...given('property.unit'),
      ...given('property.city'),
      ...given('property.county'),
      ...given('property.state'),
      ...given('property.zip'),
      ...given('property.ownerOfRecord'),
    },
    parties: [
      ...partiesOf('plaintiff', at('plaintiffs') || at('property.ownerOfRecord')),
      ...partiesOf('defendant', at('defendants')),
    ],
    ...(Object.keys(lease).length > 0 && { lease }),
    ...(ledger.length > 0 && {
      ledger: ledger.map(({ date, type, amountCents, memo }) => ({ date, type, amountCents, ...(memo && { memo }) })),
    }),
    ...given('amountOwedCents', cents),
    attestations: {},
    ...given('freeText'),
  };
}

/**
 * Returns the meaning of the column that the user has to correct for an issue from the service. Returns null if no
 * column of the row has the value, for example because the issue is in the ledger.
 */
export function meaningOfFault(path: string, values: CaseValues): CaseMeaning | null {
  if (path.startsWith('parties')) {
    const plaintiffs = namesIn(values.plaintiffs ?? values['property.ownerOfRecord'] ?? '').length;
    const index = Number(/^parties\D+(\d+)/.exec(path)?.[1] ?? plaintiffs);
    return index < plaintiffs ? 'plaintiffs' : 'defendants';
  }
  return path in caseMeanings ? (path as CaseMeaning) : null;
}
