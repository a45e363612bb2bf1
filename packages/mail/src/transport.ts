/** A mail as it goes out. */
export interface OutgoingMail {
  /** Names the mail on every try, so that a mailbox can tell a mail that was sent twice. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes; to the sender without it. */
  replyTo?: string;
}

/** Whoever takes our mail. */
export interface MailTransport {
  /** Resolves when the mail server has taken the mail. Rejects with a MailFailure; an abort breaks the connection off. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Why a mail was not taken, as a class: what servers answer holds addresses. */
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
    super(`mail not taken: ${failure}`);
    this.failure = failure;
  }
}
