import { readDate } from './dates.ts';

/** What a ledger column can mean, with the names that users see. */
export const ledgerMeanings = {
  reference: 'Reference of the case',
  date: 'Date',
  chargeDate: 'Date of the charge (due)',
  paymentDate: 'Date of the payment (paid)',
  charge: 'Charges',
  payment: 'Payments',
  amount: 'Amount, either charge or payment',
  type: 'Charge or payment?',
  balance: 'Balance after the line',
  memo: 'Memo',
} as const;
export type LedgerMeaning = keyof typeof ledgerMeanings;

/** What a column in a file of cases can mean, by its path in the API, with the names that users see. */
export const caseMeanings = {
  reference: 'Your reference',
  defendants: 'Tenants',
  firstName: 'Tenant’s first name',
  lastName: 'Tenant’s last name',
  'property.line1': 'Street and number',
  'property.unit': 'Unit',
  'property.city': 'City',
  'property.county': 'County',
  'property.state': 'State',
  'property.zip': 'ZIP code',
  'property.ownerOfRecord': 'Owner of record',
  plaintiffs: 'Plaintiffs',
  ground: 'Ground',
  entryPoint: 'Starts with',
  'lease.startDate': 'First day of the lease',
  'lease.endDate': 'Last day of the lease',
  'lease.monthlyRentCents': 'Monthly rent',
  amountOwedCents: 'Amount owed',
  freeText: 'Notes for the attorney',
} as const;
export type CaseMeaning = keyof typeof caseMeanings;

/** The meanings that several columns of one table can have. */
export const repeatable: ReadonlySet<string> = new Set<LedgerMeaning | CaseMeaning>([
  'charge',
  'payment',
  'memo',
  'defendants',
]);

type Headings<M extends string> = Readonly<Partial<Record<M, string>>>;

/**
 * The headings that suggest a meaning, normalized. They come from our templates and, as far as we know them, from
 * exports of AppFolio, Buildium, Yardi, Rent Manager, DoorLoop, TenantCloud, Rentec and QuickBooks. Leaves out headings
 * that one of these programs uses for something else, such as `Resident`, `Credit` or `Past Due` in a ledger.
 */
export const ledgerHeadings: Headings<LedgerMeaning> = {
  date: 'date, transaction date, trans date, txn date, entry date, date posted, posted date, post date, posting date',
  chargeDate: 'due date, date due, charge date, due on, rent due date, date of the charge due',
  paymentDate: 'date paid, paid date, payment date, paid on, date received, date of the payment paid',
  charge: 'charge, charges, charge amount, amount charged, rent charged, rent due, increase, increases, amount billed',
  payment: 'payment, payments, payment amount, amount paid, rent paid, paid, paid amount, decrease, decreases',
  amount: 'amount, transaction amount, amt, amount either charge or payment',
  type: 'type, transaction type, charge or payment, dr cr',
  balance: 'balance, running balance, account balance, balance after the line, bal',
  memo: 'memo, description, descr, transaction description, memo description, notes, note, details, comment, comments, remarks',
  reference: 'reference of the case, your reference, tenant id, tenant code, resident id, resident code, lease id',
};

/**
 * In a file with the ledgers of many cases, these headings also mean the case's reference. In the ledger of one case,
 * they mean an account or a check.
 */
export const manyLedgersHeadings: Headings<LedgerMeaning> = {
  ...ledgerHeadings,
  reference: `${ledgerHeadings.reference}, account, acct, account no, account number, reference, ref, ref no`,
};

export const caseHeadings: Headings<CaseMeaning> = {
  reference:
    'your reference, reference, ref, ref no, account, acct, account no, account number, tenant id, tenant code, resident id, resident code, lease id, unit id',
  defendants:
    'tenant, tenants, tenant s, tenant name, tenant names, tenant name s, residents, resident s, resident name, resident names, lessee, lessees, defendant, defendants',
  firstName: 'first name, tenant first name, tenant s first name',
  lastName: 'last name, tenant last name, tenant s last name',
  'property.line1':
    'address, street, street address, street and number, address line 1, address 1, line 1, property address, unit address, rental address, premises, premises address',
  'property.unit': 'unit, unit no, unit number, unit name, apt, apt no, apartment, suite',
  'property.city': 'city, property city, unit city',
  'property.county': 'county, property county',
  'property.state': 'state, st, property state, unit state',
  'property.zip': 'zip, zip code, zipcode, postal code, property zip, property zip code, unit zip',
  'property.ownerOfRecord': 'owner, owners, owner s, owner name, owner of record, owner entity, property owner',
  plaintiffs: 'plaintiff, plaintiffs, landlord, landlord name, lessor',
  ground: 'ground, grounds',
  entryPoint: 'starts with',
  'lease.startDate':
    'lease start, lease start date, lease starts, lease from, lease begin, lease begins, start date, first day of the lease',
  'lease.endDate':
    'lease end, lease end date, lease ends, lease to, lease expiration, lease expiration date, lease expires, expiration date, end date, last day of the lease',
  'lease.monthlyRentCents':
    'rent, monthly rent, mo rent, rent amount, rent per month, current rent, lease rent, actual rent',
  amountOwedCents:
    'amount owed, owed, rent owed, total owed, amount due, total due, balance, balance due, bal due, total balance, account balance, tenant balance, current balance, outstanding balance, past due, past due amount, amount past due',
  freeText: 'notes for the attorney, notes, note, comments, comment',
};

const nameMeanings: ReadonlySet<string> = new Set<CaseMeaning>(['defendants', 'firstName', 'lastName']);

/** Matches headings of columns with additional tenants. Such a column doesn't compete with that of the first tenant. */
const moreTenants =
  /^(?:tenant|resident|defendant) (?:name )?[1-9](?: name)?$|^(?:co|second|additional) ?(?:tenant|resident)s?(?: name)?$/;

/**
 * Converts a heading to lower case without accents and punctuation. A number sign becomes a word, because `Payment #`
 * isn't a payment.
 */
export function normalizeHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('#', ' no ')
    .replaceAll('%', ' percent ')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Proposes a meaning for each heading, or an empty string if it is unknown. If two columns would get the same meaning,
 * neither does, and the user decides.
 */
export function proposeMeanings<M extends string>(headings: readonly string[], known: Headings<M>): (M | '')[] {
  const byHeading = new Map<string, M>();
  for (const [meaning, names] of Object.entries(known) as [M, string][]) {
    for (const name of names.split(', ')) byHeading.set(name, meaning);
  }
  const names = headings.map(normalizeHeading);
  const proposed = names.map((name) => byHeading.get(name) ?? '');
  const has = (meaning: string) => proposed.some((one) => one === meaning);
  const isContested = (meaning: M | '') =>
    proposed.filter((one) => one === meaning).length > 1 ||
    // The tenant's name appears twice: whole in one column, and in parts in two others.
    (nameMeanings.has(meaning) && has('defendants') && (has('firstName') || has('lastName')));
  return names.map((name, at) => {
    if ('defendants' in known && moreTenants.test(name)) return 'defendants' as M;
    const meaning = proposed[at] ?? '';
    return isContested(meaning) ? '' : meaning;
  });
}

const mostTitles = 20;

/**
 * Finds the line with the headings: the one with the most known headings among the first lines. Returns -1 if there is
 * none.
 */
export function headingLineOf(lines: readonly { cells: readonly string[] }[], known: Headings<string>): number {
  const isData = (cells: readonly string[]) => cells.some((cell) => readDate(cell, 'month-first') !== null);
  const counts = lines.slice(0, mostTitles).map(({ cells }) => (isData(cells) ? 0 : knownIn(cells, known)));
  const most = Math.max(0, ...counts);
  return most === 0 ? -1 : counts.indexOf(most);
}

/** Returns the number of different known headings among the cells. */
export function knownIn(cells: readonly string[], known: Headings<string>): number {
  const names = new Set(Object.values(known).flatMap((all) => all?.split(', ') ?? []));
  return new Set(cells.map(normalizeHeading).filter((name) => names.has(name))).size;
}
