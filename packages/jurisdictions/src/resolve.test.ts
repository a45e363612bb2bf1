import { describe, expect, it } from 'vitest';
import { resolveJurisdiction } from './resolve.ts';
import { usPack } from './packs/index.ts';

const notServed = { served: false, handling: null, action: null, jurisdictionIds: [], grounds: [] };

describe('resolveJurisdiction', () => {
  it('serves ZZ in test mode with the notice rules of each ground', () => {
    const answer = resolveJurisdiction({ mode: 'test', state: 'zz' });
    expect(answer).toMatchObject({
      mode: 'test',
      state: 'ZZ',
      county: null,
      city: null,
      served: true,
      handling: 'automated',
      action: 'Summary Possession (ZZ Stat. § 12-301)',
      jurisdictionIds: ['zz'],
    });
    const caresMinimum = { periodDays: 30, dayKind: 'calendar', citation: '15 U.S.C. § 9058(c)' };
    const methods = ['personal', 'substitute', 'posting', 'certified_mail'];
    const terms = (title: string, periodDays: number, dayKind: string, cure: string, section: string) => ({
      title,
      periodDays,
      dayKind,
      cure,
      notBeforeLeaseEnd: false,
      methods,
      citation: `ZZ Stat. ${section}`,
      caresMinimum,
    });
    const holdover = terms('Notice to Quit', 30, 'calendar', 'none', '§ 12-203');
    expect(answer.grounds.map(({ ground, entryPoints, notice }) => ({ ground, entryPoints, notice }))).toEqual(
      [
        { ground: 'nonpayment', notice: terms('Notice to Pay Rent or Quit', 5, 'business', 'full_amount', '§ 12-201') },
        {
          ground: 'lease_violation',
          notice: terms('Notice to Cure or Quit', 10, 'calendar', 'violation_cured', '§ 12-202'),
        },
        {
          ground: 'holdover',
          notice: { ...holdover, notBeforeLeaseEnd: true, methods: ['personal', 'substitute', 'certified_mail'] },
        },
      ].map((one) => ({ ...one, entryPoints: ['notice', 'filing'] })),
    );
  });

  it('serves every state and DC in live mode through an attorney, without notice rules', () => {
    for (const { code, id } of usPack.states) {
      const answer = resolveJurisdiction({ mode: 'live', state: code.toLowerCase() });
      expect(answer).toMatchObject({ state: code, served: true, handling: 'attorney_direct', action: null });
      expect(answer.jurisdictionIds).toEqual([id]);
      expect(answer.grounds.map(({ ground, notice }) => [ground, notice])).toEqual([
        ['nonpayment', null],
        ['lease_violation', null],
        ['holdover', null],
      ]);
    }
  });

  it.each([
    { mode: 'live', state: 'ZZ' },
    { mode: 'live', state: 'PR' },
    { mode: 'test', state: 'MD' },
    { mode: 'test', state: 'XX' },
  ] as const)("doesn't serve $state in $mode mode", (query) => {
    const place = { ...query, county: 'Montgomery', city: null };
    expect(resolveJurisdiction({ ...query, county: 'Montgomery' })).toEqual({ ...place, ...notServed });
  });

  it("returns the county and city unchanged; they add ids but don't change the grounds", () => {
    const answer = resolveJurisdiction({ mode: 'live', state: 'MD', county: 'Montgomery', city: 'Rockville' });
    expect(answer).toMatchObject({ county: 'Montgomery', city: 'Rockville' });
    expect(answer.jurisdictionIds).toEqual(['us-md', 'us-md/county/montgomery', 'us-md/city/rockville']);
    const plain = resolveJurisdiction({ mode: 'live', state: 'MD' });
    expect(answer.grounds).toEqual(plain.grounds);
  });

  it.each([
    ["Prince George's", 'us-md/city/prince-george-s'],
    ["St. Mary's.", 'us-md/city/st-mary-s'],
    ['  Ocean   City ', 'us-md/city/ocean-city'],
    ['Cañon City', 'us-md/city/cañon-city'],
  ])('writes %j in ids with lowercase letters, digits and hyphens', (city, id) => {
    expect(resolveJurisdiction({ mode: 'live', state: 'MD', city }).jurisdictionIds).toEqual(['us-md', id]);
  });

  it('adds no id for a name without letters or digits', () => {
    expect(resolveJurisdiction({ mode: 'test', state: 'ZZ', county: '--' }).jurisdictionIds).toEqual(['zz']);
  });

  it('lists the facts that each ground and entry point requires, and they are the same in ZZ and in live mode', () => {
    const sandbox = resolveJurisdiction({ mode: 'test', state: 'ZZ' });
    const live = resolveJurisdiction({ mode: 'live', state: 'DC' });
    const facts = sandbox.grounds.map(({ requiredFacts }) => requiredFacts);
    expect(live.grounds.map(({ requiredFacts }) => requiredFacts)).toEqual(facts);

    const common = [
      ...['line1', 'city', 'state', 'zip', 'ownerOfRecord'].map((field) => `property.${field}`),
      'parties[plaintiff]',
      'parties[defendant]',
      'lease.startDate',
      ...['authority', 'notRetaliatory', 'notDiscriminatory', 'servicemember', 'subsidized'].map(
        (field) => `attestations.${field}`,
      ),
    ];
    expect(facts).toEqual([
      [...common, 'lease.monthlyRentCents', 'ledger', 'amountOwedCents', 'attestations.caresCovered'],
      [...common, 'violation.description', 'violation.date'],
      [...common, 'lease.endDate'],
    ]);
    const prior = [
      'priorNotice.servedDate',
      'priorNotice.method',
      'priorNotice.periodDays',
      'documents[prior_notice]',
      'documents[prior_notice_proof]',
    ];
    for (const { requiredFacts, requiredFactsByEntryPoint } of sandbox.grounds) {
      expect(requiredFactsByEntryPoint).toEqual({ notice: requiredFacts, filing: [...requiredFacts, ...prior] });
    }
  });
});
