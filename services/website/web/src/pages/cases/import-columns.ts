import { parseDay } from '../../shared/cells.ts';
import { parseCents } from '../../shared/format.ts';
import { bestSheet, columnsNamed, guessColumns, headerOf, unusedColumns } from '../../shared/ledger-columns.ts';
import type { Sheet } from '../../shared/table.ts';
import { draftEntry, ledgerOf } from '../intake/ledger-entries.ts';
import { entriesOf } from '../intake/ledger-import.ts';

/** What a column can hold, by its place in the interface, with what people call it. */
export const columnNames = {
  reference: 'Your reference',
  'property.line1': 'Street and number',
  'property.unit': 'Unit',
  'property.city': 'City',
  'property.county': 'County',
  'property.state': 'State of the property',
  'property.zip': 'ZIP code',
  'property.ownerOfRecord': 'Owner of record',
  plaintiffs: 'Plaintiffs',
  defendants: 'Tenants',
  ground: 'Ground',
  entryPoint: 'Start',
  'lease.startDate': 'First day of the lease',
  'lease.endDate': 'Last day of the lease',
  'lease.monthlyRentCents': 'Monthly rent',
  amountOwedCents: 'Amount owed',
  freeText: 'Notes for the attorney',
} as const;

export type Column = keyof typeof columnNames;
const columns = Object.keys(columnNames) as Column[];

/** A file of cases: the names of its columns, its rows, and how many titles are above them. */
export interface CaseFile {
  header: readonly string[];
  rows: Sheet['rows'];
  titles: number;
}

/** A row by what its columns hold. */
export type CaseValues = Partial<Record<Column, string>>;

const patterns: readonly [Column, RegExp][] = [
  ['reference', /\b(reference|ref|account|lease id|unit id|id)\b/i],
  ['property.unit', /\b(unit|apt|apartment|suite)\b/i],
  ['property.line1', /\b(street|address|line ?1)\b/i],
  ['property.city', /\bcity\b/i],
  ['property.county', /\bcounty\b/i],
  ['property.state', /\bstate\b/i],
  ['property.zip', /\b(zip|postal)\b/i],
  ['property.ownerOfRecord', /\bowner\b/i],
  ['plaintiffs', /\b(plaintiffs?|landlord)\b/i],
  ['defendants', /\b(tenants?|residents?|defendants?)\b/i],
  ['ground', /\b(ground|reason)\b/i],
  ['entryPoint', /\bstart\b(?!.*date)/i],
  ['lease.startDate', /\b(start date|move.?in|lease (start|from))\b/i],
  ['lease.endDate', /\b(end date|lease (end|to)|expires?)\b/i],
  ['lease.monthlyRentCents', /\brent\b/i],
  ['amountOwedCents', /\b(owed|balance|amount|due)\b/i],
  ['freeText', /\b(notes?|comments?|information)\b/i],
];

/** What each column most likely holds, by its name; each thing once. */
export function guessCaseColumns(header: readonly string[]): (Column | '')[] {
  const taken = new Set<Column>();
  return header.map((name) => {
    const found = patterns.find(([column, pattern]) => pattern.test(name) && !taken.has(column))?.[0];
    if (found === undefined) return '';
    taken.add(found);
    return found;
  });
}

function caseColumnsNamed(row: readonly string[]): number {
  return guessCaseColumns(row).filter((column) => column !== '').length;
}

export function readCases(rows: Sheet['rows']): CaseFile {
  return below(rows, caseColumnsNamed);
}

function below(rows: Sheet['rows'], named: (row: readonly string[]) => number): CaseFile {
  const titles = headerOf(rows, named);
  const header = (rows[titles] ?? []).map((name) => name.replaceAll(/\s+/g, ' '));
  return { header, rows: rows.slice(titles + 1), titles };
}

/** The sheet of the cases; the first, if none names their columns. */
export function guessCaseSheet(sheets: readonly Sheet[]): Sheet | null {
  return bestSheet(sheets, caseColumnsNamed) ?? sheets[0] ?? null;
}

function ledgerColumnsNamed(row: readonly string[]): number {
  return guessCaseColumns(row).includes('reference') ? columnsNamed(row) : 0;
}

/** The sheet of the ledgers of many cases; null if none names a reference and the columns of a ledger. */
export function guessLedgerSheet(sheets: readonly Sheet[]): Sheet | null {
  return bestSheet(sheets, ledgerColumnsNamed);
}

export function valuesOf(row: readonly string[], mapping: readonly (Column | '')[]): CaseValues {
  return Object.fromEntries(mapping.flatMap((column, at) => (column && row[at] ? [[column, row[at]]] : [])));
}

const entity = /\b(llc|l\.l\.c|inc|lp|llp|corp|corporation|company|co|trust|partners|properties|holdings)\b\.?$/i;
const grounds: readonly [RegExp, string][] = [
  [/rent|pay/i, 'nonpayment'],
  [/violat|breach/i, 'lease_violation'],
  [/hold|term|expir/i, 'holdover'],
];

/** A row as the interface takes it. What cannot be read is sent as it is, so that the service names its fault. */
export function rowOf(values: CaseValues, ledger: readonly object[] = []): Record<string, unknown> {
  const at = (column: Column) => values[column] ?? '';
  const cents = (column: Column) =>
    at(column) === '' ? {} : { [column.split('.').at(-1) ?? '']: parseCents(at(column)) ?? at(column) };
  const text = (name: string, column: Column) => (at(column) === '' ? {} : { [name]: at(column) });
  const day = (name: string, column: Column) =>
    at(column) === '' ? {} : { [name]: parseDay(at(column)) ?? at(column) };
  const parties = (role: string, names: string) =>
    names.split(/[;\n]/).flatMap((name) => {
      const party = { role, name: name.trim() };
      return party.name === '' ? [] : [{ ...party, ...(entity.test(party.name) && { isEntity: true }) }];
    });
  const lease = {
    ...day('startDate', 'lease.startDate'),
    ...day('endDate', 'lease.endDate'),
    ...cents('lease.monthlyRentCents'),
  };
  return {
    ...text('reference', 'reference'),
    ground: grounds.find(([pattern]) => pattern.test(at('ground')))?.[1] ?? (at('ground') || 'nonpayment'),
    entryPoint: /fil/i.test(at('entryPoint')) ? 'filing' : 'notice',
    property: {
      ...text('line1', 'property.line1'),
      ...text('unit', 'property.unit'),
      ...text('city', 'property.city'),
      ...text('county', 'property.county'),
      ...text('state', 'property.state'),
      ...text('zip', 'property.zip'),
      ...text('ownerOfRecord', 'property.ownerOfRecord'),
    },
    parties: [
      ...parties('plaintiff', at('plaintiffs') || at('property.ownerOfRecord')),
      ...parties('defendant', at('defendants')),
    ],
    ...(Object.keys(lease).length > 0 && { lease }),
    ...(ledger.length > 0 && { ledger }),
    ...cents('amountOwedCents'),
    attestations: {},
    ...text('freeText', 'freeText'),
  };
}

/** The ledgers of another table, whose rows name their case by its reference; how many rows and which columns are left out. */
export function readLedgers(table: Sheet['rows']): {
  ledgers: ReadonlyMap<string, readonly object[]>;
  unread: number;
  unused: string[];
} {
  const { header, rows } = below(table, ledgerColumnsNamed);
  const at = guessCaseColumns(header).indexOf('reference');
  const withoutReference = (row: readonly string[]) => row.filter((_, index) => index !== at);
  // By all of its lines: those of one case can be few.
  const all = { header: withoutReference(header), rows: rows.map(withoutReference) };
  const kinds = guessColumns(all);
  const of = new Map<string, (readonly string[])[]>();
  for (const row of rows) {
    const reference = row[at] ?? '';
    const lines = of.get(reference);
    if (lines) lines.push(withoutReference(row));
    else of.set(reference, [withoutReference(row)]);
  }
  let unread = of.get('')?.length ?? 0;
  of.delete('');
  const ledgers = new Map(
    [...of].map(([reference, lines]) => {
      const read = entriesOf({ header: null, rows: lines }, kinds);
      unread += read.unread.length;
      return [reference, ledgerOf(read.entries.map((entry) => draftEntry(entry))).ledger] as const;
    }),
  );
  return { ledgers, unread, unused: unusedColumns(all, kinds) };
}

/** The column where a fault of the service is repaired; null for what no column of the row holds, such as its ledger. */
export function columnOfFault(path: string, values: CaseValues): Column | null {
  const [, at] = /^parties\D+(\d+)/.exec(path) ?? [];
  if (path.startsWith('parties')) {
    const { parties } = rowOf(values) as { parties: readonly { role: string }[] };
    const isPlaintiff = at === undefined ? parties[0]?.role !== 'plaintiff' : parties[Number(at)]?.role === 'plaintiff';
    return isPlaintiff ? 'plaintiffs' : 'defendants';
  }
  return columns.find((column) => path === column) ?? null;
}
