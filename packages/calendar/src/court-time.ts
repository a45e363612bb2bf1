/**
 * Returns the instant at which a court's clock shows this time. Null for a state with several time zones, where the
 * court's location decides. `state` is in upper case, `date` is YYYY-MM-DD, `time` is HH:MM.
 */
export function courtTime(state: string, date: string, time: string): Date | null {
  const zone = Object.entries(statesOfZone).find(([, states]) => states.split(' ').includes(state))?.[0];
  if (zone === undefined) return null;
  const shown = Date.parse(`${date}T${time}:00Z`);
  // Corrected twice, because the first guess can be on the other side of a daylight saving change.
  const guess = shown - aheadOfUtcMs(zone, shown);
  return new Date(shown - aheadOfUtcMs(zone, guess));
}

/**
 * The states that lie in one time zone only (49 CFR part 71). Arizona is left out, because some of its places observe
 * daylight saving time and others don't.
 */
const statesOfZone = {
  'America/New_York': 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL LA MN MO MS OK WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Los_Angeles': 'CA WA',
  'Pacific/Honolulu': 'HI',
};

function aheadOfUtcMs(zone: string, at: number): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
}
