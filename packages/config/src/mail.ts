import { durations, oneOf, origin, type Setting } from './settings.ts';

/** What has to do with mail, for the processes that cause it and the one that sends it. */
export const mail = {
  /** Required of the process that sends: there is no way of running without mail by accident. */
  smtpUrl: smtpUrl('SMTP_URL'),
  /** Whether mail may leave without TLS: only where that is said by name. */
  smtpTls: oneOf('SMTP_TLS', ['required', 'off'], 'required'),
  from: matching(
    'MAIL_FROM',
    /^(?:[^@<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'an address, or a name and <address>',
  ),
  operatorsAddress: matching('OPS_EMAIL', /^[^\s@<>]+@[^\s@<>]+$/, 'an address'),
  /** Where links lead, and the one origin from whose pages browsers may call the public endpoints. */
  websiteOrigin: origin('WEBSITE_ORIGIN'),
  /** The waits after each failed try; one more failure is the last. */
  retryDelaysMs: durations('MAIL_RETRY_DELAYS', '1m,5m,30m,120m'),
};

/** The address of a mail server. It can hold a password, so no message repeats it. */
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
