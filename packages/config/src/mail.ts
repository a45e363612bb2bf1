import { durations, oneOf, origin, type Setting } from './settings.ts';

/** Settings of mail, for the processes that cause it and the one that sends it. */
export const mail = {
  /** Required, so that no deployment runs without mail by accident. */
  smtpUrl: smtpUrl('SMTP_URL'),
  /** Mail without TLS has to be allowed explicitly. */
  smtpTls: oneOf('SMTP_TLS', ['required', 'off'], 'required'),
  from: matching(
    'MAIL_FROM',
    /^(?:[^@<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'an address, or a name and <address>',
  ),
  operatorsAddress: matching('OPS_EMAIL', /^[^\s@<>]+@[^\s@<>]+$/, 'an address'),
  /** The target of links, and the one origin that CORS allows on public endpoints. */
  websiteOrigin: origin('WEBSITE_ORIGIN'),
  /** The delay before each further attempt; the attempt after the last delay is the last one. */
  retryDelaysMs: durations('MAIL_RETRY_DELAYS', '1m,5m,30m,120m'),
};

/** The address of a mail server. It can contain a password, so no message repeats it. */
function smtpUrl(variable: string): Setting<string> {
  const parse = (value: string) => {
    const protocol = URL.canParse(value) ? new URL(value).protocol : '';
    return protocol === 'smtp:' || protocol === 'smtps:' ? value : undefined;
  };
  return { variable, mustBe: 'an address like smtp://user:password@host:587', parse, secret: true };
}

function matching(variable: string, pattern: RegExp, mustBe: string): Setting<string> {
  return { variable, mustBe, parse: (value) => (pattern.test(value) ? value : undefined) };
}
