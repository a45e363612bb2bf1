import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, isBusinessDay, nextBusinessDay, rollToBusinessDay } from './business-days.ts';
import { addDays, weekday } from './calendar.ts';
import { zz20261 as zz } from './packs/zz/2026-1.ts';

/** Every day off of a year, worked out another way than the code does: by listing them. */
function observedHolidays(year: number): Set<string> {
  const day = (month: number, date: number) => new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
  const weekdays = (month: number, wanted: number) =>
    Array.from({ length: 31 }, (_, index) => day(month, index + 1)).filter(
      (date) => Number(date.slice(5, 7)) === month && weekday(date) === wanted,
    );
  const fixed = [day(1, 1), day(6, 19), day(7, 4), day(11, 11), day(12, 25)].map((date) => {
    if (weekday(date) === 6) return addDays(date, -1);
    return weekday(date) === 0 ? addDays(date, 1) : date;
  });
  const floating = [
    weekdays(1, 1)[2],
    weekdays(2, 1)[2],
    weekdays(5, 1).at(-1),
    weekdays(9, 1)[0],
    weekdays(10, 1)[1],
    weekdays(11, 4)[3],
  ];
  return new Set([...fixed, ...floating.map(String)]);
}

const daysOff = new Set(Array.from({ length: 122 }, (_, index) => [...observedHolidays(1985 + index)]).flat());
const isOpen = (date: string) => weekday(date) !== 0 && weekday(date) !== 6 && !daysOff.has(date);

const anyDate = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

describe('business days', () => {
  it('leave out weekends and observed federal holidays on every day from 1990 to 2100', () => {
    const wrong: string[] = [];
    for (let date = '1990-01-01'; date <= '2100-12-31'; date = addDays(date, 1)) {
      if (isBusinessDay(zz, date) !== isOpen(date)) wrong.push(date);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['2026-01-01', "New Year's Day, a Thursday"],
    ['2026-01-19', 'Martin Luther King, third Monday'],
    ['2026-02-16', "Washington's Birthday, third Monday"],
    ['2026-05-25', 'Memorial Day, last Monday'],
    ['2026-06-19', 'Juneteenth, a Friday'],
    ['2026-07-03', 'Independence Day on a Saturday, observed the Friday before'],
    ['2026-09-07', 'Labor Day, first Monday'],
    ['2026-10-12', 'Columbus Day, second Monday'],
    ['2026-11-11', 'Veterans Day, a Wednesday'],
    ['2026-11-26', 'Thanksgiving, fourth Thursday'],
    ['2026-12-25', 'Christmas, a Friday'],
    ['2027-07-05', 'Independence Day on a Sunday, observed the Monday after'],
    ['2027-12-31', "New Year's Day 2028 on a Saturday, observed in the year before"],
  ])('leave out %s (%s)', (date) => {
    expect(isBusinessDay(zz, date)).toBe(false);
  });

  it.each(['2026-07-02', '2026-07-06', '2026-12-31', '2028-01-03', '2026-11-27'])('keep %s', (date) => {
    expect(isBusinessDay(zz, date)).toBe(true);
  });

  it('are counted as a walk from day to day counts them', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 60 }), (date, days) => {
        let walked = date;
        for (let left = days; left > 0;) {
          walked = addDays(walked, 1);
          if (isOpen(walked)) left -= 1;
        }
        expect(addBusinessDays(zz, date, days)).toBe(walked);
      }),
    );
  });

  it('are reached by rolling once: rolling again changes nothing', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const rolled = rollToBusinessDay(zz, date);
        expect(rolled >= date).toBe(true);
        expect(isBusinessDay(zz, rolled)).toBe(true);
        expect(rollToBusinessDay(zz, rolled)).toBe(rolled);
      }),
    );
  });

  it('come strictly after the day they are next to, with none between', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = nextBusinessDay(zz, date);
        expect(next > date).toBe(true);
        for (let between = addDays(date, 1); between < next; between = addDays(between, 1)) {
          expect(isOpen(between)).toBe(false);
        }
      }),
    );
  });
});
