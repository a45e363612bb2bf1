import { describe, expect, it } from 'vitest';
import { resolveJurisdiction } from './resolve.ts';
import { usPack } from './packs/index.ts';

const notServed = { served: false, handling: null, action: null, jurisdictionIds: [], grounds: [] };

describe('resolveJurisdiction', () => {
  it('returns its fields in the documented order', () => {
    const answer = resolveJurisdiction({ mode: 'test', state: 'ZZ' });
    expect(Object.keys(answer)).toEqual([
      'mode',
      'state',
      'county',
      'city',
      'served',
      'handling',
      'action',
      'jurisdictionIds',
      'grounds',
    ]);
    for (const ground of answer.grounds) {
      expect(Object.keys(ground)).toEqual([
        'ground',
        'entryPoints',
        'notice',
        'requiredFacts',
        'requiredFactsByEntryPoint',
      ]);
      expect(ground.entryPoints).toEqual(['notice', 'filing']);
    }
  });

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
    expect(answer.grounds.map(({ ground, notice }) => ({ ground, notice }))).toEqual([
      {
        ground: 'nonpayment',
        notice: {
          title: 'Notice to Pay Rent or Quit',
          periodDays: 5,
          dayKind: 'business',
          cure: 'full_amount',
          notBeforeLeaseEnd: false,
          methods,
          citation: 'ZZ Stat. § 12-201',
          caresMinimum,
        },
      },
      {
        ground: 'lease_violation',
        notice: {
          title: 'Notice to Cure or Quit',
          periodDays: 10,
          dayKind: 'calendar',
          cure: 'violation_cured',
          notBeforeLeaseEnd: false,
          methods,
          citation: 'ZZ Stat. § 12-202',
          caresMinimum,
        },
      },
      {
        ground: 'holdover',
        notice: {
          title: 'Notice to Quit',
          periodDays: 30,
          dayKind: 'calendar',
          cure: 'none',
          notBeforeLeaseEnd: true,
          methods: ['personal', 'substitute', 'certified_mail'],
          citation: 'ZZ Stat. § 12-203',
          caresMinimum,
        },
      },
    ]);
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
  ] as const)('serves no $state in $mode mode', (query) => {
    const place = { ...query, county: 'Montgomery', city: null };
    expect(resolveJurisdiction({ ...query, county: 'Montgomery' })).toEqual({ ...place, ...notServed });
  });

  it('echoes county and city, which add ids and nothing else', () => {
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
  ])('writes %j in ids with small letters, digits and hyphens', (city, id) => {
    expect(resolveJurisdiction({ mode: 'live', state: 'MD', city }).jurisdictionIds).toEqual(['us-md', id]);
  });

  it('adds no id for a name without letters or digits', () => {
    expect(resolveJurisdiction({ mode: 'test', state: 'ZZ', county: '--' }).jurisdictionIds).toEqual(['zz']);
  });

  it('lists the facts that each ground and entry point need, the same in every state', () => {
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
