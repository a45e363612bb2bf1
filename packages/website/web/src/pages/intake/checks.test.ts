import { evaluateGates } from '@evict/case-model';
import { expect, test } from 'vitest';
import { pageData } from '../../../../src/page-data.ts';
import { leftIn, lineWarnings, type Results, withoutStale } from './checks.ts';
import { stepsFor, usualFacts } from './steps.ts';

/** Returns the service's results for the sample case with these changes. */
function resultsOf(changes: object): Results {
  const facts = { ...pageData.sampleCase, ...changes } as Parameters<typeof evaluateGates>[0]['facts'];
  const today = { utc: '2026-07-01', elapsed: '2026-07-01' };
  return evaluateGates({ mode: 'test', facts, documentPurposes: [], today }).results;
}

const line = (amountCents: number, memo: string, date = '2026-06-01') => ({
  date,
  type: 'charge' as const,
  amountCents,
  memo,
});

test("a warning about ledger lines is shown at each of those lines, without the lines' paths", () => {
  const ledger = [line(90_000, 'Rent'), line(7500, 'Late fee'), line(900_000, 'Rent'), line(5000, 'Late fee')];
  const warnings = lineWarnings(resultsOf({ ledger, amountOwedCents: 1_002_500 }));
  expect([...warnings.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(warnings.get(1)).toBe('Many states allow only rent in the demand; the attorney decides.');
  expect(warnings.get(3)).toBe(warnings.get(1));
  expect(warnings.get(2)).toMatch(/^Charges above the monthly rent of \$[\d,.]+\.$/);
});

test('a line dated in the future is marked with the text of the failing check', () => {
  const ledger = [line(90_000, 'Rent', '2027-01-01')];
  expect(lineWarnings(resultsOf({ ledger, amountOwedCents: 90_000 })).get(0)).toBe('Dates in the future.');
});

test('failing checks are counted by the step in which they are corrected', () => {
  expect([...leftIn(resultsOf({}))]).toEqual([]);
  const left = leftIn(resultsOf({ attestations: {}, lease: {} }));
  expect(left.get('attestations')).toBe(6);
  expect(left.get('lease')).toBe(1);
});

test("the failing checks of a step with unsaved changes aren't counted", () => {
  const results = resultsOf({ attestations: {}, lease: {} });
  expect([...leftIn(withoutStale(results, 'attestations'))]).toEqual([['lease', 1]]);
});

test('until the rules of a place are known, the steps are the usual ones for the ground', () => {
  expect(stepsFor(usualFacts('nonpayment', 'notice'))).toContain('ledger');
  expect(stepsFor(usualFacts('lease_violation', 'notice'))).toContain('violation');
  expect(stepsFor(usualFacts('holdover', 'filing'))).toContain('priorNotice');
  expect(stepsFor(usualFacts('holdover', 'notice'))).not.toContain('ledger');
});
