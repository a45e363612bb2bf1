import { describe, expect, test } from 'vitest';
import { nextDigest } from './next-digest.ts';

describe('the time of the next digest', () => {
  test.each([
    [
      '08:00 on the same day if it is not yet 08:00',
      '2026-07-01T11:59:59.999Z',
      'America/New_York',
      '2026-07-01T12:00:00.000Z',
    ],
    [
      '08:00 on the next day if it is already 08:00',
      '2026-07-01T12:00:00Z',
      'America/New_York',
      '2026-07-02T12:00:00.000Z',
    ],
    ['08:00 in New York if no zone is chosen', '2026-07-01T11:00:00Z', null, '2026-07-01T12:00:00.000Z'],
    [
      'the same day in the west before 08:00 there',
      '2026-07-01T12:00:00Z',
      'America/Los_Angeles',
      '2026-07-01T15:00:00.000Z',
    ],
    ['the next day in the east after 08:00 there', '2026-06-30T23:30:00Z', 'Asia/Tokyo', '2026-07-01T23:00:00.000Z'],
    ['the same day in the east before 08:00 there', '2026-06-30T22:30:00Z', 'Asia/Tokyo', '2026-06-30T23:00:00.000Z'],
    ['correct in a zone with half hours', '2026-07-01T00:00:00Z', 'Asia/Kolkata', '2026-07-01T02:30:00.000Z'],
    [
      'correct before the night in which clocks go forward',
      '2026-03-07T14:00:00Z',
      'America/New_York',
      '2026-03-08T12:00:00.000Z',
    ],
    [
      'correct in the night in which clocks go forward',
      '2026-03-08T07:00:00Z',
      'America/New_York',
      '2026-03-08T12:00:00.000Z',
    ],
    [
      'correct on the day on which clocks went forward',
      '2026-03-08T12:00:00Z',
      'America/New_York',
      '2026-03-09T12:00:00.000Z',
    ],
    [
      'correct in Chicago before clocks go forward',
      '2026-03-07T20:00:00Z',
      'America/Chicago',
      '2026-03-08T13:00:00.000Z',
    ],
    [
      'correct before the night in which clocks go back',
      '2026-10-31T13:00:00Z',
      'America/New_York',
      '2026-11-01T13:00:00.000Z',
    ],
    [
      'correct in a repeated hour, the first time',
      '2026-11-01T05:30:00Z',
      'America/New_York',
      '2026-11-01T13:00:00.000Z',
    ],
    [
      'correct in a repeated hour, the second time',
      '2026-11-01T06:30:00Z',
      'America/New_York',
      '2026-11-01T13:00:00.000Z',
    ],
    ['correct if clocks move half an hour', '2026-10-03T20:00:00Z', 'Australia/Lord_Howe', '2026-10-03T21:00:00.000Z'],
    ['correct at the end of a year', '2026-12-31T20:00:00Z', 'Europe/Berlin', '2027-01-01T07:00:00.000Z'],
    ['08:00 in New York for an unknown zone', '2026-07-01T11:00:00Z', 'Nowhere/Else', '2026-07-01T12:00:00.000Z'],
  ])('is %s', (_what, after, zone, at) => {
    expect(nextDigest(new Date(after), zone).toISOString()).toBe(at);
  });

  test('is 08:00 local time in every zone, and at most 25 hours away', () => {
    for (const timeZone of [...Intl.supportedValuesOf('timeZone'), 'UTC']) {
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
      for (const after of ['2026-03-08T06:59:00Z', '2026-07-01T12:00:00Z', '2026-11-01T06:00:00Z']) {
        const at = nextDigest(new Date(after), timeZone);
        expect([timeZone, shown.format(at)]).toEqual([timeZone, '08:00:00']);
        const hours = (at.getTime() - Date.parse(after)) / 3_600_000;
        expect(hours > 0 && hours <= 25).toBe(true);
      }
    }
  });
});
