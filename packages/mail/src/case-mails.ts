import { type CaseRecord, isSandbox, type Mode, type NoteWriter, type Stage } from '@evict/case-model';
import type { MailGroup } from '@evict/case-model/mail-groups';
import { websitePages } from '@evict/contract/website-pages';
import type { Audience, CaseMail, RecordedDecision, Detail, MailedCase, Trigger, Triggers } from './case-mail.ts';
import * as registry from './case-mails/registry.ts';
import { type Letter, render, type Rendered, withoutLinks } from './letter.ts';

export type CaseMailKind = keyof typeof registry;

/** What a queued email stores until it is sent: the case id, the id of the attorney it is for, and its detail. */
export type CaseMailPayload = Detail & { readonly caseId: string };

/** An email to queue for everybody in its audience. */
export interface PlannedMail {
  readonly kind: CaseMailKind;
  readonly audience: Audience;
  /** Set for email to customers. */
  readonly group?: MailGroup | undefined;
  readonly payload: CaseMailPayload;
}

const caseMails = registry as unknown as Readonly<Record<CaseMailKind, CaseMail<unknown, Detail>>>;

export const caseMailKinds = Object.keys(caseMails) as CaseMailKind[];

export function isCaseMail<Mail extends { kind: string }>(mail: Mail): mail is Extract<Mail, { kind: CaseMailKind }> {
  return Object.hasOwn(caseMails, mail.kind);
}

/** Returns the emails that a decision triggers, without duplicates. Test cases don't send any. */
export function mailsOfDecision(decision: RecordedDecision): PlannedMail[] {
  const { events, before, record } = decision;
  if (isSandbox(record)) return [];
  const mails = [
    ...events.flatMap((event) => plan(event.action, { ...decision, event }, record)),
    ...(isSummaryReplaced(before, record) ? plan('summary_replaced', decision, record) : []),
  ];
  return [...new Map(mails.map((mail) => [JSON.stringify(mail), mail])).values()];
}

/** Returns the emails that a message on a case triggers. Test cases don't send any. */
export function mailsOfMessage(message: MailedRef & { writtenBy: NoteWriter; mode: Mode }): PlannedMail[] {
  if (isSandbox(message)) return [];
  const trigger = message.writtenBy === 'customer' ? 'customer_message' : 'service_message';
  return plan(trigger, message, message);
}

/** A queued email about a case, with the case's data at the time of sending. */
interface Written {
  readonly kind: CaseMailKind;
  readonly payload: CaseMailPayload;
  readonly now: MailedCase;
}

/**
 * Composes an email about a case from the case's data at the time of sending. Returns null if the email no longer
 * applies, or if it is for an attorney who no longer has the case. The caller then drops the email.
 */
export function composeCaseMail(mail: Written, websiteOrigin: string): Rendered | null {
  const said = sayCaseMail(mail);
  if (said === null) return null;
  const { caseId } = mail.payload;
  const { audience } = caseMails[mail.kind];
  const about = audience === 'operators' ? caseId : withoutLinks(mail.now.address);
  return render({
    subject: `${said.subject} (${about})`,
    // Names are only shown behind the link, where the recipient has to sign in.
    body: [
      { fields: [[audience === 'operators' ? 'Case' : 'Property', about]] },
      ...said.body,
      ...linkTo(audience, caseId, websiteOrigin),
    ],
  });
}

/**
 * Combines several emails to a customer into one, grouped by case in the order of each case's first email. Identical
 * messages about a case appear once. `over` contains the emails that `composeCaseMail` would drop. `text` is null if
 * there are no others.
 */
export function composeDigest<Mail extends Written>(
  mails: readonly Mail[],
  websiteOrigin: string,
): { text: Rendered | null; over: Mail[] } {
  const cases = new Map<string, { address: string; letters: Map<string, Letter> }>();
  const over: Mail[] = [];
  for (const mail of mails) {
    const letter = sayCaseMail(mail);
    if (letter === null) {
      over.push(mail);
      continue;
    }
    const { caseId } = mail.payload;
    const about = cases.get(caseId) ?? { address: withoutLinks(mail.now.address), letters: new Map() };
    cases.set(caseId, about);
    about.letters.set(JSON.stringify(letter), letter);
  }
  const [first] = cases.values();
  if (first === undefined) return { text: null, over };
  const body = [...cases].flatMap(([caseId, { address, letters }]): Letter['body'] => [
    { fields: [['Property', address]] },
    ...[...letters.values()].flatMap((letter) => [{ heading: letter.subject }, ...letter.body]),
    ...linkTo('customer', caseId, websiteOrigin),
  ]);
  const about = cases.size === 1 ? first.address : `${cases.size} cases`;
  const choose = { link: `${websiteOrigin}${websitePages.account()}`, label: 'Choose which emails you get' };
  return { text: render({ subject: `Your daily summary (${about})`, body: [...body, choose] }), over };
}

function sayCaseMail({ kind, payload: { caseId: _id, attorneyId, ...detail }, now }: Written): Letter | null {
  const { audience, data: dataOf, subject, body } = caseMails[kind];
  if (audience === 'attorney' && attorneyId !== now.attorneyId) return null;
  const data = dataOf(now, detail);
  if (data === null) return null;
  const textOf = <Value>(text: Value | ((data: unknown) => Value)) =>
    typeof text === 'function' ? (text as (data: unknown) => Value)(data) : text;
  return { subject: textOf(subject), body: textOf(body) };
}

function linkTo(audience: Audience, caseId: string, websiteOrigin: string): Letter['body'] {
  const page = casePages[audience];
  return page === null ? [] : [{ link: `${websiteOrigin}${page(caseId)}`, label: 'Open the case' }];
}

/** The website's case page for each audience. Operators don't have one. */
const casePages: Readonly<Record<Audience, ((id: string) => string) | null>> = {
  customer: websitePages.case,
  attorney: websitePages.attorneyCase,
  operators: null,
};

/** A case, and the attorney who gets emails about it. `attorneyId` is null if the case has no attorney. */
interface MailedRef {
  readonly caseId: string;
  readonly attorneyId: string | null;
}

function plan<T extends Trigger>(trigger: T, context: Triggers[T], { caseId, attorneyId }: MailedRef): PlannedMail[] {
  return caseMailKinds.flatMap((kind): PlannedMail[] => {
    const { audience, group, on } = caseMails[kind];
    const rule = on[trigger] as true | ((context: Triggers[T]) => boolean | Detail) | undefined;
    const verdict = typeof rule === 'function' ? rule(context) : rule;
    if (!verdict) return [];
    // The case may have a different attorney by the time the email is sent.
    const addressee = audience === 'attorney' && attorneyId !== null ? { attorneyId } : {};
    return [{ kind, audience, group, payload: { caseId, ...addressee, ...(verdict === true ? {} : verdict) } }];
  });
}

/** Whether a new summary has replaced an earlier one. An approval then has to identify the new one. */
function isSummaryReplaced(before: CaseRecord | null, { summaries }: CaseRecord): boolean {
  const stages: readonly Stage[] = ['notice', 'filing'];
  return stages.some((stage) => {
    const [old, current] = [before?.summaries[stage], summaries[stage]];
    return old && current && old.id !== current.id;
  });
}
