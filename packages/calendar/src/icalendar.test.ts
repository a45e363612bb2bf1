import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CalendarCase, icalendar } from './icalendar.ts';

const one: CalendarCase = {
  id: 'case_1',
  mode: 'live',
  deadlines: [{ name: 'hearing', date: '2026-07-10', citation: 'Rule 1' }],
  hearing: null,
  property: { line1: '1 Main St', city: 'Rockville', state: 'md' },
  label: null,
  updatedAt: new Date('2026-07-02T09:31:00.123Z'),
  url: 'https://x.test/cases/case_1',
};

/** Returns the unfolded lines of a file. */
function unfolded(file: string): string[] {
  expect(file.endsWith('\r\n')).toBe(true);
  return file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
}
const valuesOf = (name: string, ...given: Parameters<typeof icalendar>) =>
  unfolded(icalendar(...given)).flatMap((line) => (line.startsWith(name) ? [line.slice(name.length + 1)] : []));
const withHearing = (state: string, date = '2026-07-10'): CalendarCase => ({
  ...one,
  deadlines: [{ name: 'hearing', date, citation: 'Rule 1' }],
  property: { ...one.property, state },
  hearing: { date, time: '09:30', place: 'Room 2' },
});

test('a deadline is an all-day event without a time zone, and the same case always gives the same file', () => {
  const lines = unfolded(icalendar([one]));
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eviction cases//Deadlines//EN',
    'NAME:Eviction cases',
    'X-WR-CALNAME:Eviction cases',
    'BEGIN:VEVENT',
    'UID:hearing.case_1',
    'SEQUENCE:29716411',
    'DTSTAMP:20260702T093100Z',
    'DTSTART;VALUE=DATE:20260710',
    'DTEND;VALUE=DATE:20260711',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
    String.raw`SUMMARY:Hearing: 1 Main St\, Rockville\, MD`,
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:Rule 1',
    'URL;VALUE=URI:https://x.test/cases/case_1',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
  expect(unfolded(icalendar([one]))).toEqual(lines);
});

test.each([
  ['cases', []],
  ['deadlines', [{ ...one, deadlines: [] }]],
])('a calendar without %s has only a time zone, because a file needs at least one component', (_, cases) => {
  expect(unfolded(icalendar(cases)).filter((line) => /^(BEGIN|END|TZ|DTSTART)/.test(line))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VTIMEZONE',
    'TZID:UTC',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0000',
    'TZNAME:UTC',
    'END:STANDARD',
    'END:VTIMEZONE',
    'END:VCALENDAR',
  ]);
});

test('a deadline on December 31 ends on January 1 of the next year', () => {
  const deadlines = [{ name: 'Answer', date: '2026-12-31', citation: '' }];
  expect(valuesOf('DTEND;VALUE=DATE', [{ ...one, deadlines }])).toEqual(['20270101']);
});

test.each([
  ['MD', '2026-07-10', '20260710T133000Z'],
  ['MD', '2026-12-10', '20261210T143000Z'],
  // Daylight saving time starts or ends on these days, hours before the hearing.
  ['CA', '2026-03-08', '20260308T163000Z'],
  ['CA', '2026-11-01', '20261101T173000Z'],
  ['il', '2026-07-10', '20260710T143000Z'],
  ['HI', '2026-07-10', '20260710T193000Z'],
])('a hearing in %s on %s begins at 09:30 local time', (state, date, utc) => {
  const cases = [withHearing(state, date)];
  expect(valuesOf('DTSTART', cases)).toEqual([utc]);
  expect(valuesOf('SUMMARY', cases)[0]).toMatch(/^Hearing at 09:30: /);
  expect(valuesOf('LOCATION', cases)).toEqual(['Room 2']);
});

test.each(['TX', 'ZZ'])(
  "a hearing in %s, whose time zone isn't known, is an all-day event with the time in its title",
  (state) => {
    expect(valuesOf('DTSTART;VALUE=DATE', [withHearing(state)])).toEqual(['20260710']);
    expect(valuesOf('SUMMARY', [withHearing(state)])[0]).toMatch(/^Hearing at 09:30: /);
  },
);

test('a hearing deadline stays an all-day event if the recorded hearing is on another day', () => {
  const moved = { ...withHearing('MD'), hearing: { date: '2026-08-01', time: '09:30' } };
  expect(valuesOf('DTSTART;VALUE=DATE', [moved])).toEqual(['20260710']);
});

test("user text can't add lines or properties, and its control and direction characters are replaced", () => {
  const text = 'a;b,c\\d\r\nEND:VCALENDAR\nX-EVIL:1\u0000\u2028\u202Ez';
  const lines = unfolded(
    icalendar([
      {
        ...one,
        label: text,
        deadlines: [{ id: `ddl_1${text}`, name: text, date: '2026-07-10', citation: text }],
        property: { line1: text, unit: text, city: text, state: text },
      },
    ]),
  );
  const plain = 'a;b,c\\d  END:VCALENDAR X-EVIL:1   z';
  expect(lines).toContain(`UID:ddl_1${plain}.case_1`);
  expect(lines).toContain(`DESCRIPTION:${plain.replaceAll(/[\\;,]/g, String.raw`\$&`)}`);
  expect(lines.filter((line) => /^(END:VCALENDAR|X-EVIL)/.test(line))).toEqual(['END:VCALENDAR']);
});

test('any text can be read back except for its control and direction characters, and no line is longer than 75 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (citation) => {
      const deadlines = [{ name: 'Answer', date: '2026-07-10', citation: `.${citation}` }];
      const file = icalendar([{ ...one, deadlines }]);
      for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      const text = valuesOf('DESCRIPTION', [{ ...one, deadlines }])[0] ?? '';
      const unsafe = /\p{Cc}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;
      expect(text.replaceAll(/\\([^])/g, '$1')).toBe(`.${citation.replaceAll(unsafe, ' ')}`);
    }),
  );
});

test('each deadline has a unique id, and its title says whether the case is a test case', () => {
  const deadlines = [
    { name: 'hearing', date: '2026-07-10', citation: 'a' },
    { name: 'Answer', date: '2026-07-11', citation: 'b', id: 'ddl_1' },
    { name: 'hearing', date: '2026-07-12', citation: 'c' },
  ];
  const cases = [{ ...one, mode: 'test' as const, label: 'R-7', deadlines }];
  expect(valuesOf('UID', cases)).toEqual(['hearing.case_1', 'ddl_1.case_1', 'hearing_2.case_1']);
  expect(valuesOf('SUMMARY', cases)[1]).toBe(String.raw`Answer: 1 Main St\, Rockville\, MD (R-7) (test case)`);
});

test('if there are too many deadlines, the nearest future ones have priority, followed by the most recent past ones', () => {
  const dates = ['2026-06-01', '2026-06-30', '2026-07-01', '2026-07-09', '2027-01-01'];
  const deadlines = dates.toReversed().map((date, index) => ({ id: `ddl_${index}`, name: 'x', date, citation: 'c' }));
  const nearest = (most: number) =>
    valuesOf('DTSTART;VALUE=DATE', [{ ...one, deadlines }], { most, today: '2026-07-01' });
  expect(nearest(2)).toEqual(['20260701', '20260709']);
  expect(nearest(4)).toEqual(['20260630', '20260701', '20260709', '20270101']);
});
