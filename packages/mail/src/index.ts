export { compose } from './compose.ts';
export { createSmtpTransport } from './smtp.ts';
export { MailFailure, type MailTransport, type OutgoingMail } from './transport.ts';
