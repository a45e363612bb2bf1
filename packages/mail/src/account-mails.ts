import { render, type Rendered } from './letter.ts';
import type { AccountMail } from './account-mail.ts';
import * as registry from './account-mails/registry.ts';

type Registry = typeof registry;

export type AccountMailKind = keyof Registry;

/** The ids that a queued email of each kind stores until it is sent. */
export type AccountMailPayloads = {
  [K in AccountMailKind]: Registry[K] extends AccountMail<infer _Facts, infer Id>
    ? Readonly<Record<Id, string>>
    : never;
};

/** The data from which an email of each kind is composed. */
export type AccountMailData = {
  [K in AccountMailKind]: Registry[K] extends AccountMail<infer Data, infer _Id> ? Data : never;
};

const accountMails: { readonly [K in AccountMailKind]: unknown } = registry;

/** Composes an email that isn't about a case. */
export function composeAccountMail<K extends AccountMailKind>(
  kind: K,
  data: AccountMailData[K],
): Rendered & { replyTo?: string } {
  const { subject, body, replyTo } = accountMails[kind] as AccountMail<AccountMailData[K], string>;
  const rendered = render({ subject: subject(data), body: body(data) });
  return replyTo ? { ...rendered, replyTo: replyTo(data) } : rendered;
}
