import { describe, expect, it } from 'vitest';
import { type CaseFacts, type Ground, grounds, type LedgerEntry } from '../facts.ts';
import {
  buildFacts,
  buildFilingFacts,
  buildInput,
  charge,
  fails,
  liveInput,
  passes,
  payment,
  resultOf,
  warns,
} from '../../test/drafts.ts';

const attesting = (facts: CaseFacts, change: CaseFacts['attestations']): CaseFacts => ({
  ...facts,
  attestations: { ...facts.attestations, ...change },
});
const holdover = buildFacts('holdover');

it.each([
  ['attestation_authority', 'authority'],
  ['attestation_not_retaliatory', 'notRetaliatory'],
  ['attestation_not_discriminatory', 'notDiscriminatory'],
])('%s passes if it is confirmed and fails if it is denied or missing', (gate, field) => {
  const verdicts = [true, false, undefined].map((answer) =>
    resultOf(gate, buildInput(attesting(holdover, { [field]: answer }))),
  );
  const refused = fails(/^Confirm that /);
  expect(verdicts).toEqual([passes, refused, refused]);
});

// Whatever the answer, the result names the affidavit that is due before any default.
it.each([
  [
    'no',
    {
      status: 'pass',
      reason: 'Before any default judgment, the attorney files an affidavit of military status (50 U.S.C. § 3931).',
    },
  ],
  [
    'yes',
    warns(
      /^Court order and counsel protections apply .* an affidavit of military status .*, and the court appoints counsel\.$/,
    ),
  ],
  [
    'unknown',
    warns(
      /^The attorney checks the military database \(DMDC\) before any default judgment\. .* an affidavit of military status /,
    ),
  ],
  [undefined, fails('Say whether a tenant is in military service: no, yes or unknown.')],
] as const)('servicemember has the right status and reason for the answer %s', (servicemember, verdict) => {
  for (const build of [buildInput, liveInput])
    expect(resultOf('servicemember', build(attesting(holdover, { servicemember })))).toEqual(verdict);
});

describe('subsidized_tenancy', () => {
  const judged = (ground: Ground, subsidized?: boolean) =>
    resultOf('subsidized_tenancy', liveInput(attesting(buildFacts(ground), { subsidized })));

  it('passes if the answer is no, warns if it is yes, and fails without an answer', () => {
    expect(judged('nonpayment', false)).toEqual(passes);
    expect(judged('nonpayment', true)).toEqual(warns(/HUD-5380\/5382/));
    expect(judged('nonpayment', undefined)).toEqual(fails('Say whether the tenancy is subsidized.'));
  });

  it.each(grounds)('mentions good cause if and only if the ground is holdover: %s', (ground) => {
    const saysSo = judged(ground, true)?.reason?.includes('good cause even at the end of the term');
    expect(saysSo).toBe(ground === 'holdover');
  });
});

describe('subsidized_tenancy compared with the ledger', () => {
  const paid = (ledger: LedgerEntry[], subsidized = false) => {
    const facts = buildFacts('nonpayment', { ledger: [charge('2026-06-01', 140_000, 'Rent'), ...ledger] });
    return resultOf('subsidized_tenancy', liveInput(attesting(facts, { subsidized })));
  };

  it.each([
    'HAP - Housing Authority',
    'HAP',
    'HAP payment June',
    'HAPPmt',
    'HAP2026',
    'H.A.P. June',
    'hap_june',
    'Housing Authority of Rockville',
    'HOUSING AUTH',
    'HousingAuthority ACH',
    'Hsg. Auth. check 12',
    'Housing Commission',
    'Housing Assistance Payment',
    'Housing Opportunities Commission',
    'Housing choice voucher',
    'HCV',
    'HCVP 06/2026',
    'Section 8',
    'Sec. 8 portion',
    'Sect 8',
    'SEC8',
    'S8 pmt',
    'Section Eight',
    '§ 8',
    'PHA check',
    'HUD',
    'HUD-VASH',
    'Dept. of Housing',
    'Tenant voucher',
    'Voucher - June',
    'Rent subsidy',
    'S-8',
    'H A P',
    'HA payment',
    'Public Housing',
    'Paid per Section 8',
    'Unit 4 HAP',
    'Check No. HAP-12',
    'HUD 1/2026',
    'subsidized portion',
  ])('warns if the memo of a payment is %j and the answer is no', (memo) => {
    expect(paid([payment('2026-06-02', 80_000, memo)])).toEqual(
      warns(
        'attestations.subsidized is false, but a housing authority or program seems to have paid: ledger[1]. The attorney decides which rules apply.',
      ),
    );
  });

  it.each([
    'Rent',
    'Happy rent day',
    'Hudson St 12',
    'Check 8',
    'Section 80',
    'Warehousing refund',
    'Payment voucher',
    'Voucher #12',
    'Phat rent',
    'unit S8',
    'Apt S8',
    'Apt. S-8',
    'per lease sec. 8',
    'lease, § 8',
    'Section 8 of the lease',
    'Section 8.2 late fee',
    'not subsidized',
    'non-subsidized',
    'no HAP',
    'HUD fee',
    'HUD-1',
    undefined,
  ])('passes if the memo of a payment is %j', (memo) => {
    expect(paid([payment('2026-06-02', 80_000, memo)])).toEqual(passes);
  });

  it('ignores the memos of charges, checks those of payments even in a holdover, and mentions no payment if the answer is yes', () => {
    expect(paid([charge('2026-06-02', 80_000, 'HAP')])).toEqual(passes);
    expect(paid([payment('2026-06-02', 80_000, 'HAP')], true)).toEqual(warns(/^VAWA forms/));
    const facts = buildFacts('holdover', { ledger: [payment('2026-06-02', 80_000, 'HAP')] });
    expect(resultOf('subsidized_tenancy', buildInput(facts))).toEqual(warns(/paid: ledger\[0\]\./));
  });
});

describe('cares_act', () => {
  const covered = (ground: Ground, periodDays: number | null, servedDate = '2026-05-01'): CaseFacts => {
    const priorNotice = { servedDate, method: 'personal', periodDays: periodDays ?? 0 } as const;
    const facts = periodDays === null ? buildFacts(ground) : buildFilingFacts(ground, { priorNotice });
    return attesting(facts, { caresCovered: true });
  };
  const short = 'The property is covered, but the prior notice gave 29 days, fewer than 30 days (15 U.S.C. § 9058(c)).';
  const unsettled = warns(`${short} Courts differ on this, and the attorney decides.`);
  const elsewhere = covered('nonpayment', 29);
  elsewhere.property = { ...elsewhere.property, state: 'MD' };
  const otherGround = warns(/does not name nonpayment alone/);

  it.each([
    ['passes after 30 days of notice', buildInput(covered('nonpayment', 30)), passes],
    ['fails after 29 days of notice in the sandbox', buildInput(covered('nonpayment', 29)), fails(short)],
    ['warns after 29 days in a live case, because courts differ', liveInput(covered('nonpayment', 29)), unsettled],
    ['warns after 29 days in test mode outside the sandbox', buildInput(elsewhere), unsettled],
    ['warns after 10 days for a lease violation', buildInput(covered('lease_violation', 10)), otherGround],
    ['warns after 1 day for a holdover', liveInput(covered('holdover', 1)), otherGround],
    ['passes after 30 days for a holdover', buildInput(covered('holdover', 30)), passes],
    ['passes a notice from before the act', buildInput(covered('nonpayment', 5, '2020-03-26')), passes],
    ['passes if the case starts with a notice', buildInput(covered('nonpayment', null)), passes],
    ["passes if the property isn't covered", buildInput(buildFilingFacts('nonpayment')), passes],
    // Another gate asks for the prior notice.
    ['passes without a prior notice', buildInput({ ...covered('nonpayment', 5), priorNotice: undefined }), passes],
  ])('%s', (_what, input, verdict) => {
    expect(resultOf('cares_act', input)).toEqual(verdict);
  });

  it.each(grounds)(
    'requires an answer only for nonpayment, and warns if the tenancy is subsidized but the answer is no: %s',
    (ground) => {
      const judged = (answers: CaseFacts['attestations']) =>
        resultOf('cares_act', liveInput(attesting(buildFacts(ground), answers)));
      const asked = fails('Say whether the CARES Act covers the property.');
      expect(judged({ caresCovered: undefined })).toEqual(ground === 'nonpayment' ? asked : passes);
      const contradicted = warns(/^The tenancy is subsidized, but caresCovered is false/);
      expect(judged({ subsidized: true, caresCovered: false })).toEqual(contradicted);
      expect(judged({ subsidized: true, caresCovered: true })).toEqual(passes);
      expect(judged({ subsidized: false, caresCovered: false })).toEqual(passes);
    },
  );
});
