import { type CaseRecord, isSandbox, type Mode, type NoteWriter, type Stage } from '@evict/case-model';
import { websitePages } from '@evict/contract/website-pages';
import type { Audience, CaseMail, RecordedDecision, Detail, MailedCase, Trigger, Triggers } from './case-mail.ts';
import * as registry from './case-mails/registry.ts';
import { render, type Rendered } from './letter.ts';

export type CaseMailKind = keyof typeof registry;

/** What a recorded mail stores until it is sent: the id of the case, of the attorney it is for, and its detail. */
export type CaseMailPayload = Detail & { readonly caseId: string };

/** A mail to be recorded for everybody of its audience. */
export interface PlannedMail {
  readonly kind: CaseMailKind;
  readonly audience: Audience;
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

/**
 * The text of a mail about a case, made from the case as it is `now`. Null, and the mail is dropped, where it is no
 * longer true or the case is another attorney's.
 */
export function composeCaseMail(
  { kind, payload: { caseId, attorneyId, ...detail } }: { kind: CaseMailKind; payload: CaseMailPayload },
  now: MailedCase,
  websiteOrigin: string,
): Rendered | null {
  const { audience, data: dataOf, subject, body } = caseMails[kind];
  if (audience === 'attorney' && attorneyId !== now.attorneyId) return null;
  const data = dataOf(now, detail);
  if (data === null) return null;
  const textOf = <Value>(text: Value | ((data: unknown) => Value)) =>
    typeof text === 'function' ? (text as (data: unknown) => Value)(data) : text;
  const page = casePages[audience];
  return render({
    subject: `${textOf(subject)} (${caseId})`,
    // The names are behind the link, where the recipient has to sign in.
    body: [
      { fields: [['Case', caseId]] },
      ...textOf(body),
      ...(page === null ? [] : [{ link: `${websiteOrigin}${page(caseId)}`, label: 'Open the case' }]),
    ],
  });
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
    const { audience, on } = caseMails[kind];
    const rule = on[trigger] as true | ((context: Triggers[T]) => boolean | Detail) | undefined;
    const verdict = typeof rule === 'function' ? rule(context) : rule;
    if (!verdict) return [];
    // By the time a mail to the attorney is sent, the case may be another's.
    const addressee = audience === 'attorney' && attorneyId !== null ? { attorneyId } : {};
    return [{ kind, audience, payload: { caseId, ...addressee, ...(verdict === true ? {} : verdict) } }];
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
