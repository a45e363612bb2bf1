import { expect, test } from 'vitest';
import { clockTime, daysBefore, firstOfMonth, withWeekday } from './dates.ts';

test.each([
  ['2026-11-21', 0, '2026-11-01'],
  ['2026-11-21', 10, '2026-01-01'],
  ['2026-11-21', 11, '2025-12-01'],
  ['2026-12-31', 13, '2025-11-01'],
  ['2027-01-01', 13, '2025-12-01'],
  ['2028-02-29', 12, '2027-02-01'],
])('the month of %s less %i months begins on %s', (date, monthsBefore, first) => {
  expect(firstOfMonth(date, monthsBefore)).toBe(first);
});

test('days before a date are counted over the ends of months and years', () => {
  expect(daysBefore('2027-01-15', 20)).toBe('2026-12-26');
  expect(daysBefore('2028-03-01', 1)).toBe('2028-02-29');
});

test('a date is shown with its day of the week, an instant to the minute', () => {
  expect(withWeekday('2026-08-03')).toBe('Mon 2026-08-03');
  expect(clockTime('2026-07-02T23:59:59.999Z')).toBe('Thu 2026-07-02 23:59');
});
