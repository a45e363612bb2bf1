import { createTransport } from 'nodemailer';
import { MailFailure, type MailFailureClass, type MailTransport } from './transport.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  url: string;
  /** With `required`, email is sent over TLS or not at all. With `off`, STARTTLS isn't used even if it is offered. */
  tls: 'required' | 'off';
  /** Replaces the certificate authorities that Node trusts, for mail servers in tests. */
  ca?: string;
  /** The sender: an address, or `Name <address>`. */
  from: string;
}

/** Creates a transport that opens one SMTP connection per email. Throws if `tls` contradicts the URL. */
export function createSmtpTransport({ url, tls, ca, from }: SmtpSettings): MailTransport {
  if (tls === 'off' && url.startsWith('smtps:')) throw new Error('SMTP_TLS is off, but SMTP_URL begins with smtps://');
  const sender = senderOf(from);
  const transporter = createTransport({
    url,
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    socketCloseTimeout: 1000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = sender.address.split('@')[1] ?? 'localhost';
  return {
    async send({ id, ...mail }, signal) {
      try {
        await transporter.sendMail({
          ...mail,
          from: sender,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
      } catch (error) {
        throw new MailFailure(failureClass(error));
      }
    },
  };
}

/** Splits the sender into name and address, so that a name with a comma is quoted and not read as two addresses. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*) <([^<>]+)>$/.exec(from) ?? [];
  return { name: name.replace(/^"(.*)"$/, '$1'), address };
}

/** Maps nodemailer's error codes to failure classes. */
const classes: Readonly<Record<string, MailFailureClass>> = {
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  ETIMEDOUT: 'timeout',
  ETLS: 'tls',
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  EENVELOPE: 'refused_address',
  EMESSAGE: 'refused_mail',
  EABORT: 'aborted',
};

function failureClass(error: unknown): MailFailureClass {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (typeof code === 'string' ? classes[code] : undefined) ?? 'unexpected';
}
