import { expect, test } from 'vitest';
import { amountOf, parseDay } from './cells.ts';

test.each([
  ['7/1/2026', '2026-07-01'],
  ['07-01-26', '2026-07-01'],
  ['Jul 1, 2026', '2026-07-01'],
  ['July 1 2026', '2026-07-01'],
  ['2026-07-01T00:00:00', '2026-07-01'],
  ['1-Jul-26', '2026-07-01'],
  ['1 July 2026', '2026-07-01'],
  ['31-Jun-26', null],
  ['2/30/2026', null],
  ['13/1/2026', null],
  ['Foo 1, 2026', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['7/1/46', '2046-07-01'],
  ['7/1/47', null],
  ['1-Jul-85', null],
  ['1-Jul-86', '1986-07-01'],
  ['7/1/98', '1998-07-01'],
])('in 2026 the two digits of %s are those of %s', (text, day) => {
  expect(parseDay(text, new Date('2026-11-27T12:00:00Z'))).toBe(day);
});

test.each([
  ['$1,234.56', 123_456],
  ['(12.00)', -1200],
  ['-12', -1200],
  ['-$12.5', -1250],
  ['1,450.00 CR', -145_000],
  ['1,450.00 DR', 145_000],
  ['12.00-', -1200],
  ['12.345', null],
  ['1,23', null],
  ['=1+1', null],
])('%s is %s cents', (text, cents) => {
  expect(amountOf(text)).toBe(cents);
});
