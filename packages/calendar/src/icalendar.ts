import ical, { ICalEventTransparency } from 'ical-generator';
import { courtTime } from './court-time.ts';
import { deadlineName } from './deadline-name.ts';

/** What a calendar shows about a case. It contains no party's name, because calendars are shared. */
export interface CalendarCase {
  id: string;
  mode: 'test' | 'live';
  deadlines: readonly { id?: string | undefined; name: string; date: string; citation: string }[];
  hearing: { date: string; time?: string | undefined; place?: string | undefined } | null;
  property: { line1: string; unit?: string | undefined; city: string; state: string };
  /** The reader's name for the case: the customer's reference, or the court's case number. */
  label: string | null;
  updatedAt: Date;
  /** The URL of the case's page. */
  url: string;
}

/**
 * Returns the deadlines of cases as an iCalendar file (RFC 5545). The same cases always give the same file. A deadline
 * is an all-day entry without a time zone; a hearing starts at its time, if the time and its time zone are known. At
 * most `most` entries are included: first those from `today` on, then the latest past ones.
 */
export function icalendar(
  cases: readonly CalendarCase[],
  { most, today }: { most: number; today: string } = { most: Infinity, today: '' },
): string {
  const entries = cases.flatMap(entriesOf);
  const ahead = entries.filter(({ date }) => date >= today).sort(byDate);
  const past = entries.filter(({ date }) => date < today).sort((a, b) => byDate(b, a));
  const calendar = ical({ prodId: '//Eviction cases//Deadlines//EN', name: 'Eviction cases' });
  for (const entry of [...ahead, ...past].slice(0, most).sort(byDate)) calendar.createEvent(eventOf(entry));
  const file = `${calendar.toString()}\r\n`;
  return calendar.length() > 0 ? file : file.replace('END:VCALENDAR', `${timeZone}END:VCALENDAR`);
}

/**
 * Fills an empty calendar, because RFC 5545 (3.6) requires at least one component. Calendar programs show nothing for a
 * time zone. It is written by hand, because the library would add a nonstandard property.
 */
const timeZone = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');

interface Entry {
  one: CalendarCase;
  /** The same each time for the same deadline, so that calendar programs update its entry. */
  uid: string;
  name: string;
  date: string;
  citation: string;
}

function entriesOf(one: CalendarCase): Entry[] {
  return one.deadlines.map(({ id, name, date, citation }, index) => {
    const isRepeated = one.deadlines.slice(0, index).some((other) => other.id === undefined && other.name === name);
    const part = id ?? (isRepeated ? `${name}_${index}` : name);
    return { one, uid: `${part}.${one.id}`, name, date, citation };
  });
}

function byDate(a: Entry, b: Entry): number {
  return a.date.localeCompare(b.date) || a.uid.localeCompare(b.uid, 'en');
}

function eventOf({ one, uid, name, date, citation }: Entry) {
  const { property, hearing, label, mode, updatedAt, url } = one;
  const { time, place } = (name === 'hearing' && hearing?.date === date && hearing) || {};
  const begin = time === undefined ? null : courtTime(property.state.toUpperCase(), date, time);
  const what = `${deadlineName(name)}${time === undefined ? '' : ` at ${time}`}`;
  const unit = property.unit === undefined ? '' : `, ${property.unit}`;
  const where = `${property.line1}${unit}, ${property.city}, ${property.state.toUpperCase()}`;
  const summary = `${what}: ${where}${label === null ? '' : ` (${label})`}${mode === 'test' ? ' (test case)' : ''}`;
  return {
    id: plain(uid),
    sequence: Math.floor(updatedAt.getTime() / 60_000),
    stamp: updatedAt,
    ...(begin
      ? { start: begin, transparency: ICalEventTransparency.OPAQUE }
      : {
          start: new Date(date),
          end: new Date(Date.parse(date) + dayMs),
          allDay: true,
          transparency: ICalEventTransparency.TRANSPARENT,
        }),
    summary: plain(summary),
    description: plain(citation),
    url,
    ...(place !== undefined && { location: plain(place) }),
  };
}

/** Replaces characters that would end a line of the file or change the direction of text. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, ' ');
}

const dayMs = 86_400_000;
