/**
 * Returns a short name for the program behind a User-Agent header, such as `Firefox on Windows`. Nothing else from the
 * header is kept. Returns an empty string if the header is missing or has no name.
 */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([token]) => userAgent.includes(token))?.[1];
  const system = systems.find(([token]) => userAgent.includes(token))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0] ?? '';
}

/**
 * Matched by a part of the User-Agent header. Some browsers' headers also contain tokens from further down (Edge and
 * Opera contain `Chrome/` and `Safari/`), so the order matters.
 */
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
