/** An email that is ready to be sent. */
export interface OutgoingMail {
  /** The same in every attempt, so that mail clients can recognize a duplicate. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where replies go. The default is the sender. */
  replyTo?: string;
}

export interface MailTransport {
  /** Resolves when the mail server has accepted the email. Rejects with MailFailure. Aborting closes the connection. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Why an email wasn't accepted. Only this class is kept, because server responses contain email addresses. */
export type MailFailureClass =
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'authentication'
  | 'refused_address'
  | 'refused_mail'
  | 'aborted'
  | 'unexpected';

export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly failure: MailFailureClass;

  constructor(failure: MailFailureClass) {
    super(`email not accepted: ${failure}`);
    this.failure = failure;
  }
}
