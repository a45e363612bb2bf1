import type { Body } from './letter.ts';

/** Defines one kind of email that concerns an account and not a case. Its data is loaded when the email is sent. */
export interface AccountMail<Data, Id extends string> {
  /** The ids that the email's row stores until it is sent. The row contains no secrets or names. */
  readonly ids: readonly Id[];
  readonly subject: (data: Data) => string;
  readonly body: (data: Data) => Body;
  /** Where a reply goes. The default is the sender. */
  readonly replyTo?: (data: Data) => string;
}

/** Declares a kind of account email that is composed from `Data`. Its ids are inferred. */
export function accountMail<Data>() {
  return <Id extends string>(mail: AccountMail<Data, Id>): AccountMail<Data, Id> => mail;
}
