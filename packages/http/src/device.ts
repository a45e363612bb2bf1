/**
 * What a User-Agent header says of the program that sent it, in a few words: `Firefox on Windows`, or the name that it
 * gives. Nothing else of the header is kept. Empty for no header.
 */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1];
  const system = systems.find(([token]) => userAgent.includes(token))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0] ?? '';
}

/** By a part of the header. Each names those below it as well. */
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
