import { entryPoints, evaluateGatesBy, gateDates, grounds } from '@evict/case-model';
import { packByVersion, type RulePack } from '@evict/jurisdictions';
import * as second from '@evict/jurisdictions/testing';
import { describe, expect, test } from 'vitest';
import { groundNames } from './book.ts';
import { asMarkdown, type Rule, type RuleBook, ruleBookOf, ruleBooks } from './index.ts';
import { sandboxBook } from './sandbox-book.ts';

// Every worked example is computed again by the second implementation.

const zz = bookOf('zz');
const us = bookOf('us');

describe('the rules of ZZ', () => {
  test.each([
    [
      'Nonpayment of rent: Notice to Pay Rent or Quit',
      'nonpayment',
      '5 business days',
      'paying the full amount',
      '§ 12-201',
    ],
    [
      'Violation of the lease: Notice to Cure or Quit',
      'lease_violation',
      '10 calendar days',
      'ending the violation',
      '§ 12-202',
    ],
    ['Holdover: Notice to Quit', 'holdover', '30 calendar days', 'no right to cure', '§ 12-203'],
  ] as const)('state the rule of its ground, and its examples count so: %s', (title, ground, days, cure, section) => {
    const rule = ruleOf(zz, title);
    const words = rule.words.join('\n');
    expect(words).toContain(`The notice gives ${days}`);
    expect(words).toContain(cure);
    expect(rule.basis.citation).toBe(`ZZ Stat. ${section}`);
    expect(words.includes('never ends before the lease')).toBe(ground === 'holdover');
    expect(words).toContain(ground === 'holdover' ? 'Never enough: posting and' : 'Never enough: first-class mail');
    const rows = rowsOf(rule);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const lease = row['Lease ends'] ?? '';
      const leaseEndDate = /\d/.test(lease) ? date(lease) : null;
      const counted = second.secondNotice({
        ground,
        method: methodOf(row['How']),
        servedDate: date(row['Served or mailed']),
        caresCovered: row['CARES Act covers'] === 'yes',
        leaseEndDate,
      });
      expect({
        notice_expires: date(row['notice_expires']),
        cares_notice_expires: row['cares_notice_expires'] === '-' ? null : date(row['cares_notice_expires']),
        expires: date(row['Last day']),
      }).toEqual(counted);
      expectCounted(row, counted.notice_expires);
      expect(date(row['Case moves'])).toBe(second.secondTomorrow(counted.expires));
    }
  });

  test('have the worked examples of the specification', () => {
    const rows = grounds.flatMap((ground) => rowsOf(ruleOf(zz, groundNames[ground])));
    const has = (served: string, how: string, lastDay: string) =>
      rows.some((row) => row['Served or mailed'] === served && row['How'] === how && row['Last day'] === lastDay);
    expect(has('Thu 2026-07-02', 'personal delivery', 'Fri 2026-07-10')).toBe(true);
    expect(has('Thu 2026-07-02', 'personal delivery', 'Mon 2026-08-03')).toBe(true);
    expect(has('Fri 2026-08-28', 'certified mail', 'Thu 2026-09-10')).toBe(true);
    expect(has('Fri 2026-06-05', 'personal delivery', 'Mon 2026-07-06')).toBe(true);
  });

  test('count a notice served before the case', () => {
    const rows = rowsOf(ruleOf(zz, 'A notice served before the case'));
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      const service = {
        ground: grounds.find((ground) => groundNames[ground] === row['Ground']) ?? expect.unreachable(),
        method: methodOf(row['How']),
        servedDate: date(row['Served or mailed']),
        caresCovered: false,
        leaseEndDate: null,
      };
      const lastDay = second.secondPriorNotice(service, Number(row['Days stated']));
      expect([date(row['Last day']), date(row['File from'])]).toEqual([lastDay, second.secondTomorrow(lastDay)]);
    }
  });

  test.each<[string, string, string, string, (from: string, how: string) => string]>([
    ['Answer to the summons', '5 business days', '§ 12-305', 'answer_due', second.secondAnswer],
    ['Hearing', '14 calendar days', '§ 12-306', 'hearing', second.secondHearing],
    ['Appeal', '5 business days', '§ 12-310', 'appeal_period_ends', second.secondAppeal],
    ['Writ of possession', '60 calendar days', '§ 12-312', 'writ_expires', second.secondWrit],
  ])('state the date of court, and its examples count so: %s', (title, days, section, name, count) => {
    const rule = ruleOf(zz, title);
    expect(rule.words.join()).toContain(days);
    expect(rule.words.join()).toContain(`(deadline ${name})`);
    expect(rule.basis.citation).toBe(`ZZ Stat. ${section}`);
    const rows = rowsOf(rule);
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      const [from = ''] = Object.values(row);
      expect(date(row[name])).toBe(count(date(from), methodOf(row['How'])));
    }
  });

  test('count days in the mail and closed days', () => {
    const rule = ruleOf(zz, 'Computation of time');
    for (const row of rowsOf(rule, 'Worked examples of service')) {
      const made = second.secondTakesEffect(date(row['Served or mailed']), methodOf(row['How']));
      expect(date(row['Service counts as made'])).toBe(made);
    }
    for (const row of rowsOf(rule, 'Worked examples of closed days')) {
      const on = date(row['Day']);
      expect(row['Courts are open']).toBe(second.secondIsClosed(on) ? 'no' : 'yes');
      expect(date(row['A calendar period that would end on it ends'])).toBe(second.secondRoll(on));
    }
    const holidays = rowsOf(ruleOf(zz, 'Days on which courts are closed'), 'Holidays as kept');
    const kept = holidays.flatMap((row) =>
      Object.keys(row).flatMap((year) => (year === 'Holiday' ? [] : [date(row[year])])),
    );
    expect(kept).toHaveLength(11 * 5);
    expect(kept.every(second.secondIsClosed)).toBe(true);
    expect(new Set(kept).size).toBe(kept.length);
  });

  test('show what the gates say', () => {
    const elapsed = rowsOf(ruleOf(zz, 'Prior notice has run out'));
    expect(elapsed.map((row) => [row['Judged at 00:00 UTC of'], row['Result'], row['Reason shown']])).toEqual([
      ['Fri 2026-07-10', 'fail', 'Runs through 2026-07-10; file from 2026-07-11.'],
      ['Sat 2026-07-11', 'pass', '-'],
    ]);
    expect(resultsOf(zz, 'Days of the prior notice')).toEqual(['fail', 'pass']);
    expect(resultsOf(zz, 'Service of the prior notice')).toEqual(['pass', 'fail']);
    expect(resultsOf(zz, 'Notice of a covered dwelling')).toEqual(['fail', 'pass', 'warn', 'pass']);
    // The words say 30 days.
    expect(resultsOf(zz, 'End of the term')).toEqual(['pass', 'fail', 'pass', 'fail']);
  });

  test('name every paper of the pack', () => {
    const named = rulesOf(zz).flatMap(({ papers = [] }) => papers.map(({ id }) => id));
    const notices = grounds.map((ground) => `notice.${ground}`);
    const papers = [...notices, 'complaint', 'summons', 'proof.notice', 'proof.summons'];
    expect(new Set(named)).toEqual(new Set(papers.map((paper) => `zz.${paper}.v1`)));
  });

  test('follow the data: another pack has other words and examples', () => {
    const pack: RulePack = packByVersion('zz', '2026.1');
    const { nonpayment } = pack.notices;
    const period = { ...nonpayment.period, days: 1, citation: 'Other Code § 1' };
    const other = sandboxBook({
      ...pack,
      counting: { ...pack.counting, mailDays: { first_class_mail: 5 } },
      calendar: { ...pack.calendar, weekend: [5], holidays: [], observedShift: {} },
      notices: { ...pack.notices, nonpayment: { ...nonpayment, period, cure: 'none', methods: ['personal'] } },
      cares: { ...pack.cares, inForceUntil: '2026-06-30' },
    });
    const text = asMarkdown(other);
    expect(text).toContain('The notice gives 1 business day (deadline');
    expect(text).toContain('Service by first-class mail counts as made on the fifth calendar day');
    expect(text).toContain('Courts are closed on Fridays');
    expect(text).toContain('**Citation:** Other Code § 1');
    expect(text).toContain('until Tue 2026-06-30');
    const rows = rowsOf(ruleOf(other, 'Nonpayment of rent: Notice to Pay Rent or Quit'));
    expect(rows.map((row) => row['Last day'])).toEqual(['Sat 2026-07-04', 'Sat 2026-07-04']);
  });
});

describe('the rules of live cases', () => {
  test('compute no date, and say who decides', () => {
    expect(ruleOf(us, 'Deadlines').words[0]).toContain('The service computes no deadline of a live case.');
    expect(resultsOf(us, 'Notice of a covered dwelling')).toEqual(['warn', 'pass', 'warn', 'pass']);
    expect(resultsOf(us, 'End of the term')).toEqual(['pass', 'warn', 'pass', 'fail']);
    // Notice of 14 days, served on July 2: July 16 is over in Hawaii at 10:00 UTC of July 17.
    expect(resultsOf(us, 'Prior notice has run out')).toEqual(['fail', 'fail', 'pass']);
    expect(resultsOf(us, 'Legal reason for a holdover')).toEqual(['warn', 'not_applicable']);
  });

  test('list every state with just cause, and the local papers', () => {
    expect(rulesOf(us).filter(({ title }) => title.endsWith(': just cause'))).toHaveLength(8);
    expect(ruleOf(us, 'Maryland: local papers').words[0]).toContain('Rental license');
  });

  test('have the CARES Act as one dated setting', () => {
    const rule = ruleOf(us, 'Minimum notice for a covered dwelling');
    expect(rowsOf(rule).map((row) => Object.values(row))).toEqual([
      ['Thu 2020-03-26', 'none'],
      ['Fri 2020-03-27', '30'],
      ['Sun 2026-11-22', '30'],
    ]);
    expect(rule.basis.remark).toContain('Moving law.');
  });
});

describe('every rule book', () => {
  test.each(ruleBooks())(
    'is printed whole, with what each rule rests on and the right weekday of each date: $id',
    (book) => {
      const text = asMarkdown(book);
      const basis =
        /\*\*Citation:\*\* \S.*\n- \*\*Source:\*\* \S.*\n- \*\*Date checked:\*\* 20\d\d-\d\d-\d\d\n- \*\*How sure:\*\* (sure|read so|ours|fictional)\n/g;
      expect(text.match(basis)).toHaveLength(rulesOf(book).length);
      for (const { title, words, tables = [] } of rulesOf(book))
        for (const part of [title, ...words, ...tables.flatMap(({ rows }) => rows.flat())])
          expect(text).toContain(part.replaceAll('|', '\\|'));
      const days = [...text.matchAll(/\b([A-Z][a-z]{2}) (\d{4}-\d\d-\d\d)/g)];
      expect(days.length).toBeGreaterThan(15);
      for (const [, name = '', on = ''] of days) expect(second.secondWeekday(on).startsWith(name), on).toBe(true);
    },
  );

  test.each(ruleBooks())('has words for each fact, and tables without holes: $id', (book) => {
    for (const row of rowsOf(ruleOf(book, 'Required facts'), 'Facts by ground'))
      expect(row['Fact']).not.toBe(row['Field of the case']);
    const tables = book.sections.flatMap(({ tables: own = [], rules = [] }) => [
      ...own,
      ...rules.flatMap((rule) => rule.tables ?? []),
    ]);
    for (const cell of tables.flatMap(({ rows }) => rows.flat())) expect(cell.trim()).not.toBe('');
  });

  test.each(['test', 'live'] as const)('explains each gate that depends on the pack: %s', (mode) => {
    const pack = packByVersion('zz', '2026.1');
    const tight = { ...pack.notices.nonpayment, period: { ...pack.notices.nonpayment.period, days: 60 }, methods: [] };
    const other: RulePack = {
      ...pack,
      notices: { nonpayment: tight, lease_violation: tight, holdover: tight },
      cares: { ...pack.cares, minimumDays: 99 },
    };
    const found = new Set<string>();
    for (const ground of grounds) {
      for (const entryPoint of entryPoints) {
        const by = (rules: RulePack | null, state: string) =>
          evaluateGatesBy(rules, {
            mode,
            facts: {
              ground,
              entryPoint,
              property: { line1: '1 St', city: 'C', state, zip: '00000', ownerOfRecord: 'O' },
              parties: [
                { role: 'plaintiff', name: 'O' },
                { role: 'defendant', name: 'T' },
              ],
              lease: { endDate: '2027-06-30' },
              attestations: { caresCovered: true },
              priorNotice: { servedDate: '2026-07-02', method: 'personal', periodDays: 30 },
            },
            documentPurposes: [],
            today: gateDates(mode, Date.parse('2026-08-10')),
          }).results.map((result) => [result.gate, JSON.stringify(result)] as const);
        const results =
          mode === 'test'
            ? [by(pack, 'ZZ'), by(other, 'ZZ'), by(null, 'ZZ')]
            : [by(null, 'AL'), by(null, 'CA'), by(null, 'MD'), by(pack, 'AL')];
        const [first = [], ...rest] = results.map((one) => new Map(one)).map((one) => [...one]);
        for (const one of rest)
          for (const [gate, result] of one) if (new Map(first).get(gate) !== result) found.add(gate);
      }
    }
    const explained = rulesOf(mode === 'test' ? zz : us).flatMap(({ title }) => /\((\w+)\)$/.exec(title)?.[1] ?? []);
    const notThere = mode === 'live' ? ['prior_notice_period', 'prior_notice_method'] : [];
    expect(found.size).toBeGreaterThan(4);
    expect([...found].filter((gate) => ![...explained, ...notThere].includes(gate))).toEqual([]);
  });

  test('is found by its id and version, the newest without one', () => {
    expect(ruleBookOf('zz')).toMatchObject({ id: 'zz', version: '2026.1' });
    expect(ruleBookOf('zz', '2026.1')).toMatchObject({ id: 'zz', version: '2026.1' });
    expect([ruleBookOf('zz', '1999.1'), ruleBookOf('ZZ'), ruleBookOf('')]).toEqual([undefined, undefined, undefined]);
  });
});

/** The days that are said to count lead to the end of the notice. */
function expectCounted(row: Record<string, string>, expires: string): void {
  const how = row['Counted'] ?? '';
  const days = [...how.matchAll(/\d{4}-\d\d-\d\d/g)].map(([text]) => text);
  const last = days.at(-1) ?? expect.unreachable();
  expect(how.endsWith(', closed')).toBe(second.secondIsClosed(last));
  if (days.length > 1) expect([days.length, ...days.filter(second.secondIsClosed)]).toEqual([5]);
  const rolled = second.secondRoll(last);
  if (/\d/.test(row['Lease ends'] ?? '')) expect(rolled <= expires).toBe(true);
  else expect(rolled).toBe(expires);
}

function bookOf(id: string): RuleBook {
  return ruleBookOf(id) ?? expect.unreachable(`there is no book ${id}`);
}

function rulesOf({ sections }: RuleBook): Rule[] {
  return sections.flatMap(({ rules = [] }) => rules);
}

function ruleOf(book: RuleBook, title: string): Rule {
  const found = rulesOf(book).find((rule) => rule.title.startsWith(title));
  return found ?? expect.unreachable(`there is no rule ${title}`);
}

/** The rows of a rule's table, each by its headers. */
function rowsOf({ tables = [] }: Rule, caption = 'Worked examples'): Record<string, string>[] {
  const { headers, rows } = tables.find((table) => table.caption === caption) ?? expect.unreachable(caption);
  return rows.map((row) => Object.fromEntries(headers.map((header, column) => [header, row[column] ?? ''])));
}

function resultsOf(book: RuleBook, title: string): (string | undefined)[] {
  return rowsOf(ruleOf(book, title)).map((row) => row['Result']);
}

/** `Thu 2026-07-02` without its weekday. */
function date(text: string | undefined): string {
  return /^\w{3} (\d{4}-\d\d-\d\d)$/.exec(text ?? '')?.[1] ?? expect.unreachable(`no date: ${text}`);
}

function methodOf(words: string | undefined): string {
  return (words ?? '').replaceAll(' ', '_');
}
