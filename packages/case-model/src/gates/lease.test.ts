import { describe, expect, it } from 'vitest';
import {
  buildFacts,
  buildFilingFacts,
  buildInput,
  fails,
  liveInput,
  notApplicable,
  passes,
  resultOf,
  today,
  warns,
} from '../../test/drafts.ts';
import type { GateInput } from './gate.ts';

describe('lease_terms', () => {
  const began = { startDate: '2025-06-01' };
  const noStart = fails('Say when the lease began.');
  const noRent = fails('Say what the monthly rent is.');

  it.each([
    ['passes a lease that has begun', 'holdover', began, passes],
    ['passes a lease that ends on the day it starts', 'holdover', { ...began, endDate: '2025-06-01' }, passes],
    ['passes a lease that starts today', 'holdover', { startDate: today }, passes],
    ['passes a rent of zero', 'holdover', { ...began, monthlyRentCents: 0 }, passes],
    ['passes any other rent', 'nonpayment', { ...began, monthlyRentCents: 1 }, passes],
    ['fails without a lease', 'holdover', undefined, noStart],
    ['fails without a start date', 'holdover', { endDate: '2026-05-31' }, noStart],
    [
      'fails if the lease starts tomorrow',
      'holdover',
      { startDate: '2026-07-03' },
      fails('The lease starts on 2026-07-03, which is in the future.'),
    ],
    [
      'fails if the lease ends before it starts',
      'holdover',
      { startDate: '2025-06-02', endDate: '2025-06-01' },
      fails('The lease ends before it starts.'),
    ],
    ['fails without a rent', 'nonpayment', began, noRent],
    ['fails if the rent is zero', 'nonpayment', { ...began, monthlyRentCents: 0 }, noRent],
    [
      'fails with every reason at once',
      'nonpayment',
      { startDate: '2027-01-01', endDate: '2026-01-01' },
      fails(
        'The lease starts on 2027-01-01, which is in the future. The lease ends before it starts. Say what the monthly rent is.',
      ),
    ],
  ] as const)('%s (%s)', (_what, ground, lease, verdict) => {
    expect(resultOf('lease_terms', buildInput(buildFacts(ground, { lease })))).toEqual(verdict);
  });
});

describe('holdover_term of a case that starts with a notice', () => {
  const judged = (endDate: string | undefined, build = buildInput) =>
    resultOf('holdover_term', build(buildFacts('holdover', { lease: { startDate: '2025-06-01', endDate } })));

  it.each([undefined, '2026-05-31', today, '2026-08-01'])('passes if the end of the lease is %s', (endDate) => {
    expect([judged(endDate), judged(endDate, liveInput)]).toEqual([passes, passes]);
  });

  it('fails if the lease ends 31 days from now, but only warns in live mode', () => {
    const ahead = 'The lease runs through 2026-08-02, more than 30 days ahead.';
    expect(judged('2026-08-02')).toEqual(fails(ahead));
    const more = "Some states require up to 90 days' notice; the attorney decides.";
    expect(judged('2026-08-02', liveInput)).toEqual(warns(`${ahead} ${more}`));
  });

  it("doesn't apply to nonpayment", () => {
    expect(resultOf('holdover_term', buildInput(buildFacts('nonpayment')))).toEqual(notApplicable);
  });
});

describe('holdover_term of a case that starts with a filing', () => {
  const judged = (endDate: string | undefined, servedDate: string | null, change: Partial<GateInput> = {}) => {
    const priorNotice = servedDate === null ? undefined : ({ servedDate, method: 'personal', periodDays: 30 } as const);
    const facts = buildFilingFacts('holdover', { lease: { startDate: '2025-06-01', endDate }, priorNotice });
    return resultOf('holdover_term', buildInput(facts, change));
  };
  const monthToMonth = fails('The tenancy is month to month, and no notice period has ended.');

  it.each([
    ['passes a lease that has ended', '2026-07-01', null, passes],
    [
      'fails if the lease ends today',
      today,
      null,
      fails('The lease runs through 2026-07-02, and no notice period has ended.'),
    ],
    ['passes a month-to-month tenancy after the end of its notice', undefined, '2026-06-01', passes],
    ['fails a month-to-month tenancy on the last day of its notice', undefined, '2026-06-02', monthToMonth],
    ['fails a month-to-month tenancy without a notice', undefined, null, monthToMonth],
    // In the sandbox, a notice never ends before the lease does.
    [
      'fails before the end of the lease, even if the days of the notice are over',
      '2026-12-31',
      '2026-01-02',
      fails(/2026-12-31/),
    ],
  ])('%s', (_what, endDate, servedDate, verdict) => {
    expect(judged(endDate, servedDate)).toEqual(verdict);
  });

  it('fails in live mode, too, until the lease has ended in every US time zone', () => {
    const live = { mode: 'live', today: { utc: today, elapsed: '2026-07-01' } } as const;
    expect(judged('2026-07-01', null, live)?.status).toBe('fail');
    expect(judged('2026-06-30', null, live)?.status).toBe('pass');
  });
});

describe('just_cause', () => {
  const judged = (
    state: string,
    freeText?: string,
    build = liveInput,
    ground: 'holdover' | 'nonpayment' = 'holdover',
  ) => {
    const facts = buildFacts(ground, { freeText });
    return resultOf('just_cause', build({ ...facts, property: { ...facts.property, state } }));
  };

  it.each(['CA', 'CO', 'DC', 'NH', 'NJ', 'NY', 'OR', 'WA', 'ca'])('warns in %s unless a reason is given', (state) => {
    const warning = warns(/^A legal reason may be required here/);
    expect([judged(state), judged(state, '  ')]).toEqual([warning, warning]);
    expect(judged(state, 'The owner moves in.')).toEqual(passes);
  });

  it('applies only to live holdovers in states that may require a reason', () => {
    const others = [
      judged('MD'),
      judged('CA', undefined, buildInput),
      judged('CA', undefined, liveInput, 'nonpayment'),
    ];
    expect(others).toEqual([notApplicable, notApplicable, notApplicable]);
  });
});
