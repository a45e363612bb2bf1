/** Formats a time such as `2026-07-01 14:30 UTC` in a time zone. Without a time zone, returns it unchanged. */
export function localTime(time: string, timeZone: string | undefined): string {
  if (timeZone === undefined) return time;
  return new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone,
  }).format(new Date(time));
}
