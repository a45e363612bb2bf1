import type { Body } from './letter.ts';

/**
 * Everything about one kind of mail to an account or about one, rather than about a case. Its data are loaded when it
 * is sent.
 */
export interface AccountMail<Data, Id extends string> {
  /** The ids that its row stores until it is sent: nothing secret, nobody's name. */
  readonly ids: readonly Id[];
  readonly subject: (data: Data) => string;
  readonly body: (data: Data) => Body;
  /** Where a reply goes; to the sender without it. */
  readonly replyTo?: (data: Data) => string;
}

/** Binds a definition to its data; the ids are inferred. */
export function accountMail<Data>() {
  return <Id extends string>(mail: AccountMail<Data, Id>): AccountMail<Data, Id> => mail;
}
