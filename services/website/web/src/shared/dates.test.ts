import { afterEach, expect, test, vi } from 'vitest';
import { dayOf, daysBetween, formatAgo, formatDay, formatDaysLeft, formatWait } from './dates.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])(
  'a day is the same day in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(formatDay('2026-07-10')).toBe('Jul 10, 2026');
    expect(formatDay('2024-02-29')).toBe('Feb 29, 2024');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2); // a night of 23 hours in New York
    expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2);
    expect(dayOf(new Date(2026, 0, 1, 0, 0))).toBe('2026-01-01');
    expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
  },
);

test('days left, times ago and waits are said as people say them', () => {
  expect([-1, 0, 1, 8].map(formatDaysLeft)).toEqual(['yesterday', 'today', 'tomorrow', 'in 8 days']);
  const now = new Date('2026-07-01T12:00:00Z');
  const ago = (moment: string) => formatAgo(moment, now);
  expect(
    ['2026-07-01T11:59:31Z', '2026-07-01T11:30:00Z', '2026-07-01T02:00:00Z', '2026-06-01T12:00:00Z'].map(ago),
  ).toEqual(['this minute', '30 minutes ago', '10 hours ago', '30 days ago']);
  expect([5, 59, 60, 899].map(formatWait)).toEqual(['5 s', '59 s', '1 min 0 s', '14 min 59 s']);
});
