import { describe, expect, it } from 'vitest';
import { buildFacts, buildFilingFacts, buildInput, liveInput, resultOf, today } from '../../test/drafts.ts';
import type { GateInput } from './gate.ts';

describe('lease_terms', () => {
  const judged = (lease: object | undefined, ground: 'nonpayment' | 'holdover' = 'holdover') =>
    resultOf('lease_terms', buildInput(buildFacts(ground, { lease })));

  it('passes a lease that has begun and ends no sooner', () => {
    expect(judged({ startDate: '2025-06-01' })).toEqual({ status: 'pass' });
    expect(judged({ startDate: '2025-06-01', endDate: '2025-06-01' })).toEqual({ status: 'pass' });
    expect(judged({ startDate: today })).toEqual({ status: 'pass' });
  });

  it('asks when the lease began', () => {
    const missing = { status: 'fail', reason: 'Say when the lease began.' };
    expect(judged(undefined)).toEqual(missing);
    expect(judged({ endDate: '2026-05-31' })).toEqual(missing);
  });

  it('fails a lease that starts tomorrow or ends before it starts', () => {
    expect(judged({ startDate: '2026-07-03' })).toEqual({
      status: 'fail',
      reason: 'The lease starts on 2026-07-03, which is in the future.',
    });
    expect(judged({ startDate: '2025-06-02', endDate: '2025-06-01' })).toEqual({
      status: 'fail',
      reason: 'The lease ends before it starts.',
    });
  });

  it('needs the rent for nonpayment alone', () => {
    const noRent = { status: 'fail', reason: 'Say what the monthly rent is.' };
    expect(judged({ startDate: '2025-06-01' }, 'nonpayment')).toEqual(noRent);
    expect(judged({ startDate: '2025-06-01', monthlyRentCents: 0 }, 'nonpayment')).toEqual(noRent);
    expect(judged({ startDate: '2025-06-01', monthlyRentCents: 1 }, 'nonpayment')).toEqual({ status: 'pass' });
    expect(judged({ startDate: '2025-06-01', monthlyRentCents: 0 })).toEqual({ status: 'pass' });
  });

  it('tells every fault at once', () => {
    expect(judged({ startDate: '2027-01-01', endDate: '2026-01-01' }, 'nonpayment')?.reason).toBe(
      'The lease starts on 2027-01-01, which is in the future. The lease ends before it starts. Say what the monthly rent is.',
    );
  });
});

describe('holdover_term by notice', () => {
  const judged = (endDate: string | undefined, build = buildInput) =>
    resultOf('holdover_term', build(buildFacts('holdover', { lease: { startDate: '2025-06-01', endDate } })));

  it.each([undefined, '2026-05-31', today, '2026-08-01'])('passes a lease that ends %s', (endDate) => {
    expect(judged(endDate)).toEqual({ status: 'pass' });
    expect(judged(endDate, liveInput)).toEqual({ status: 'pass' });
  });

  it('fails one that ends 31 days ahead; live warns', () => {
    expect(judged('2026-08-02')).toEqual({
      status: 'fail',
      reason: 'The lease runs through 2026-08-02, more than 30 days ahead.',
    });
    expect(judged('2026-08-02', liveInput)).toEqual({
      status: 'warn',
      reason:
        "The lease runs through 2026-08-02, more than 30 days ahead. Some states require up to 90 days' notice; the attorney decides.",
    });
  });

  it('is about holdover alone', () => {
    expect(resultOf('holdover_term', buildInput(buildFacts('nonpayment')))).toEqual({ status: 'not_applicable' });
  });
});

describe('holdover_term by filing', () => {
  const judged = (endDate: string | undefined, servedDate: string | null, change: Partial<GateInput> = {}) => {
    const priorNotice = servedDate === null ? undefined : ({ servedDate, method: 'personal', periodDays: 30 } as const);
    const facts = buildFilingFacts('holdover', { lease: { startDate: '2025-06-01', endDate }, priorNotice });
    return resultOf('holdover_term', buildInput(facts, change));
  };

  it('passes when the lease is over, and not on its last day', () => {
    expect(judged('2026-07-01', null)).toEqual({ status: 'pass' });
    expect(judged(today, null)).toEqual({
      status: 'fail',
      reason: 'The lease runs through 2026-07-02, and no notice period has ended.',
    });
  });

  it('passes when the notice has run out, for a tenancy from month to month', () => {
    expect(judged(undefined, '2026-06-01')).toEqual({ status: 'pass' });
    expect(judged(undefined, '2026-06-02')).toEqual({
      status: 'fail',
      reason: 'The tenancy is month to month, and no notice period has ended.',
    });
    expect(judged(undefined, null)?.status).toBe('fail');
  });

  it('never lets the notice run out before the lease in the sandbox', () => {
    expect(judged('2026-12-31', '2026-01-02')?.status).toBe('fail');
  });

  it('fails in live too, by the day in the latest US time zone', () => {
    const live = { mode: 'live', today: { utc: today, elapsed: '2026-07-01' } } as const;
    expect(judged('2026-07-01', null, live)?.status).toBe('fail');
    expect(judged('2026-06-30', null, live)?.status).toBe('pass');
  });
});

describe('just_cause', () => {
  const judged = (state: string, freeText?: string) => {
    const facts = buildFacts('holdover', { freeText });
    return resultOf('just_cause', liveInput({ ...facts, property: { ...facts.property, state } }));
  };

  it.each(['CA', 'CO', 'DC', 'NH', 'NJ', 'NY', 'OR', 'WA', 'ca'])('warns in %s unless a reason is given', (state) => {
    expect(judged(state)).toMatchObject({
      status: 'warn',
      reason: expect.stringContaining('A legal reason may be required here'),
    });
    expect(judged(state, '  ')?.status).toBe('warn');
    expect(judged(state, 'The owner moves in.')).toEqual({ status: 'pass' });
  });

  it('is about live holdovers in those states alone', () => {
    const inCalifornia = { ...buildFacts('holdover').property, state: 'CA' };
    expect(judged('MD')).toEqual({ status: 'not_applicable' });
    for (const input of [
      buildInput(buildFacts('holdover', { property: inCalifornia })),
      liveInput(buildFacts('nonpayment', { property: inCalifornia })),
      liveInput(buildFacts('lease_violation', { property: inCalifornia })),
    ]) {
      expect(resultOf('just_cause', input)).toEqual({ status: 'not_applicable' });
    }
  });
});
