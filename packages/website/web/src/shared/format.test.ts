import { afterEach, expect, test, vi } from 'vitest';
import {
  dayOf,
  daysBetween,
  formatAgo,
  formatCents,
  formatDay,
  formatDayOf,
  formatDaysLeft,
  formatLogged,
  formatMoment,
  formatWait,
  parseCents,
  plainName,
  showMomentsIn,
} from './format.ts';

afterEach(() => vi.unstubAllEnvs());

test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])(
  'a day is shown as the same day in the time zone %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    expect(formatDay('2026-07-10')).toBe('Jul 10, 2026');
    expect(formatDay('2024-02-29')).toBe('Feb 29, 2024');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2); // daylight saving time starts in New York
    expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2);
    showMomentsIn(undefined);
    expect(dayOf(new Date(2026, 0, 1, 0, 0))).toBe('2026-01-01');
    expect(dayOf(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
  },
);

test("times are shown in the chosen time zone, or in the browser's own if the browser doesn't know the chosen one", () => {
  vi.stubEnv('TZ', 'UTC');
  const shown = (timeZone: string | undefined) => {
    showMomentsIn(timeZone);
    return [formatMoment('2026-07-01T02:30:00.000Z'), dayOf(new Date('2026-07-01T02:30:00.000Z'))];
  };
  expect(shown('America/Chicago')).toEqual(['Jun 30, 2026, 9:30 PM', '2026-06-30']);
  for (const zone of [undefined, 'Nowhere/Else']) expect(shown(zone)).toEqual(['Jul 1, 2026, 2:30 AM', '2026-07-01']);
  showMomentsIn('America/Chicago');
  expect(formatDayOf('2026-07-01T02:30:00.000Z')).toBe('Jun 30, 2026');
  expect(formatLogged('2026-07-01T02:30:07.000Z', new Date('2026-07-01T04:59:00.000Z'))).toBe('9:30:07 PM');
  expect(formatLogged('2026-07-01T02:30:07.000Z', new Date('2026-07-01T05:01:00.000Z'))).toBe('Jun 30, 2026, 9:30 PM');
});

test('days until a date, times in the past and waiting times are worded the way people say them', () => {
  expect([-1, 0, 1, 8].map(formatDaysLeft)).toEqual(['yesterday', 'today', 'tomorrow', 'in 8 days']);
  const now = new Date('2026-07-01T12:00:00Z');
  const ago = (moment: string) => formatAgo(moment, now);
  const moments = ['07-01T11:59:31', '07-01T11:30:00', '07-01T02:00:00', '06-30T12:00:00', '06-28T12:00:00'];
  expect([...moments, '06-01T12:00:00'].map((at) => ago(`2026-${at}Z`))).toEqual([
    'just now',
    '30 min ago',
    '10 hr ago',
    'yesterday',
    '3 days ago',
    'Jun 1',
  ]);
  expect(ago('2026-07-01T12:00:05Z')).toBe('just now');
  expect(ago('2025-12-31T12:00:00Z')).toBe('Dec 31, 2025');
  expect([5, 59, 60, 899].map(formatWait)).toEqual(['5 s', '59 s', '1 min 0 s', '14 min 59 s']);
});

test('amounts are read the way people write them, without guessing', () => {
  const read = ['1400', '$1,400.00', ' 0.5 ', '-$20', '1,234,567.89', '0'].map(parseCents);
  expect(read).toEqual([140_000, 140_000, 50, -2000, 123_456_789, 0]);
  for (const text of ['', 'rent', '1.234', '14,00', '1,4000', '1 400', '99999999999999999', '1e3', '.5']) {
    expect(parseCents(text), text).toBeNull();
  }
});

test('cents are shown in dollars', () => {
  expect([0, 5, 140_000, -2000].map(formatCents)).toEqual(['$0.00', '$0.05', '$1,400.00', '−$20.00']);
});

test("a name can't change the direction of text", () => {
  expect(plainName('notice\u202Egpj.exe')).toBe('notice\uFFFDgpj.exe');
  expect(plainName('\u2067x\u2069')).toBe('\uFFFDx\uFFFD');
});

test('a name without bidirectional control characters is shown unchanged', () => {
  for (const name of ['Łódź, дом.pdf', 'שלום.pdf', '<b>"&.png', '👩‍⚖️.jpg']) expect(plainName(name)).toBe(name);
});
