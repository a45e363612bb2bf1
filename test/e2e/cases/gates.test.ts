import { addDays } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation, pdf } from '../support/grounds.ts';
import { expectTrueHashes } from '../support/history.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();
const customer = await signUp();

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
    for (const { status, reason } of results) {
      expect(reason !== undefined).toBe(status === 'fail' || status === 'warn');
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
