import { describe, expect, it } from 'vitest';
import type { CaseFacts, Ground } from '../facts.ts';
import {
  buildFacts,
  buildFilingFacts,
  buildInput,
  charge,
  liveInput,
  payment,
  resultOf,
  today,
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
const on = (day: string): Pick<GateInput, 'today'> => ({ today: { utc: day, elapsed: day } });

describe('the prior_* gates', () => {
  const names = ['recorded', 'document', 'proof', 'elapsed', 'period', 'method'].map((part) => `prior_notice_${part}`);

  it('do not apply to a case that begins with the notice', () => {
    const priorNotice = { servedDate: '2027-01-01', method: 'first_class_mail', periodDays: 1 } as const;
    for (const name of [...names, 'payment_after_notice']) {
      expect(resultOf(name, buildInput(buildFacts('nonpayment', { priorNotice })))).toEqual({
        status: 'not_applicable',
      });
    }
  });

  it('pass for a notice that ran out, with its papers', () => {
    for (const name of names) expect(resultOf(name, buildInput(served('holdover', {})))).toEqual({ status: 'pass' });
  });

  it('ask for a notice once when none is recorded', () => {
    const input = buildInput(buildFilingFacts('nonpayment', { priorNotice: undefined }));
    expect(resultOf('prior_notice_recorded', input)).toMatchObject({ status: 'fail' });
    for (const name of ['prior_notice_elapsed', 'prior_notice_period', 'prior_notice_method', 'payment_after_notice']) {
      expect(resultOf(name, input)).toEqual({ status: 'not_applicable' });
    }
  });
});

describe('prior_notice_recorded', () => {
  it('takes service today and refuses service tomorrow', () => {
    expect(resultOf('prior_notice_recorded', buildInput(served('nonpayment', { servedDate: today })))).toEqual({
      status: 'pass',
    });
    expect(resultOf('prior_notice_recorded', buildInput(served('nonpayment', { servedDate: '2026-07-03' })))).toEqual({
      status: 'fail',
      reason: 'The notice has a date of service in the future: 2026-07-03.',
    });
  });
});

describe('prior_notice_document and prior_notice_proof', () => {
  it('fail without a document of their purpose', () => {
    const facts = served('nonpayment', {});
    expect(
      resultOf('prior_notice_document', buildInput(facts, { documentPurposes: ['prior_notice_proof', 'other'] })),
    ).toEqual({
      status: 'fail',
      reason: 'Upload the notice as served.',
    });
    expect(
      resultOf('prior_notice_proof', buildInput(facts, { documentPurposes: ['prior_notice', 'authority'] })),
    ).toEqual({
      status: 'fail',
      reason: 'Upload the proof of service.',
    });
  });
});

describe('prior_notice_elapsed', () => {
  const judged = (facts: CaseFacts, change: Partial<GateInput>) =>
    resultOf('prior_notice_elapsed', buildInput(facts, change));

  it('waits for the day after the last one, counted by the rules of the sandbox', () => {
    const facts = served('nonpayment', { servedDate: today, periodDays: 5 });
    expect(judged(facts, on('2026-07-10'))).toEqual({
      status: 'fail',
      reason: 'Runs through 2026-07-10; file from 2026-07-11.',
    });
    expect(judged(facts, on('2026-07-11'))).toEqual({ status: 'pass' });
  });

  it('counts days in the mail, days the notice gave beyond the minimum, and the covered thirty', () => {
    const mailed = served('lease_violation', { servedDate: '2026-08-28', method: 'certified_mail', periodDays: 10 });
    expect(judged(mailed, on('2026-09-10'))?.reason).toContain('2026-09-10');
    const generous = served('nonpayment', { servedDate: today, periodDays: 14 });
    expect(judged(generous, on('2026-07-16'))?.reason).toContain('2026-07-16');
    const covered = served('nonpayment', { servedDate: today, periodDays: 5 });
    const attestations = { ...covered.attestations, caresCovered: true };
    expect(judged({ ...covered, attestations }, on('2026-08-03'))?.reason).toContain('2026-08-03');
  });

  it('does not make thirty days of a covered notice on another ground, which is warned of elsewhere', () => {
    const facts = served('lease_violation', { servedDate: today, periodDays: 10 });
    const attestations = { ...facts.attestations, caresCovered: true };
    expect(judged({ ...facts, attestations }, on('2026-07-14'))).toEqual({ status: 'pass' });
  });

  it('counts by the days given alone where an attorney decides', () => {
    const facts = served('nonpayment', { servedDate: today, periodDays: 5 });
    const reason = 'By the days you gave it runs through 2026-07-07; the attorney decides.';
    const inMaryland = { ...facts, property: { ...facts.property, state: 'MD' } };
    for (const build of [buildInput, liveInput]) {
      expect(resultOf('prior_notice_elapsed', build(inMaryland, on('2026-07-07')))).toEqual({ status: 'fail', reason });
      expect(resultOf('prior_notice_elapsed', build(inMaryland, on('2026-07-08')))).toEqual({ status: 'pass' });
    }
  });
});

describe('prior_notice_period', () => {
  it.each([
    ['nonpayment', 5, 'The notice gave 4 days, fewer than 5 business days (ZZ Stat. § 12-201).'],
    ['lease_violation', 10, 'The notice gave 9 days, fewer than 10 calendar days (ZZ Stat. § 12-202).'],
    ['holdover', 30, 'The notice gave 29 days, fewer than 30 calendar days (ZZ Stat. § 12-203).'],
  ] as const)('of a %s needs %i days in the sandbox', (ground, least, reason) => {
    const judged = (periodDays: number) => resultOf('prior_notice_period', buildInput(served(ground, { periodDays })));
    expect(judged(least)).toEqual({ status: 'pass' });
    expect(judged(least - 1)).toEqual({ status: 'fail', reason });
  });

  it('is for the attorney to judge in live, and for nobody in test mode elsewhere', () => {
    const facts = served('holdover', { periodDays: 1, method: 'first_class_mail' });
    const elsewhere = { ...facts, property: { ...facts.property, state: 'MD' } };
    for (const input of [liveInput(facts), buildInput(elsewhere)]) {
      expect(resultOf('prior_notice_period', input)).toEqual({ status: 'not_applicable' });
      expect(resultOf('prior_notice_method', input)).toEqual({ status: 'not_applicable' });
    }
  });
});

describe('prior_notice_method', () => {
  it.each([
    ['nonpayment', ['personal', 'substitute', 'posting', 'certified_mail'], ['first_class_mail']],
    ['lease_violation', ['personal', 'substitute', 'posting', 'certified_mail'], ['first_class_mail']],
    ['holdover', ['personal', 'substitute', 'certified_mail'], ['posting', 'first_class_mail']],
  ] as const)('of a %s takes %j and refuses %j', (ground, taken, refused) => {
    for (const method of taken) {
      expect(resultOf('prior_notice_method', buildInput(served(ground, { method })))).toEqual({ status: 'pass' });
    }
    for (const method of refused) {
      expect(resultOf('prior_notice_method', buildInput(served(ground, { method })))).toMatchObject({
        status: 'fail',
        reason: expect.stringContaining(`Service by ${method} is not enough`),
      });
    }
  });
});

describe('payment_after_notice', () => {
  const judged = (ledger: CaseFacts['ledger'], ground: Ground = 'nonpayment') =>
    resultOf('payment_after_notice', buildInput(served(ground, {}, { ledger })));

  it('warns of a payment on the day of service or later', () => {
    const reason =
      'Accepting rent may waive the notice, and the ledger has a payment on 2026-05-01. The attorney decides.';
    expect(judged([payment('2026-05-01', 100)])).toEqual({ status: 'warn', reason });
    expect(judged([payment('2026-04-30', 100), payment('2026-06-01', 100)])?.status).toBe('warn');
  });

  it('passes earlier payments, later charges and no ledger', () => {
    expect(judged([payment('2026-04-30', 100), charge('2026-06-01', 100)])).toEqual({ status: 'pass' });
    expect(judged(undefined)).toEqual({ status: 'pass' });
  });

  it('is about nonpayment alone', () => {
    expect(judged([payment('2026-06-01', 100)], 'holdover')).toEqual({ status: 'not_applicable' });
  });
});
