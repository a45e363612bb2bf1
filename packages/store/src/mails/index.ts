export {
  findFailedCaseMail,
  listFailedMails,
  listUnreportedMailFailures,
  recordMailFailureOutOfBand,
  type ReportableMailFailure,
  reopenFailedMails,
} from './case-mail-failures.ts';
export { findMailedCase } from './mailed-case.ts';
export {
  cancelMailAttempt,
  claimMails,
  type RecordedMail,
  recordMailDropped,
  recordMailFailure,
  recordMailGivenUp,
  recordMailSent,
} from './outbox.ts';
