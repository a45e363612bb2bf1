import { durations, matching, oneOf, origin, url } from './settings.ts';

/** Mail settings, for the processes that write mail and the one that sends it. */
export const mail = {
  /** Required, so that no deployment runs without mail by accident. The URL can contain a password. */
  smtpUrl: { ...url('SMTP_URL', /^smtps?:$/, 'an address like smtp://user:password@host:587'), secret: true },
  /** Mail without TLS has to be allowed explicitly. */
  smtpTls: oneOf('SMTP_TLS', ['required', 'off'], 'required'),
  from: matching(
    'MAIL_FROM',
    /^(?:[^@<>\r\n]+ <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'an address, or a name and <address>',
  ),
  operatorsAddress: matching('OPS_EMAIL', /^[^\s@<>]+@[^\s@<>]+$/, 'an address'),
  /** Links in mail and pages lead here. It is also the only origin that CORS allows on public endpoints. */
  websiteOrigin: origin('WEBSITE_ORIGIN'),
  /** The delay before each retry. The attempt after the last delay is the final one. */
  retryDelaysMs: durations('MAIL_RETRY_DELAYS', '1m,5m,30m,120m'),
};
