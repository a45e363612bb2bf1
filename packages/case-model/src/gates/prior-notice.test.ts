import { describe, expect, it } from 'vitest';
import type { CaseFacts, Ground } from '../facts.ts';
import {
  buildFacts,
  buildFilingFacts,
  buildInput,
  charge,
  fails,
  liveInput,
  notApplicable,
  passes,
  payment,
  resultOf,
  today,
  warns,
} from '../../test/drafts.ts';
import type { GateInput } from './gate.ts';

const served = (
  ground: Ground,
  priorNotice: Partial<NonNullable<CaseFacts['priorNotice']>>,
  change: Partial<CaseFacts> = {},
): CaseFacts =>
  buildFilingFacts(ground, {
    priorNotice: { servedDate: '2026-05-01', method: 'personal', periodDays: 30, ...priorNotice },
    ...change,
  });
const covered = (facts: CaseFacts) => ({ ...facts, attestations: { ...facts.attestations, caresCovered: true } });
const inMaryland = (facts: CaseFacts) => ({ ...facts, property: { ...facts.property, state: 'MD' } });
const on = (day: string): Pick<GateInput, 'today'> => ({ today: { utc: day, elapsed: day } });

describe('the prior_notice_* gates', () => {
  const names = ['recorded', 'document', 'proof', 'elapsed', 'period', 'method'].map((part) => `prior_notice_${part}`);

  it.each(names)(
    "%s passes for a notice whose period has ended, and doesn't apply if a case begins with the notice",
    (name) => {
      expect(resultOf(name, buildInput(served('holdover', {})))).toEqual(passes);
      const priorNotice = { servedDate: '2027-01-01', method: 'first_class_mail', periodDays: 1 } as const;
      expect(resultOf(name, buildInput(buildFacts('nonpayment', { priorNotice })))).toEqual(notApplicable);
    },
  );

  it('report a missing notice only once', () => {
    const input = buildInput(buildFilingFacts('nonpayment', { priorNotice: undefined }));
    expect(resultOf('prior_notice_recorded', input)).toMatchObject({ status: 'fail' });
    for (const name of ['prior_notice_elapsed', 'prior_notice_period', 'prior_notice_method', 'payment_after_notice'])
      expect(resultOf(name, input)).toEqual(notApplicable);
  });

  it('accept a notice that was served today but not a later one, and require uploads of the notice and its proof of service', () => {
    const recorded = (servedDate: string) =>
      resultOf('prior_notice_recorded', buildInput(served('nonpayment', { servedDate })));
    expect(recorded(today)).toEqual(passes);
    expect(recorded('2026-07-03')).toEqual(fails('The notice has a date of service in the future: 2026-07-03.'));
    const without = buildInput(served('nonpayment', {}), { documentPurposes: ['authority', 'other'] });
    expect(resultOf('prior_notice_document', without)).toEqual(fails('Upload the notice as served.'));
    expect(resultOf('prior_notice_proof', without)).toEqual(fails('Upload the proof of service.'));
  });
});

describe('prior_notice_elapsed', () => {
  const judged = (facts: CaseFacts, day: string) => resultOf('prior_notice_elapsed', buildInput(facts, on(day)));

  it("fails through the last day of the period under the sandbox's rules, and passes on the day after", () => {
    const facts = served('nonpayment', { servedDate: today, periodDays: 5 });
    expect(judged(facts, '2026-07-10')).toEqual(fails('Runs through 2026-07-10; file from 2026-07-11.'));
    expect(judged(facts, '2026-07-11')).toEqual(passes);
  });

  it.each<[string, CaseFacts, string]>([
    [
      'extra days for mail',
      served('lease_violation', { servedDate: '2026-08-28', method: 'certified_mail', periodDays: 10 }),
      '2026-09-10',
    ],
    [
      'every day of a notice that gives more days than the minimum',
      served('nonpayment', { servedDate: today, periodDays: 14 }),
      '2026-07-16',
    ],
    [
      'thirty days for a covered property',
      covered(served('nonpayment', { servedDate: today, periodDays: 5 })),
      '2026-08-03',
    ],
  ])('counts %s', (_what, facts, lastDay) => {
    expect(judged(facts, lastDay)).toEqual(fails(new RegExp(lastDay)));
  });

  it("doesn't require thirty days for a lease violation at a covered property, because another gate warns about a shorter notice", () => {
    const facts = covered(served('lease_violation', { servedDate: today, periodDays: 10 }));
    expect(judged(facts, '2026-07-14')).toEqual(passes);
  });

  it('counts exactly the calendar days that the customer stated if the case is outside the sandbox', () => {
    const facts = inMaryland(served('nonpayment', { servedDate: today, periodDays: 5 }));
    const running = fails(
      'By the number of days you gave, the notice period runs through 2026-07-07. The attorney decides.',
    );
    for (const build of [buildInput, liveInput]) {
      expect(resultOf('prior_notice_elapsed', build(facts, on('2026-07-07')))).toEqual(running);
      expect(resultOf('prior_notice_elapsed', build(facts, on('2026-07-08')))).toEqual(passes);
    }
  });
});

describe('prior_notice_period and prior_notice_method', () => {
  it.each([
    ['nonpayment', 5, 'The notice gave 4 days, fewer than 5 business days (ZZ Stat. § 12-201).'],
    ['lease_violation', 10, 'The notice gave 9 days, fewer than 10 calendar days (ZZ Stat. § 12-202).'],
    ['holdover', 30, 'The notice gave 29 days, fewer than 30 calendar days (ZZ Stat. § 12-203).'],
  ] as const)('require a notice for %s to give at least %i days in the sandbox', (ground, least, reason) => {
    const judged = (periodDays: number) => resultOf('prior_notice_period', buildInput(served(ground, { periodDays })));
    expect([judged(least), judged(least - 1)]).toEqual([passes, fails(reason)]);
  });

  it.each([
    ['nonpayment', ['personal', 'substitute', 'posting', 'certified_mail'], ['first_class_mail']],
    ['lease_violation', ['personal', 'substitute', 'posting', 'certified_mail'], ['first_class_mail']],
    ['holdover', ['personal', 'substitute', 'certified_mail'], ['posting', 'first_class_mail']],
  ] as const)('for %s, accept service by %j but not by %j', (ground, taken, refused) => {
    for (const method of [...taken, ...refused]) {
      const verdict = (taken as readonly string[]).includes(method)
        ? passes
        : fails(new RegExp(`Service by ${method} is not enough`));
      expect(resultOf('prior_notice_method', buildInput(served(ground, { method })))).toEqual(verdict);
    }
  });

  it("don't apply in live mode or to a test case outside the sandbox", () => {
    const facts = served('holdover', { periodDays: 1, method: 'first_class_mail' });
    for (const input of [liveInput(facts), buildInput(inMaryland(facts))])
      for (const name of ['prior_notice_period', 'prior_notice_method'])
        expect(resultOf(name, input)).toEqual(notApplicable);
  });
});

describe('payment_after_notice', () => {
  const warning = (day: string) =>
    warns(`Accepting rent may waive the notice, and the ledger has a payment on ${day}. The attorney decides.`);

  it.each<[string, CaseFacts['ledger'], object, Ground?]>([
    ['warns about a payment on the day of service', [payment('2026-05-01', 100)], warning('2026-05-01')],
    ['warns about a later payment', [payment('2026-04-30', 100), payment('2026-06-01', 100)], warning('2026-06-01')],
    ['passes earlier payments and later charges', [payment('2026-04-30', 100), charge('2026-06-01', 100)], passes],
    ['passes without a ledger', undefined, passes],
    ["doesn't apply to a holdover", [payment('2026-06-01', 100)], notApplicable, 'holdover'],
  ])('%s', (_what, ledger, verdict, ground = 'nonpayment') => {
    expect(resultOf('payment_after_notice', buildInput(served(ground, {}, { ledger })))).toEqual(verdict);
  });
});
