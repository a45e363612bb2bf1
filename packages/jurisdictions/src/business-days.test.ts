import { describe, expect, it } from 'vitest';
import { isBusinessDay } from './business-days.ts';
import { addDays, weekday } from './calendar.ts';
import { zz20261 as zz } from './packs/zz/2026-1.ts';

/**
 * The federal holidays that the Office of Personnel Management publishes, in its order, on the days on which they are
 * observed.
 */
const published = {
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  // New Year's Day of 2028 is a Saturday.
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
};

describe('business days', () => {
  it.each(Object.entries(published))(
    'exclude the federal holidays published for %s, and no other weekday',
    (year, days) => {
      const closed: string[] = [];
      for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
        const isWeekend = weekday(date) === 0 || weekday(date) === 6;
        if (isWeekend) expect(isBusinessDay(zz, date)).toBe(false);
        else if (!isBusinessDay(zz, date)) closed.push(date.slice(5));
      }
      expect(closed.join(' ')).toBe(days);
    },
  );

  it('include Inauguration Day, which is a holiday only around the District of Columbia', () => {
    // 2025-01-20 is also the birthday of Martin Luther King, Jr.
    for (const date of ['2033-01-20', '2037-01-20', '2045-01-20']) expect(isBusinessDay(zz, date)).toBe(true);
  });
});
