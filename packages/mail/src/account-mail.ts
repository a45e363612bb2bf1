import type { Body } from './letter.ts';

/**
 * Everything about one kind of mail to an account or about one, rather than about a case. Its facts are loaded when it
 * is sent.
 */
export interface AccountMail<Facts, Id extends string> {
  /** The ids that its row stores until it is sent: nothing secret, nobody's name. */
  readonly ids: readonly Id[];
  readonly subject: (facts: Facts) => string;
  readonly body: (facts: Facts) => Body;
  /** Where a reply goes; to the sender without it. */
  readonly replyTo?: (facts: Facts) => string;
}

/** Binds a definition to its facts; the ids are inferred. */
export function accountMail<Facts>() {
  return <Id extends string>(mail: AccountMail<Facts, Id>): AccountMail<Facts, Id> => mail;
}
