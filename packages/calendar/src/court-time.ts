/**
 * When a court's clock shows this time: null in a state that lies in two time zones, where the place of the court decides.
 * `state` in upper case, `date` as YYYY-MM-DD, `time` as HH:MM.
 */
export function courtTime(state: string, date: string, time: string): Date | null {
  const zone = Object.entries(statesOfZone).find(([, states]) => states.split(' ').includes(state))?.[0];
  if (zone === undefined) return null;
  const shown = Date.parse(`${date}T${time}:00Z`);
  // Twice: the first guess can lie on the other side of a change of the clocks.
  const guess = shown - aheadOfUtcMs(zone, shown);
  return new Date(shown - aheadOfUtcMs(zone, guess));
}

/** The states in one time zone alone: 49 CFR part 71. In Arizona some places change their clocks and others do not. */
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
