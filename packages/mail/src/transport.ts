/** A mail ready to be sent. */
export interface OutgoingMail {
  /** The same in every attempt, so that mailboxes recognize a mail that was sent twice. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where replies go. The default is the sender. */
  replyTo?: string;
}

/** Sends mail. */
export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the mail. Rejects with a MailFailure. An abort closes the connection.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Why a mail was not accepted. Only the class is kept, because servers' responses contain addresses. */
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
    super(`mail not accepted: ${failure}`);
    this.failure = failure;
  }
}
