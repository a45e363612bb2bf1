import type { CaseFacts } from '@evict/case-model';
import type { JurisdictionResponse } from '@evict/contract';
import { expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const { signUp, actingAs } = await startService({ liveMode: true });
const customer = await signUp();
const live = actingAs(customer.session.credential, { 'x-service-mode': 'live' });

async function resolve(by: Customer, query: Record<string, string>): Promise<JurisdictionResponse> {
  const { status, body } = await by.send('GET', `/v1/jurisdictions/resolve?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
}

test('the sandbox is served automatically, with its notice rules for every ground', async () => {
  const response = await resolve(customer, { state: 'zz', county: 'Saint Example’s', city: 'Test Ville' });
  expect(response).toMatchObject({
    mode: 'test',
    state: 'ZZ',
    county: 'Saint Example’s',
    city: 'Test Ville',
    served: true,
    handling: 'automated',
    action: 'Summary Possession (ZZ Stat. § 12-301)',
    jurisdictionIds: ['zz', 'zz/county/saint-example-s', 'zz/city/test-ville'],
  });
  expect(
    response.grounds.map(({ ground, notice }) => [ground, notice?.periodDays, notice?.dayKind, notice?.citation]),
  ).toEqual([
    ['nonpayment', 5, 'business', 'ZZ Stat. § 12-201'],
    ['lease_violation', 10, 'calendar', 'ZZ Stat. § 12-202'],
    ['holdover', 30, 'calendar', 'ZZ Stat. § 12-203'],
  ]);
});

test('live mode serves every state through its attorneys, and computes no law of theirs', async () => {
  const response = await resolve(live, { state: 'md', county: 'Montgomery' });
  expect(response).toMatchObject({
    mode: 'live',
    state: 'MD',
    served: true,
    handling: 'attorney_direct',
    action: null,
    jurisdictionIds: ['us-md', 'us-md/county/montgomery'],
  });
  expect(response.grounds.map(({ notice }) => notice)).toEqual([null, null, null]);
});

test('what a mode does not serve it says so, without ids and grounds', async () => {
  const nothing = { served: false, handling: null, action: null, jurisdictionIds: [], grounds: [] };
  expect(await resolve(customer, { state: 'MD' })).toMatchObject({ mode: 'test', ...nothing });
  for (const state of ['ZZ', 'PR', 'XX']) expect(await resolve(live, { state })).toMatchObject(nothing);
});

test('every fault of the query is named', async () => {
  const refused = (query: string) => expectIssues(customer.send('GET', `/v1/jurisdictions/resolve${query}`));
  expect(await refused('')).toEqual(['state required']);
  expect(await refused(`?state=Z&county=&city=${'x'.repeat(101)}&zip=1`)).toEqual([
    'city too_long',
    'county too_short',
    'state pattern',
  ]);
  expect(await refused('?state=ZZ&state=ZZ&county=%00')).toEqual(['county invalid_text', 'state type']);
});

test.each([
  ['nonpayment', 'notice', buildFacts()],
  ['lease_violation', 'notice', leaseViolation()],
  ['holdover', 'notice', buildFacts({ ground: 'holdover', lease: { startDate: day(-500), endDate: day(20) } })],
  ['nonpayment', 'filing', holdoverFiling({ ...paymentFacts(), ground: 'nonpayment' })],
  ['lease_violation', 'filing', holdoverFiling({ ground: 'lease_violation', violation: violationFacts() })],
  ['holdover', 'filing', holdoverFiling()],
] as const)('each fact that %s by %s is said to need is needed', async (ground, entryPoint, facts) => {
  const { grounds } = await resolve(customer, { state: 'ZZ' });
  const needed = grounds.find((rules) => rules.ground === ground)?.requiredFactsByEntryPoint[entryPoint] ?? [];
  const files = entryPoint === 'filing' ? filingEvidence : [];
  expect((await customer.submitted(facts, files)).state).toBe(`${entryPoint}_review`);
  // A month-to-month tenancy has none.
  for (const path of needed.filter((one) => one !== 'lease.endDate')) {
    const purpose = /^documents\[(\w+)\]$/u.exec(path)?.[1];
    const { status, body } = await customer.send('POST', '/v1/cases', { body: purpose ? facts : without(facts, path) });
    if (status === 400) {
      const paths = body.error.details.issues.map((issue: { path: string }) => issue.path);
      expect(paths).toEqual([path]);
      continue;
    }
    for (const file of files.filter((one) => one.purpose !== purpose && facts.priorNotice)) {
      await customer.upload(body.id, file);
    }
    expect((await customer.validate(body.id)).passed, `without ${path}`).toBe(false);
  }
});

function paymentFacts(): Pick<CaseFacts, 'lease' | 'ledger' | 'amountOwedCents'> {
  const { lease, ledger, amountOwedCents } = buildFacts();
  return { lease, ledger, amountOwedCents };
}

function violationFacts() {
  return { description: 'Keeps a horse in the kitchen.', date: day(-90) };
}

/** The facts without what a path of `requiredFacts` names. */
function without(facts: CaseFacts, path: string): object {
  const copy = structuredClone(facts) as unknown as Record<string, Record<string, unknown>>;
  const role = /^parties\[(\w+)\]$/u.exec(path)?.[1];
  if (role) return { ...copy, parties: facts.parties.filter((party) => party.role !== role) };
  const [field = '', name] = path.split('.');
  if (name === undefined) delete copy[field];
  else delete copy[field]?.[name];
  return copy;
}
