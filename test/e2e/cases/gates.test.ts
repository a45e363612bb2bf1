import { beforeDefault, type CaseFacts, type Party, servicememberAnswers } from '@evict/case-model';
import { addDays } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation, pdf } from '../support/grounds.ts';
import { expectTrueHashes } from '../support/history.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const customer = await service.signUp();
const live = inLiveMode(service, await service.signUp());

const everyGate = [
  'parties_present',
  'plaintiff_authority',
  'entity_plaintiff',
  'attestation_authority',
  'attestation_not_retaliatory',
  'attestation_not_discriminatory',
  'cares_act',
  'servicemember',
  'subsidized_tenancy',
  'lease_terms',
  'ledger_balance',
  'ledger_rent_only',
  'violation_described',
  'holdover_term',
  'just_cause',
  'prior_notice_recorded',
  'prior_notice_document',
  'prior_notice_proof',
  'prior_notice_elapsed',
  'prior_notice_period',
  'prior_notice_method',
  'payment_after_notice',
];

async function statusesOf(id: string, status: string): Promise<string[]> {
  const { results } = await customer.validate(id);
  return results.filter((result) => result.status === status).map(({ gate }) => gate);
}

test.each([
  ['nonpayment', buildFacts(), []],
  ['lease_violation', leaseViolation(), []],
  ['holdover', holdoverFiling(), ['prior_notice_document', 'prior_notice_proof']],
])(
  'validate answers every gate for %s, those that do not apply included, and changes nothing',
  async (_, facts, fails) => {
    const { id } = await customer.create(facts);
    const before = await customer.read(id);
    const { passed, results } = await customer.validate(id);
    expect(results.map(({ gate }) => gate)).toEqual(everyGate);
    expect(results.filter(({ status }) => status === 'fail').map(({ gate }) => gate)).toEqual(fails);
    expect(passed).toBe(fails.length === 0);
    for (const { gate, status, reason } of results) {
      // What is awaited before a default is said to everybody.
      const isSaid = gate === 'servicemember' || status === 'fail' || status === 'warn';
      expect(reason !== undefined).toBe(isSaid);
    }
    expect(await customer.read(id)).toEqual(before);
    expect(await customer.events(id)).toEqual([]);
  },
);

test('a submit whose gates fail reports all of them with their reasons, and the case stays a draft', async () => {
  const { id } = await customer.create(
    buildFacts({ parties: [], attestations: {}, amountOwedCents: 100_001, lease: { startDate: day(5) } }),
  );
  const details = await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
  expect(details).toEqual(await customer.validate(id));
  expect(details.passed).toBe(false);
  expect(await statusesOf(id, 'fail')).toEqual([
    'parties_present',
    'attestation_authority',
    'attestation_not_retaliatory',
    'attestation_not_discriminatory',
    'cares_act',
    'servicemember',
    'subsidized_tenancy',
    'lease_terms',
    'ledger_balance',
  ]);
  const balance = details.results.find(({ gate }: { gate: string }) => gate === 'ledger_balance');
  expect(balance.reason).toBe('Ledger totals $1,000.00, amount owed says $1,000.01.');
  expect((await customer.read(id)).state).toBe('draft');
});

test('a plaintiff who is not the owner needs the authority, and the upload opens the gate', async () => {
  const parties = buildFacts().parties.with(0, { role: 'plaintiff', name: 'Manager Inc', isEntity: true });
  const { id } = await customer.create(buildFacts({ parties }));
  expect(await statusesOf(id, 'fail')).toEqual(['plaintiff_authority']);
  await customer.upload(id, { purpose: 'authority', bytes: pdf('Management agreement') });
  expect(await statusesOf(id, 'fail')).toEqual([]);
  expect((await customer.submit(id)).case.state).toBe('notice_review');
});

test('a filing opens when its notice, its proof and its days are there, and not a day before', async () => {
  const servedDate = day(-29);
  const { id } = await customer.create(
    holdoverFiling({ priorNotice: { servedDate, method: 'personal', periodDays: 30 } }),
  );
  for (const file of filingEvidence) await customer.upload(id, file);
  expect(await statusesOf(id, 'fail')).toEqual(['prior_notice_elapsed']);
  const [failed] = (await customer.validate(id)).results.filter(({ status }) => status === 'fail');
  const through = /^Runs through (\S+); file from (\S+)\.$/u.exec(failed?.reason ?? '');
  expect(through?.[1]).toSatisfy((date: string) => date >= addDays(servedDate, 30));
  expect(through?.[2]).toBe(addDays(through?.[1] ?? '', 1));
  await customer.edit(id, { priorNotice: { servedDate: day(-60), method: 'first_class_mail', periodDays: 29 } });
  expect(await statusesOf(id, 'fail')).toEqual(['prior_notice_period', 'prior_notice_method']);
  await customer.edit(id, { priorNotice: { servedDate: day(-60), method: 'certified_mail', periodDays: 30 } });
  expect((await customer.submit(id)).case.state).toBe('filing_review');
});

test('outside the sandbox a test case passes its gates, and there are no documents for it', async () => {
  const { id } = await customer.create(buildFacts({ property: { ...buildFacts().property, state: 'MD' } }));
  expect((await customer.validate(id)).passed).toBe(true);
  expect(await expectRefusal(customer.act(id, 'submit'), 422, 'documents_unavailable')).toBeNull();
  expect((await customer.read(id)).state).toBe('draft');
  await customer.edit(id, { amountOwedCents: 0 });
  await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
});

const { property, attestations } = marylandFacts();
const inVirginia = { property: { ...property, state: 'VA' } };
const [plaintiff, defendant] = marylandFacts().parties as [Party, Party];
const person: Party = { role: 'plaintiff', name: 'Robin Owner' };
const joined = { property: { ...inVirginia.property, ownerOfRecord: 'Robin Owner and Sam Owner' } };
const charge = (amountCents: number, memo: string) => ({ date: day(-60), type: 'charge', amountCents, memo }) as const;
const quiet = { ...inVirginia, freeText: 'Our counsel is Pat Lawyer.' };
const holdover = { ground: 'holdover', lease: { startDate: day(-500), endDate: day(-1) } } as const;
const prior = { servedDate: day(-29), method: 'personal', periodDays: 29 } as const;

describe('a live case', () => {
  test.each<[warning: string, facts: Partial<CaseFacts>, gate: string, reason: RegExp]>([
    ['a late charge', { ledger: [charge(100_000, 'Late charge')] }, 'ledger_rent_only', /ledger\[0\]/],
    ['NSF', { ledger: [charge(100_000, 'NSF')] }, 'ledger_rent_only', /ledger\[0\]/],
    ['court costs', { ledger: [charge(100_000, 'Court costs')] }, 'ledger_rent_only', /ledger\[0\]/],
    ['a charge above the rent', { ledger: [charge(120_001, 'Rent')] }, 'ledger_rent_only', /rent of \$1,200\.00/],
    [
      'a subsidy said not to be covered',
      { attestations: { ...attestations, subsidized: true } },
      'cares_act',
      /^The tenancy is subsidized, but caresCovered is false/,
    ],
    [
      'a subsidized holdover',
      { ...holdover, attestations: { ...attestations, subsidized: true } },
      'subsidized_tenancy',
      /good cause even at the end of the term/,
    ],
    [
      'a covered end under thirty days',
      { entryPoint: 'filing', priorNotice: prior, attestations: { ...attestations, caresCovered: true } },
      'cares_act',
      /gave 29 days, fewer than 30 days \(15 U\.S\.C\. § 9058\(c\)\). Courts differ on this/,
    ],
    ['a rental license that nobody named', { property }, 'rental_license', /^A rental license may be required/],
    [
      'an entity with no counsel named',
      { freeText: 'None.' },
      'entity_plaintiff',
      /^The plaintiff is an entity, and no counsel is named/,
    ],
  ])('is warned of %s, and may be submitted', async (_, facts, gate, reason) => {
    const { id } = await live.create(marylandFacts({ ...quiet, ...facts }));
    const { results } = await live.validate(id);
    expect(results.find((result) => result.gate === gate)).toEqual({
      gate,
      status: 'warn',
      reason: expect.stringMatching(reason),
    });
  });

  test('without any of these passes every gate without a warning', async () => {
    const { id } = await live.create(marylandFacts(quiet));
    const { passed, results } = await live.validate(id);
    expect(passed).toBe(true);
    expect(results.filter(({ status }) => status === 'warn')).toEqual([]);
  });

  test('of two co-owners passes whichever way their names are sent', async () => {
    const second: Party = { role: 'plaintiff', name: 'Sam Owner' };
    const both: Party = { role: 'plaintiff', name: 'Sam Owner & Robin Owner' };
    for (const parties of [
      [person, second, defendant],
      [both, defendant],
    ]) {
      const { id } = await live.create(marylandFacts({ ...joined, parties }));
      expect(await resultOf(live, id, 'plaintiff_authority')).toEqual({ gate: 'plaintiff_authority', status: 'pass' });
    }
    const { id } = await live.create(marylandFacts({ ...joined, parties: [person, plaintiff, defendant] }));
    expect((await resultOf(live, id, 'plaintiff_authority'))?.status).toBe('fail');
  });

  test('fails for its prior notice only while the days that the customer gave run, and is told whose count that is', async () => {
    const filing = (servedDate: string) =>
      live.create(
        marylandFacts({
          ...quiet,
          entryPoint: 'filing',
          priorNotice: { servedDate, method: 'posting', periodDays: 5 },
        }),
      );
    const running = await filing(day(-4));
    expect(await resultOf(live, running.id, 'prior_notice_elapsed')).toEqual({
      gate: 'prior_notice_elapsed',
      status: 'fail',
      reason: `By the days you gave it runs through ${addDays(day(-4), 5)}; the attorney decides.`,
    });
    const over = await filing(day(-8));
    expect(await resultOf(live, over.id, 'prior_notice_elapsed')).toEqual({
      gate: 'prior_notice_elapsed',
      status: 'pass',
    });
  });

  test.each(servicememberAnswers)('is told of the affidavit before any default where it answers %s', async (answer) => {
    const facts = marylandFacts({ attestations: { ...attestations, servicemember: answer } });
    const { id } = await live.create(facts);
    const result = await resultOf(live, id, 'servicemember');
    expect(result?.status).toBe(answer === 'no' ? 'pass' : 'warn');
    expect(result?.reason).toContain(beforeDefault(answer));
  });
});

async function resultOf(caller: Customer, id: string, gate: string) {
  const { results } = await caller.validate(id);
  return results.find((result) => result.gate === gate);
}

test('after submit validate returns what was frozen, however far the clock runs', async () => {
  const { id } = await customer.create(leaseViolation({ violation: { ...violation, date: day(-175) } }));
  const frozen = await customer.submit(id);
  expect(frozen.gates.find(({ gate }) => gate === 'violation_described')?.status).toBe('pass');
  // The clock passes the day on which the violation is too old to be passed without a warning.
  await customer.advanceBy(id, 3);
  expect(await customer.validate(id)).toEqual({ passed: true, results: frozen.gates });
  await customer.withdraw(id);
  expect(await customer.validate(id)).toEqual({ passed: true, results: frozen.gates });
});

const violation = { description: 'Keeps a horse in the kitchen.', date: day(-20) };

describe('names', () => {
  test.each([
    ['Greek', 'Ελευθέριος Βενιζέλος'],
    ['Greek with breathings', 'Ἀριστοτέλης ὁ Σταγειρίτης'],
    ['Cyrillic', 'Ёлкина Щукінська Їжакевич'],
    ['Vietnamese', 'Nguyễn Thị Phượng Đặng'],
    ['Vietnamese in pieces', 'Nguyễn Thị Phượng'.normalize('NFD')],
    ['Polish, Turkish, Icelandic', 'Łukasz Çağrı Þórðarson'],
    ['typographic signs', 'O’Brien–Smith & “Söhne”, № 5 €'],
  ])('in %s go through every document as they were sent', async (_, name) => {
    const facts = buildFacts({
      property: { ...buildFacts().property, line1: name, city: name, ownerOfRecord: name },
      parties: [
        { role: 'plaintiff', name },
        { role: 'defendant', name: `${name} II` },
      ],
    });
    const { id } = await customer.submitted(facts);
    const filed = await customer.advanceBy(id, 3);
    expect(filed.state).toBe('filing_review');
    expect(filed.data.parties).toEqual(facts.parties);
    expect(filed.documents.length).toBe(4);
    await expectTrueHashes(customer, filed);
  });

  test.each([
    ['Chinese', '王小明', '王 (U+738B)'],
    ['Arabic', 'محمد', 'م (U+0645)'],
    ['Hebrew', 'משה', 'מ (U+05DE)'],
    ['Devanagari', 'मोहन', 'म (U+092E)'],
    ['pictures', 'Terry 🙂', '🙂 (U+1F642)'],
    ['a turning mark', 'Terry\u202E', 'U+202E'],
  ])('in %s are refused before they are garbled, by place and character', async (_, name, shown) => {
    const parties = buildFacts().parties.with(1, { role: 'defendant', name });
    const { id } = await customer.create(buildFacts({ parties }));
    const details = await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
    const failed = details.results.filter(({ status }: { status: string }) => status === 'fail');
    expect(failed.map(({ gate }: { gate: string }) => gate)).toEqual(['printable_text']);
    expect(failed[0].reason).toContain(`parties[1].name: ${shown}`);
  });

  test('free text is not printed and may be of any script', async () => {
    const { id } = await customer.create(buildFacts({ freeText: '王小明 محمد 🙂' }));
    expect((await customer.submit(id)).case.data.freeText).toBe('王小明 محمد 🙂');
  });
});
