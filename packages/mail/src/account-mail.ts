import type { Body } from './letter.ts';

/** Everything about one kind of mail that concerns an account and not a case. Its data is loaded when it is sent. */
export interface AccountMail<Data, Id extends string> {
  /** The ids that its row stores until it is sent. It stores no secret and no name. */
  readonly ids: readonly Id[];
  readonly subject: (data: Data) => string;
  readonly body: (data: Data) => Body;
  /** Where a reply goes. The default is the sender. */
  readonly replyTo?: (data: Data) => string;
}

/** Binds a definition to its data. The ids are inferred. */
export function accountMail<Data>() {
  return <Id extends string>(mail: AccountMail<Data, Id>): AccountMail<Data, Id> => mail;
}
