import { encryptedPdf } from '@evict/documents/locked-pdf';
import { addDays } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { expectTrueHashes } from '../support/history.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

// What each gate asks is tested with the gates: here is what validate and submit do with them.

const service = await startService({ liveMode: true });
const customer = await service.signUp();

async function statusesOf(id: string, status: string): Promise<string[]> {
  const { results } = await customer.validate(id);
  return results.filter((result) => result.status === status).map(({ gate }) => gate);
}

test('validate answers every gate, those that do not apply included, and changes nothing', async () => {
  const { id } = await customer.create(holdoverFiling());
  const before = await customer.read(id);
  const { passed, results } = await customer.validate(id);
  expect([passed, results.length]).toEqual([false, 22]);
  expect(await statusesOf(id, 'fail')).toEqual(['prior_notice_document', 'prior_notice_proof']);
  expect(await statusesOf(id, 'not_applicable')).toContain('ledger_balance');
  for (const { gate, status, reason } of results) {
    // What is awaited before a default is said to everybody.
    const isSaid = gate === 'servicemember' || status === 'fail' || status === 'warn';
    expect(reason !== undefined).toBe(isSaid);
  }
  expect(await customer.read(id)).toEqual(before);
  expect(await customer.events(id)).toEqual([]);
});

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
  await customer.edit(id, { priorNotice: { servedDate: day(-60), method: 'certified_mail', periodDays: 30 } });
  expect((await customer.submit(id)).case.state).toBe('filing_review');
});

test('a live case is warned where an attorney decides, and may be submitted', async () => {
  const live = inLiveMode(service, await service.signUp());
  const { id } = await live.create(
    marylandFacts({
      entryPoint: 'filing',
      ledger: [{ date: day(-60), type: 'charge', amountCents: 120_001, memo: 'Late charge' }],
      priorNotice: { servedDate: day(-4), method: 'posting', periodDays: 5 },
      attestations: { ...marylandFacts().attestations, caresCovered: true },
    }),
  );
  const { results } = await live.validate(id);
  expect(results.filter(({ status }) => status === 'warn').map(({ gate }) => gate)).toEqual(
    expect.arrayContaining(['cares_act', 'entity_plaintiff', 'ledger_rent_only', 'rental_license']),
  );
  expect(results.find(({ gate }) => gate === 'prior_notice_elapsed')).toEqual({
    gate: 'prior_notice_elapsed',
    status: 'fail',
    reason: `By the days you gave it runs through ${addDays(day(-4), 5)}; the attorney decides.`,
  });
  await live.edit(id, { priorNotice: { servedDate: day(-60), method: 'posting', periodDays: 5 } });
  for (const file of filingEvidence) await live.upload(id, file);
  expect((await live.submit(id)).case.state).toBe('submitted');
});

test('after submit validate returns what was frozen, however far the clock runs', async () => {
  const violation = { description: 'Keeps a horse in the kitchen.', date: day(-175) };
  const { id } = await customer.create(leaseViolation({ violation }));
  const frozen = await customer.submit(id);
  expect(frozen.gates.find(({ gate }) => gate === 'violation_described')?.status).toBe('pass');
  // The clock passes the day on which the violation is too old to be passed without a warning.
  await customer.advanceBy(id, 3);
  expect(await customer.validate(id)).toEqual({ passed: true, results: frozen.gates });
  await customer.withdraw(id);
  expect(await customer.validate(id)).toEqual({ passed: true, results: frozen.gates });
});

describe('names', () => {
  test('in every script that is printed go through every document as they were sent', async () => {
    const names = [
      'Ἀριστοτέλης ὁ Σταγειρίτης',
      'Ёлкина Щукінська Їжакевич',
      'Nguyễn Thị Phượng Đặng',
      'Nguyễn Thị Phượng'.normalize('NFD'),
      'Łukasz Çağrı Þórðarson',
      'O’Brien–Smith & “Söhne”, № 5 €',
    ];
    const [name = ''] = names;
    const facts = buildFacts({
      property: { ...buildFacts().property, line1: name, city: name, ownerOfRecord: name },
      parties: [
        { role: 'plaintiff', name },
        ...names.slice(1).map((other) => ({ role: 'defendant', name: other }) as const),
      ],
    });
    const { id } = await customer.submitted(facts);
    const filed = await customer.advanceBy(id, 3);
    expect(filed.state).toBe('filing_review');
    expect(filed.data.parties).toEqual(facts.parties);
    expect(filed.documents.length).toBe(4);
    await expectTrueHashes(customer, filed);
  });

  test('in another script are refused before they are garbled; free text is not printed and may be of any', async () => {
    const parties = buildFacts().parties.with(1, { role: 'defendant', name: '王小明' });
    const { id } = await customer.create(buildFacts({ parties, freeText: '王小明 محمد 🙂' }));
    const { results } = await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
    expect(results.at(-1)).toMatchObject({ gate: 'printable_text', status: 'fail' });
    expect(results.at(-1).reason).toContain('parties[1].name: 王 (U+738B)');
    await customer.edit(id, { parties: buildFacts().parties });
    expect((await customer.submit(id)).case.data.freeText).toBe('王小明 محمد 🙂');
  });
});

test('a PDF that needs a password is a warning, frozen with the submit; one that is merely encrypted is none', async () => {
  const { id } = await customer.create(buildFacts());
  await customer.upload(id, { bytes: await encryptedPdf() });
  expect((await customer.validate(id)).results.map(({ gate }) => gate)).not.toContain('readable_evidence');
  await customer.upload(id, { bytes: await encryptedPdf({ userPassword: 'secret' }) });
  const warning = { gate: 'readable_evidence', status: 'warn', reason: expect.stringContaining('documents[1]') };
  expect((await customer.validate(id)).results).toContainEqual(warning);
  const { gates } = await customer.submit(id);
  expect(gates).toContainEqual(warning);
});
