export {
  findFailedCaseMail,
  listFailedMails,
  listUnreportedMailFailures,
  recordMailFailureOutOfBand,
  reopenFailedMails,
} from './case-mails/failures.ts';
export type { CaseMailKind } from './case-mails/kinds.ts';
export { findMailedCase, type MailedCase } from './case-mails/mailed-case.ts';
export {
  beginMailAttempt,
  cancelMailAttempt,
  listDueMails,
  type RecordedMail,
  recordMailDropped,
  recordMailFailure,
  recordMailGivenUp,
  recordMailSent,
} from './outbox.ts';
