const defaultZone = 'America/New_York';
const digestHour = '08:00';

/**
 * Returns the next 08:00 in a time zone. If `zone` is null or unknown here, uses New York's. An unknown zone doesn't
 * throw, because that would make the decision that records the email fail.
 */
export function nextDigest(after: Date, zone: string | null): Date {
  const clock = clockOf(zone ?? defaultZone);
  const today = showOn(clock, after);
  const thisMorning = timeOf(clock, today.slice(0, 10));
  if (thisMorning > after) return thisMorning;
  const tomorrow = new Date(Date.parse(`${today.slice(0, 10)}T00:00Z`) + dayMs).toISOString();
  return timeOf(clock, tomorrow.slice(0, 10));
}

const dayMs = 86_400_000;

/** Returns the instant at which this clock shows 08:00 on a date. */
function timeOf(clock: Intl.DateTimeFormat, date: string): Date {
  const shown = Date.parse(`${date}T${digestHour}Z`);
  const aheadMs = (at: number) => Date.parse(`${showOn(clock, new Date(at))}Z`) - at;
  // Corrected twice, because the first guess can be on the other side of a daylight saving change.
  return new Date(shown - aheadMs(shown - aheadMs(shown)));
}

/** Formats the clock's local time to the second, in ISO 8601 without a zone. */
function showOn(clock: Intl.DateTimeFormat, at: Date): string {
  return clock.format(Math.floor(at.getTime() / 1000) * 1000).replace(' ', 'T');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  try {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
    return clock;
  } catch {
    return clockOf(defaultZone);
  }
}
