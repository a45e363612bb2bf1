import { encryptedPdf } from '@evict/papers/locked-pdf';
import { expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

// The gates' own tests cover what each of them requires. These tests show what validate and submit do with them.

const service = await sharedService();
const customer = await service.signUp();

async function statusesOf(id: string, status: string): Promise<string[]> {
  const { results } = await customer.validate(id);
  return results.filter((result) => result.status === status).map(({ gate }) => gate);
}

test("validate also returns gates that don't apply, and changes nothing", async () => {
  const { id } = await customer.create(holdoverFiling());
  const before = await customer.read(id);
  const { passed, results } = await customer.validate(id);
  expect([passed, results.length]).toEqual([false, 22]);
  expect(await statusesOf(id, 'fail')).toEqual(['prior_notice_document', 'prior_notice_proof']);
  expect(await statusesOf(id, 'not_applicable')).toContain('ledger_balance');
  for (const { gate, status, reason } of results) {
    // The servicemember gate always says what has to be shown before a default judgment.
    const isSaid = gate === 'servicemember' || status === 'fail' || status === 'warn';
    expect(reason !== undefined).toBe(isSaid);
  }
  expect(await customer.read(id)).toEqual(before);
  expect(await customer.events(id)).toEqual([]);
});

test('a submit with failing gates is refused with all of their reasons, and the case stays a draft', async () => {
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
  expect(balance.reason).toBe('The ledger totals $1,000.00, but the amount owed says $1,000.01.');
  expect((await customer.read(id)).state).toBe('draft');
});

test('after submit, validate returns the frozen results, however far the clock advances', async () => {
  const violation = { description: 'Keeps a horse in the kitchen.', date: day(-175) };
  const { id } = await customer.create(leaseViolation({ violation }));
  const frozen = await customer.submit(id);
  expect(frozen.gates.find(({ gate }) => gate === 'violation_described')?.status).toBe('pass');
  // The clock passes the day after which a violation this old would cause a warning.
  await customer.advanceBy(id, 3);
  expect(await customer.validate(id)).toEqual({ passed: true, results: frozen.gates });
  await customer.withdraw(id);
  expect(await customer.validate(id)).toEqual({ passed: true, results: frozen.gates });
});

test("a PDF that can't be opened without a password causes a warning, which is frozen at submit, but an encrypted PDF that opens without one doesn't", async () => {
  const { id } = await customer.create(buildFacts());
  await customer.upload(id, { bytes: await encryptedPdf() });
  expect((await customer.validate(id)).results.map(({ gate }) => gate)).not.toContain('readable_evidence');
  await customer.upload(id, { bytes: await encryptedPdf({ userPassword: 'secret' }) });
  const warning = { gate: 'readable_evidence', status: 'warn', reason: expect.stringContaining('documents[1]') };
  expect((await customer.validate(id)).results).toContainEqual(warning);
  const { gates } = await customer.submit(id);
  expect(gates).toContainEqual(warning);
});
