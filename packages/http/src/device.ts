/**
 * Names the program behind a User-Agent header in a few words, such as `Firefox on Windows`. Nothing else of the header
 * is kept. Empty if there is no header.
 */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1];
  const system = systems.find(([token]) => userAgent.includes(token))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0] ?? '';
}

/** Recognized by a part of the header. The header of each browser also names those below it, so the order matters. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;
