import { expect, test } from 'vitest';
import { buildFacts } from '../test/build-request.ts';
import { addressLines, list, longDate } from './wording.ts';

test('a date is written in words with its day of the week', () => {
  expect(longDate('2026-07-10').replaceAll('\u00a0', ' ')).toBe('Friday, July 10, 2026');
});

test.each([
  [[], ''],
  [['Ann'], 'Ann'],
  [['Ann', 'Bob'], 'Ann and Bob'],
  [['Ann', 'Bob', 'Carl'], 'Ann, Bob and Carl'],
])('the names %j are listed as "%s"', (names, text) => {
  expect(list(names)).toBe(text);
});

test.each([
  ['4B', '12 Example Street, Unit 4B'],
  ['12', '12 Example Street, Unit 12'],
  ['Apt 4B', '12 Example Street, Apt 4B'],
  ['Rear house', '12 Example Street, Rear house'],
])('the unit %s is preceded by "Unit" in the address only if necessary', (unit, street) => {
  const { property } = buildFacts();
  expect(addressLines({ ...property, unit })[0]).toBe(street);
});
