import { expect, test } from 'vitest';
import { factStatus, factWords } from './state-facts.ts';

test.each([
  ['the day of its check', '2026-11-26', 'checked'],
  ['the ninetieth day after its check', '2027-02-24', 'checked'],
  ['the ninety-first day after its check', '2027-02-25', 'as_of'],
  ['the day before its check, according to a slow clock', '2026-11-25', 'as_of'],
  ['the third anniversary of its as-of date', '2029-03-01', 'as_of'],
  ['the day after the third anniversary of its as-of date', '2029-03-02', 'older'],
] as const)('the status of a fact on %s (%s) is %s', (_, today, status) => {
  expect(factStatus({ asOf: '2026-03-01', checkedOn: '2026-11-26' }, today)).toBe(status);
});

test.each([
  ['2023-11-29', 'as_of'],
  ['2023-11-28', 'older'],
  ['2023-12', 'as_of'],
  ['2023-11', 'older'],
] as const)('on November 29, 2026, an unchecked fact with the as-of date %s has the status %s', (asOf, status) => {
  expect(factStatus({ asOf, checkedOn: null }, '2026-11-29')).toBe(status);
});

test('a fact that was checked today counts as checked, however old its text is', () => {
  expect(factStatus({ asOf: '2009-01', checkedOn: '2026-11-29' }, '2026-11-29')).toBe('checked');
});

test('on a leap day, March 1 three years ago is still within three years, and February 28 is not', () => {
  expect(factStatus({ asOf: '2025-02-28', checkedOn: null }, '2028-02-29')).toBe('older');
  expect(factStatus({ asOf: '2025-03-01', checkedOn: null }, '2028-02-29')).toBe('as_of');
});

test.each([
  [{ asOf: '2026-01', checkedOn: '2026-11-06', status: 'checked' }, 'Checked on Nov 6, 2026'],
  [
    { asOf: '2026-03-01', checkedOn: null, status: 'as_of' },
    'As of Mar 1, 2026. Check the source before you rely on it.',
  ],
  [
    { asOf: '2026-12', checkedOn: '2026-01-01', status: 'as_of' },
    'As of Dec 2026. Check the source before you rely on it.',
  ],
  [{ asOf: '2009-07', checkedOn: null, status: 'older' }, 'As of Jul 2009. Check the source before you rely on it.'],
] as const)('a fact with %j is labeled “%s”', (dated, words) => {
  expect(factWords(dated)).toBe(words);
});
