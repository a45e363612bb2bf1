import type { Case } from '../../api/queries.ts';

const DAY_MS = 86_400_000;

export interface CalendarEvent {
  /** The same for the same deadline, so that a calendar replaces what it has. */
  uid: string;
  /** `2026-07-10`. */
  day: string;
  title: string;
  description: string;
  url: string;
}

/** The deadlines of a case as calendar entries. `titleOf` names a deadline in words. */
export function calendarEvents(
  { id, deadlines }: Pick<Case, 'id' | 'deadlines'>,
  { url, titleOf }: { url: string; titleOf: (name: string) => string },
): CalendarEvent[] {
  return deadlines.map(({ id: deadlineId, name, date, citation }, index) => {
    const isRepeated = deadlines.slice(0, index).some((other) => other.id === undefined && other.name === name);
    const part = deadlineId ?? (isRepeated ? `${name}_${index}` : name);
    return { uid: `${part}.${id}`, day: date, title: titleOf(name), description: citation, url };
  });
}

/** An iCalendar file (RFC 5545) of events that last a whole day, in no time zone. */
export function icalendar(events: readonly CalendarEvent[], now: Date): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eviction cases//Deadlines//EN',
    'CALSCALE:GREGORIAN',
    ...events.flatMap(({ uid, day, title, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${escape(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${basic(day)}`,
      // The day after the last one.
      `DTEND;VALUE=DATE:${basic(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10))}`,
      `SUMMARY:${escape(title)}`,
      `DESCRIPTION:${escape(description)}`,
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function basic(day: string): string {
  return day.replaceAll('-', '');
}

/** A value of the type TEXT. */
function escape(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Lines have at most 75 bytes, and no character is split; a line that goes on begins with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let folded = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
