import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarEvents, icalendar } from './calendar.ts';

const now = new Date('2026-07-02T09:31:00.123Z');
const event = {
  uid: 'hearing.case_1',
  day: '2026-07-10',
  title: 'Hearing',
  description: 'Rule 1',
  url: 'https://x.test',
};

/** The lines of a file as its reader puts them together. */
function unfolded(file: string): string[] {
  expect(file.endsWith('\r\n')).toBe(true);
  return file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
}

test('a deadline is one whole day, which no time zone shifts', () => {
  expect(unfolded(icalendar([event], now))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eviction cases//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:hearing.case_1',
    'DTSTAMP:20260702T093100Z',
    'DTSTART;VALUE=DATE:20260710',
    'DTEND;VALUE=DATE:20260711',
    'SUMMARY:Hearing',
    'DESCRIPTION:Rule 1',
    'URL:https://x.test',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('the day after the last of a year is in the next', () => {
  expect(icalendar([{ ...event, day: '2026-12-31' }], now)).toContain('DTEND;VALUE=DATE:20270101');
});

test('text of others adds no line and no property', () => {
  const description = 'a;b,c\\d\r\nEND:VCALENDAR\nX-EVIL:1\u0000';
  const lines = unfolded(icalendar([{ ...event, description }], now));
  expect(lines).toContain(String.raw`DESCRIPTION:a\;b\,c\\d\nEND:VCALENDAR\nX-EVIL:1 `);
  expect(lines.filter((line) => line === 'END:VCALENDAR')).toHaveLength(1);
});

test('any text comes back, in lines of at most 75 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = icalendar([{ ...event, title }], now);
      for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      // A dot and a dollar sign would end at the separators of Unicode, which end no line of the file.
      const text =
        unfolded(file)
          .find((line) => line.startsWith('SUMMARY:'))
          ?.slice('SUMMARY:'.length) ?? '';
      const read = text.replaceAll(/\\([^])/g, (_, one: string) => (one === 'n' ? '\n' : one));
      expect(read).toBe(title.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' '));
    }),
  );
});

test('each deadline keeps its identity', () => {
  const deadlines = [
    { name: 'hearing', date: '2026-07-10', citation: 'a' },
    { name: 'Answer', date: '2026-07-11', citation: 'b', id: 'ddl_1' },
    { name: 'hearing', date: '2026-07-12', citation: 'c' },
  ];
  const events = calendarEvents({ id: 'case_1', deadlines }, { url: 'https://x.test', titleOf: (name) => `${name}!` });
  expect(events.map(({ uid, title }) => [uid, title])).toEqual([
    ['hearing.case_1', 'hearing!'],
    ['ddl_1.case_1', 'Answer!'],
    ['hearing_2.case_1', 'hearing!'],
  ]);
});
