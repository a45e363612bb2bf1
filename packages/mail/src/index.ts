export { compose, type MailKind } from './compose.ts';
export type { LetterFacts } from './letters.ts';
export { createSmtpTransport } from './smtp.ts';
export { MailFailure, type MailTransport } from './transport.ts';
