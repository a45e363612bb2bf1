import {
  type Basis,
  type CourtDateName,
  type Cure,
  type DayCount,
  type Ground,
  type IsoDate,
  type ServiceMethod,
  type Sureness,
  weekday,
} from '@evict/jurisdictions';
import type { Rule, Table } from './book.ts';

export const groundNames: Readonly<Record<Ground, string>> = {
  nonpayment: 'Nonpayment of rent',
  lease_violation: 'Violation of the lease',
  holdover: 'Holdover',
};

export const methodNames: Readonly<Record<ServiceMethod, string>> = {
  personal: 'personal delivery',
  substitute: 'substitute service',
  posting: 'posting',
  posting_and_mail: 'posting with a mailed copy',
  certified_mail: 'certified mail',
  first_class_mail: 'first-class mail',
};

export const cureWords: Readonly<Record<Cure, string>> = {
  full_amount: 'The tenant cures by paying the full amount within the period.',
  violation_cured: 'The tenant cures by ending the violation within the period.',
  none: 'There is no right to cure.',
};

export const lastDayWords =
  'The last day belongs to the tenant: the case moves at 00:00 UTC of the day after, and no earlier.';

export const courtDateTitles: Readonly<Record<CourtDateName, string>> = {
  answer_due: 'Answer to the summons',
  hearing: 'Hearing',
  appeal_period_ends: 'Appeal',
  writ_expires: 'Writ of possession',
};

const surenessNames: Readonly<Record<Sureness, string>> = {
  sure: 'sure',
  read_so: 'read so',
  ours: 'ours',
  fictional: 'fictional',
};

export const surenessTable: Table = {
  caption: 'How sure a rule is',
  headers: ['Word', 'Meaning'],
  rows: [
    [surenessNames.sure, 'The source says it.'],
    [surenessNames.read_so, 'Courts, forms or secondary sources read it so, and some may not. The attorney decides.'],
    [surenessNames.ours, 'A choice of this service. The attorney decides.'],
    [surenessNames.fictional, 'Written for the sandbox. It is the law of no place.'],
  ],
};

/** What a rule rests on, as labels and values; papers last. */
export function labelled({ basis, papers = [] }: Pick<Rule, 'basis' | 'papers'>): [label: string, value: string][] {
  const { citation, source, checked, remark } = basis;
  return [
    ['Citation', citation],
    ['Source', source],
    ['Date checked', checked],
    ['How sure', surenessOf(basis)],
    ...(remark === undefined ? [] : [['Remark', remark] as [string, string]]),
    ...(papers.length === 0
      ? []
      : [
          ['Papers', list(papers.map(({ title, id, filename }) => `${title} (${id}, ${filename})`))] as [
            string,
            string,
          ],
        ]),
  ];
}

export function surenessOf({ sure }: Basis): string {
  return surenessNames[sure];
}

/** `Thu 2026-07-02`. */
export function day(date: IsoDate): string {
  return `${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][weekday(date)]} ${date}`;
}

export function dayCount({ days, dayKind }: DayCount): string {
  return `${days} ${dayKind} ${days === 1 ? 'day' : 'days'}`;
}

export function list(parts: readonly string[], last: 'and' | 'or' = 'and'): string {
  return new Intl.ListFormat('en-US', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(parts);
}

export function ordinal(number: number): string {
  const words = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
  return words[number] ?? `${number}th`;
}

export function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
