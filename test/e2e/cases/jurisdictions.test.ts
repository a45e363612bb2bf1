import type { CaseFacts } from '@evict/case-model';
import type { JurisdictionResponse } from '@evict/contract';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { expectIssues } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const { signUp, actingAs } = await sharedService();
const customer = await signUp();
const live = actingAs(customer.session.credential, { 'x-service-mode': 'live' });

async function resolve(by: Customer, query: Record<string, string>): Promise<JurisdictionResponse> {
  const { status, body } = await by.send('GET', `/v1/jurisdictions/resolve?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
}

test('the sandbox state is served only in test mode, where cases are handled automatically, and a US state only in live mode, where attorneys handle them', async () => {
  expect(await resolve(customer, { state: 'zz', county: 'Saint Example’s', city: 'Test Ville' })).toMatchObject({
    mode: 'test',
    state: 'ZZ',
    county: 'Saint Example’s',
    city: 'Test Ville',
    served: true,
    handling: 'automated',
    action: 'Summary Possession (ZZ Stat. § 12-301)',
    jurisdictionIds: ['zz', 'zz/county/saint-example-s', 'zz/city/test-ville'],
    grounds: [
      { ground: 'nonpayment', notice: { periodDays: 5, dayKind: 'business', citation: 'ZZ Stat. § 12-201' } },
      { ground: 'lease_violation', notice: { periodDays: 10, dayKind: 'calendar', citation: 'ZZ Stat. § 12-202' } },
      { ground: 'holdover', notice: { periodDays: 30, dayKind: 'calendar', citation: 'ZZ Stat. § 12-203' } },
    ],
  });
  expect(await resolve(live, { state: 'md', county: 'Montgomery' })).toMatchObject({
    mode: 'live',
    state: 'MD',
    served: true,
    handling: 'attorney_direct',
    action: null,
    jurisdictionIds: ['us-md', 'us-md/county/montgomery'],
    grounds: [{ notice: null }, { notice: null }, { notice: null }],
  });
  const nothing = { served: false, handling: null, action: null, jurisdictionIds: [], grounds: [] };
  expect(await resolve(customer, { state: 'MD' })).toMatchObject({ mode: 'test', ...nothing });
  for (const state of ['ZZ', 'PR', 'XX']) expect(await resolve(live, { state })).toMatchObject(nothing);
});

test('every error in a jurisdiction query is reported', async () => {
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
  ['holdover', 'filing', holdoverFiling()],
] as const)(
  'a %s case that begins with a %s is refused or fails its gates if any fact listed as required is missing',
  async (ground, entryPoint, facts) => {
    const { grounds } = await resolve(customer, { state: 'ZZ' });
    const needed = grounds.find((rules) => rules.ground === ground)?.requiredFactsByEntryPoint[entryPoint] ?? [];
    const files = entryPoint === 'filing' ? filingEvidence : [];
    expect((await customer.submitted(facts, files)).state).toBe(`${entryPoint}_review`);
    // A month-to-month tenancy has no end date.
    for (const path of needed.filter((one) => one !== 'lease.endDate')) {
      const purpose = /^documents\[(\w+)\]$/u.exec(path)?.[1];
      const { status, body } = await customer.send('POST', '/v1/cases', {
        body: purpose ? facts : without(facts, path),
      });
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
  },
);

/** Returns the facts without the part at a path from `requiredFactsByEntryPoint`. */
function without(facts: CaseFacts, path: string): object {
  const copy = structuredClone(facts) as unknown as Record<string, Record<string, unknown>>;
  const role = /^parties\[(\w+)\]$/u.exec(path)?.[1];
  if (role) return { ...copy, parties: facts.parties.filter((party) => party.role !== role) };
  const [field = '', name] = path.split('.');
  if (name === undefined) delete copy[field];
  else delete copy[field]?.[name];
  return copy;
}
