import { durations, matching, oneOf, origin, url } from './settings.ts';

/** Email settings, for the processes that write emails and the one that sends them. */
export const mail = {
  /** Required, so that no deployment runs without email by accident. The URL can contain a password. */
  smtpUrl: { ...url('SMTP_URL', /^smtps?:$/, 'a URL like smtp://user:password@host:587'), secret: true },
  /** Sending email without TLS has to be allowed explicitly. */
  smtpTls: oneOf('SMTP_TLS', ['required', 'off'], 'required'),
  from: matching(
    'MAIL_FROM',
    /^(?:[^@<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'an email address, or a name and an <email address>',
  ),
  operatorsAddress: matching('OPS_EMAIL', /^[^\s@<>]+@[^\s@<>]+$/, 'one email address'),
  /** The origin of links in emails and on pages. It is also the only origin that CORS allows on public endpoints. */
  websiteOrigin: origin('WEBSITE_ORIGIN'),
  /** The delay before each retry. The attempt after the last delay is the final one. */
  retryDelaysMs: durations('MAIL_RETRY_DELAYS', '1m,5m,30m,120m'),
};
