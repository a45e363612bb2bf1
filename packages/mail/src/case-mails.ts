import { type CaseRecord, isSandbox, type Mode, type NoteWriter, type Stage } from '@evict/case-model';
import type { MailGroup } from '@evict/case-model/mail-groups';
import { websitePages } from '@evict/contract/website-pages';
import type { Audience, CaseMail, RecordedDecision, Detail, MailedCase, Trigger, Triggers } from './case-mail.ts';
import * as registry from './case-mails/registry.ts';
import { type Letter, render, type Rendered, withoutLinks } from './letter.ts';

export type CaseMailKind = keyof typeof registry;

/** What a recorded mail stores until it is sent: the id of the case, of the attorney it is for, and its detail. */
export type CaseMailPayload = Detail & { readonly caseId: string };

/** A mail to be recorded for everybody of its audience. */
export interface PlannedMail {
  readonly kind: CaseMailKind;
  readonly audience: Audience;
  /** Of a mail to the customer. */
  readonly group?: MailGroup | undefined;
  readonly payload: CaseMailPayload;
}

const caseMails = registry as unknown as Readonly<Record<CaseMailKind, CaseMail<unknown, Detail>>>;

export const caseMailKinds = Object.keys(caseMails) as CaseMailKind[];

/** Whether a recorded mail is about a case. */
export function isCaseMail<Mail extends { kind: string }>(mail: Mail): mail is Extract<Mail, { kind: CaseMailKind }> {
  return Object.hasOwn(caseMails, mail.kind);
}

/** The mails that a decision causes, each once; none for a test case. */
export function mailsOfDecision(decision: RecordedDecision): PlannedMail[] {
  const { events, before, record } = decision;
  if (isSandbox(record)) return [];
  const mails = [
    ...events.flatMap((event) => plan(event.action, { ...decision, event }, record)),
    ...(isSummaryReplaced(before, record) ? plan('summary_replaced', decision, record) : []),
  ];
  return [...new Map(mails.map((mail) => [JSON.stringify(mail), mail])).values()];
}

/** The mails that a message on a case causes; none on a test case. */
export function mailsOfMessage(message: MailedRef & { writtenBy: NoteWriter; mode: Mode }): PlannedMail[] {
  if (isSandbox(message)) return [];
  const trigger = message.writtenBy === 'customer' ? 'customer_message' : 'service_message';
  return plan(trigger, message, message);
}

/** A recorded mail about a case, and the case as it is when the mail is sent. */
interface Written {
  readonly kind: CaseMailKind;
  readonly payload: CaseMailPayload;
  readonly now: MailedCase;
}

/**
 * The text of a mail about a case, made from the case as it is `now`. Null, and the mail is dropped, where it is no
 * longer true or the case is another attorney's.
 */
export function composeCaseMail(mail: Written, websiteOrigin: string): Rendered | null {
  const said = sayCaseMail(mail);
  if (said === null) return null;
  const { caseId } = mail.payload;
  const { audience } = caseMails[mail.kind];
  const about = audience === 'operators' ? caseId : withoutLinks(mail.now.address);
  return render({
    subject: `${said.subject} (${about})`,
    // The names are behind the link, where the recipient has to sign in.
    body: [
      { fields: [[audience === 'operators' ? 'Case' : 'Property', about]] },
      ...said.body,
      ...linkTo(audience, caseId, websiteOrigin),
    ],
  });
}

/**
 * One mail to a customer instead of several, by case in the order of the first about each. `over`: those that
 * `composeCaseMail` would drop; without any other there is no text. What two would say in the same words is said once.
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

/** Where the website shows a case to each audience; operators have none there. */
const casePages: Readonly<Record<Audience, ((id: string) => string) | null>> = {
  customer: websitePages.case,
  attorney: websitePages.attorneyCase,
  operators: null,
};

/** A case, and the attorney that mail to its attorney goes to. */
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
    // By the time a mail to the attorney is sent, the case may be another's.
    const addressee = audience === 'attorney' && attorneyId !== null ? { attorneyId } : {};
    return [{ kind, audience, group, payload: { caseId, ...addressee, ...(verdict === true ? {} : verdict) } }];
  });
}

/** An approval has to name the new summary, whatever the attorney has read before. */
function isSummaryReplaced(before: CaseRecord | null, { summaries }: CaseRecord): boolean {
  const stages: readonly Stage[] = ['notice', 'filing'];
  return stages.some((stage) => {
    const [old, current] = [before?.summaries[stage], summaries[stage]];
    return old && current && old.id !== current.id;
  });
}
