import { describe, expect, test } from 'vitest';
import { dateOrderOf, readDate } from './dates.ts';

test.each([
  ['7/1/2026', '2026-07-01'],
  ['07-01-26', '2026-07-01'],
  ['7.1.2026', '2026-07-01'],
  ['7 / 1 / 2026', '2026-07-01'],
  ['2026-07-01', '2026-07-01'],
  ['2026/07/01', '2026-07-01'],
  ['20260701', '2026-07-01'],
  ['2026-07-01T00:00:00.000Z', '2026-07-01'],
  ['7/1/2026 12:00:00 AM', '2026-07-01'],
  ['7/5/2026 0:00', '2026-07-05'],
  ['7/1/2026, 3:05 p.m.', '2026-07-01'],
  ['Jul 1, 2026', '2026-07-01'],
  ['Jul. 1, 2026', '2026-07-01'],
  ['July 1 2026', '2026-07-01'],
  ['July 5th 2026', '2026-07-05'],
  ['Sept 1, 2026', '2026-09-01'],
  ['Wed, Jul 1, 2026', '2026-07-01'],
  ['Wednesday, July 1st, 2026', '2026-07-01'],
  ['Wed 7/1/2026', '2026-07-01'],
  ['1-Jul-26', '2026-07-01'],
  ['1 July 2026', '2026-07-01'],
  ['1st of July 2026', '2026-07-01'],
  ['31-Jun-26', null],
  ['2/30/2026', null],
  ['13/1/2026', null],
  ['7/1', null],
  ['Foo 1, 2026', null],
  ['Julxx 1, 2026', null],
  ['46204', null],
  ['', null],
])('“%s” is read as the date %s', (text, date) => {
  expect(readDate(text, 'month-first')).toBe(date);
});

test.each([
  ['7/1/46', '2046-07-01'],
  ['7/1/47', null],
  ['1-Jul-85', null],
  ['1-Jul-86', '1986-07-01'],
])('in 2026, %s is read as %s because of its two-digit year', (text, date) => {
  expect(readDate(text, 'month-first', new Date('2026-11-27T12:00:00Z'))).toBe(date);
});

describe('the day and month order of a column', () => {
  test.each([
    ['is month first, but ambiguous, if both orders fit every date', ['1/7/2026', '5/7/2026'], 'month-first', true],
    ['is the one that fits every date, if only one does', ['01/07/2026', '13/08/2026'], 'day-first', false],
    ['is certain if no date depends on it', ['2026-07-01', 'Jul 5, 2026', '7/7/2026'], 'month-first', false],
    ["isn't affected by cells that aren't dates", ['1/13/2026', 'Total', '2/30/2026', ''], 'month-first', false],
    ['is unknown if a two-digit year may come first', ['26/07/08', '26/07/15'], null, true],
    ['is unknown if neither order fits every date', ['13/08/2026', '08/13/2026', '01/07/2026'], null, true],
  ] as const)('%s', (_, cells, order, isAmbiguous) => {
    expect(dateOrderOf(cells)).toEqual({ order, isAmbiguous });
  });

  test('has to be known before a date is read, unless both orders give the same date', () => {
    expect(['7/7/2026', '7/8/2026', 'Jul 8, 2026'].map((text) => readDate(text, null))).toEqual([
      '2026-07-07',
      null,
      '2026-07-08',
    ]);
  });
});
