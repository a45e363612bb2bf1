import { describe, expect, it } from 'vitest';
import { type CaseFacts, grounds, servicememberAnswers } from '../facts.ts';
import { buildFacts, buildFilingFacts, buildInput, liveInput, resultOf } from '../../test/drafts.ts';

const attesting = (facts: CaseFacts, change: CaseFacts['attestations']): CaseFacts => ({
  ...facts,
  attestations: { ...facts.attestations, ...change },
});
const holdover = buildFacts('holdover');
const affidavit = (end: string) =>
  `Before any default the attorney files an affidavit of military status (50 U.S.C. § 3931)${end}`;

describe.each([
  ['attestation_authority', 'authority'],
  ['attestation_not_retaliatory', 'notRetaliatory'],
  ['attestation_not_discriminatory', 'notDiscriminatory'],
])('%s', (gate, field) => {
  it('passes when it is confirmed and fails when it is denied or missing', () => {
    const verdict = (answer: boolean | undefined) =>
      resultOf(gate, buildInput(attesting(holdover, { [field]: answer })));
    const refused = { status: 'fail', reason: expect.stringMatching(/^Confirm that /) };
    expect(verdict(true)).toEqual({ status: 'pass' });
    expect(verdict(false)).toEqual(refused);
    expect(verdict(undefined)).toEqual(refused);
  });
});

describe('servicemember', () => {
  it.each([
    ['no', { status: 'pass', reason: affidavit('.') }],
    [
      'yes',
      {
        status: 'warn',
        reason: expect.stringMatching(/^Court order and counsel protections apply .* the court appoints counsel\.$/),
      },
    ],
    [
      'unknown',
      {
        status: 'warn',
        reason: expect.stringContaining('The attorney checks the military database (DMDC) before any default.'),
      },
    ],
    [undefined, { status: 'fail', reason: expect.stringContaining('military service') }],
  ] as const)('judges the answer %s', (answer, verdict) => {
    for (const build of [buildInput, liveInput]) {
      expect(resultOf('servicemember', build(attesting(holdover, { servicemember: answer })))).toEqual(verdict);
    }
  });

  it.each(servicememberAnswers)('names the affidavit before any default for %s', (answer) => {
    const result = resultOf('servicemember', buildInput(attesting(holdover, { servicemember: answer })));
    expect(result?.reason).toContain(affidavit(answer === 'yes' ? ', and the court appoints counsel.' : '.'));
  });
});

describe('subsidized_tenancy', () => {
  it.each([
    [false, { status: 'pass' }],
    [true, { status: 'warn', reason: expect.stringContaining('HUD-5380/5382') }],
    [undefined, { status: 'fail', reason: 'Say whether the tenancy is subsidized.' }],
  ] as const)('judges the answer %s', (answer, verdict) => {
    expect(resultOf('subsidized_tenancy', buildInput(attesting(holdover, { subsidized: answer })))).toEqual(verdict);
  });

  it('warns of good cause at the end of a term, for holdover alone', () => {
    const reasonFor = (ground: 'holdover' | 'nonpayment' | 'lease_violation') =>
      resultOf('subsidized_tenancy', liveInput(attesting(buildFacts(ground), { subsidized: true })))?.reason;
    expect(reasonFor('holdover')).toContain('good cause even at the end of the term');
    expect(reasonFor('nonpayment')).not.toContain('good cause');
    expect(reasonFor('lease_violation')).not.toContain('good cause');
  });
});

describe('cares_act', () => {
  const covered = (facts: CaseFacts, periodDays?: number): CaseFacts =>
    attesting(
      periodDays === undefined
        ? facts
        : { ...facts, priorNotice: { servedDate: '2026-05-01', method: 'personal', periodDays } },
      { caresCovered: true },
    );

  it('asks for an answer for nonpayment alone', () => {
    const unanswered = (ground: 'nonpayment' | 'holdover' | 'lease_violation') =>
      resultOf('cares_act', buildInput(attesting(buildFacts(ground), { caresCovered: undefined })));
    expect(unanswered('nonpayment')).toEqual({
      status: 'fail',
      reason: 'Say whether the CARES Act covers the property.',
    });
    expect(unanswered('holdover')).toEqual({ status: 'pass' });
    expect(unanswered('lease_violation')).toEqual({ status: 'pass' });
  });

  it('passes a property that is not covered, and a notice that is still to be made', () => {
    expect(resultOf('cares_act', buildInput(buildFilingFacts('nonpayment')))).toEqual({ status: 'pass' });
    expect(resultOf('cares_act', buildInput(covered(buildFacts('nonpayment'))))).toEqual({ status: 'pass' });
    expect(resultOf('cares_act', buildInput(covered(buildFacts('lease_violation'))))).toEqual({ status: 'pass' });
  });

  it('passes 30 days of notice before a filing and refuses 29 in the sandbox', () => {
    const filing = buildFilingFacts('nonpayment');
    expect(resultOf('cares_act', buildInput(covered(filing, 30)))).toEqual({ status: 'pass' });
    expect(resultOf('cares_act', buildInput(covered(filing, 29)))).toEqual({
      status: 'fail',
      reason: 'The property is covered, but the prior notice gave 29 days, fewer than 30 days (15 U.S.C. § 9058(c)).',
    });
  });

  it('warns where courts differ: live, and in test mode outside the sandbox jurisdiction', () => {
    const filing = covered(buildFilingFacts('nonpayment'), 29);
    const outside = { ...filing, property: { ...filing.property, state: 'MD' } };
    const reason =
      'The property is covered, but the prior notice gave 29 days, fewer than 30 days (15 U.S.C. § 9058(c)). Courts differ on this, and the attorney decides.';
    expect(resultOf('cares_act', liveInput(filing))).toEqual({ status: 'warn', reason });
    expect(resultOf('cares_act', buildInput(outside))).toEqual({ status: 'warn', reason });
  });

  it('warns of a shorter notice on the other grounds', () => {
    const short = { status: 'warn', reason: expect.stringContaining('does not name nonpayment alone') };
    expect(resultOf('cares_act', buildInput(covered(buildFilingFacts('lease_violation'), 10)))).toEqual(short);
    expect(resultOf('cares_act', liveInput(covered(buildFilingFacts('holdover'), 1)))).toEqual(short);
    expect(resultOf('cares_act', buildInput(covered(buildFilingFacts('holdover'), 30)))).toEqual({ status: 'pass' });
  });

  it.each(grounds)('warns of a subsidized tenancy that is said not to be covered: %s', (ground) => {
    const judged = (answers: CaseFacts['attestations']) =>
      resultOf('cares_act', liveInput(attesting(buildFacts(ground), answers)));
    const reason = expect.stringContaining('The tenancy is subsidized, but caresCovered is false');
    expect(judged({ subsidized: true, caresCovered: false })).toEqual({ status: 'warn', reason });
    expect(judged({ subsidized: true, caresCovered: true })).toEqual({ status: 'pass' });
    expect(judged({ subsidized: false, caresCovered: false })).toEqual({ status: 'pass' });
  });

  it('leaves a missing notice to its own gate', () => {
    const facts = covered(buildFilingFacts('nonpayment', { priorNotice: undefined }));
    expect(resultOf('cares_act', buildInput(facts))).toEqual({ status: 'pass' });
    expect(resultOf('prior_notice_recorded', buildInput(facts))?.status).toBe('fail');
  });

  it('does not ask a notice from before the act for its days', () => {
    const priorNotice = { servedDate: '2020-03-26', method: 'personal', periodDays: 5 } as const;
    expect(resultOf('cares_act', buildInput({ ...covered(buildFilingFacts('nonpayment')), priorNotice }))).toEqual({
      status: 'pass',
    });
  });
});
