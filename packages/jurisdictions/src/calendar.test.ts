import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateOf, isIsoDate, startOfDay } from './calendar.ts';

const anyDate = fc
  .integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

/** Generates a number up to `max` with `width` digits. */
const part = (max: number, width: number) =>
  fc.integer({ min: 0, max }).map((number) => String(number).padStart(width, '0'));

describe('isIsoDate', () => {
  it.each([
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    '2026-01-01\n',
    ' 2026-01-01',
    '２０２６-01-01',
    '',
  ])('refuses %j', (text) => {
    expect(isIsoDate(text)).toBe(false);
  });

  it('accepts exactly the dates that exist in the years 1900 to 2200', () => {
    fc.assert(
      fc.property(part(2300, 4), part(14, 2), part(33, 2), (year, month, day) => {
        const text = `${year}-${month}-${day}`;
        const parsed = new Date(`${text}T00:00:00Z`);
        const isReal = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
        expect(isIsoDate(text)).toBe(isReal && year >= '1900' && year <= '2200');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('days', () => {
  it('can be added to a date and subtracted again without changing it', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
  });

  it('begin at 00:00 UTC and last until the next day begins', () => {
    fc.assert(
      fc.property(
        anyDate,
        fc.integer({ min: 0, max: 86_399_999 }),
        (date, ms) => dateOf(startOfDay(date) + ms) === date,
      ),
    );
    expect(startOfDay('2026-07-02')).toBe(Date.UTC(2026, 6, 2));
  });
});
