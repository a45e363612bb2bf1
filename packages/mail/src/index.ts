export type { RecordedDecision, MailedCase } from './case-mail.ts';
export {
  type CaseMailKind,
  type CaseMailPayload,
  composeCaseMail,
  composeDigest,
  isCaseMail,
  mailsOfMessage,
  mailsOfDecision,
  type PlannedMail,
} from './case-mails.ts';
export {
  composeAccountMail,
  type AccountMailData,
  type AccountMailKind,
  type AccountMailPayloads,
} from './account-mails.ts';
export { type AccountChange, isAccountChange } from './account-mails/account-notice.ts';
export { localTime } from './local-time.ts';
export { MailFailure, type MailTransport, type OutgoingMail } from './transport.ts';
