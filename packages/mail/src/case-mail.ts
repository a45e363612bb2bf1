import type {
  CaseEvent,
  CaseRecord,
  Ground,
  IsoDate,
  JudgmentOutcome,
  NoteWriter,
  State,
  StepName,
} from '@evict/case-model';
import type { MailGroup } from '@evict/case-model/mail-groups';
import type { Body } from './letter.ts';

/**
 * Who receives a mail about a case: every owner and member of the organization, each a mail of their own; the attorney
 * of the case; or the operators.
 */
export type Audience = 'customer' | 'attorney' | 'operators';

/** A decision on a case, as it is recorded. */
export interface RecordedDecision {
  readonly events: readonly CaseEvent[];
  /** The case before it; null where nothing had been recorded. */
  readonly before: CaseRecord | null;
  readonly record: CaseRecord;
}

interface CaseMessage {
  readonly writtenBy: NoteWriter;
  /** Who had been asked to take the case when the message was stored. */
  readonly attorneyId: string | null;
}

/** What can cause a mail about a case, and what the rules of the mail decide on. */
export type Triggers = {
  readonly [Action in CaseEvent['action']]: RecordedDecision & { readonly event: CaseEvent };
} & {
  /** A new case summary replaces the one under review. It is no event of the case. */
  readonly summary_replaced: RecordedDecision;
  readonly customer_message: CaseMessage;
  readonly service_message: CaseMessage;
};

export type Trigger = keyof Triggers;

/** What a mail is made from when it is sent: the address, codes and dates, and of persons the engaged attorney alone. */
export interface MailedCase {
  /** Of the property, as its customer wrote it. Operators are not told. */
  readonly address: string;
  readonly state: State;
  readonly ground: Ground;
  /** In capitals. */
  readonly jurisdiction: string;
  readonly attorneyId: string | null;
  /** Who has accepted the case, with their number in the state of the property; null before. */
  readonly attorney: { readonly name: string | null; readonly barNumber: string | null } | null;
  readonly holdReason: CaseRecord['holdReason'];
  /** The end of the notice period, as reported or computed. */
  readonly noticeExpires: IsoDate | null;
  readonly hearingDate: IsoDate | null;
  readonly judgment: JudgmentOutcome | null;
  /** Whether a withdrawal waits for the confirmation of the attorney. */
  readonly awaitsWithdrawal: boolean;
  /** Whether the court has a case of its own, whether no dismissal of it is on record, and the date of that. */
  readonly isFiled: boolean;
  readonly needsDismissal: boolean;
  readonly dismissedOn: IsoDate | null;
  readonly failedStep: StepName | null;
  /** Whether the failed step waits for an operator. */
  readonly retriesExhausted: boolean;
}

/** Codes that the row of a mail stores beside ids. Dates and outcomes are read when the mail is sent. */
export type Detail = Readonly<Record<string, string>>;

/** `true`: always. A function decides, and gives the detail where the mail has one. */
type Rule<Context, Stored> = [Stored] extends [never]
  ? true | ((context: Context) => boolean)
  : (context: Context) => Stored | false;

/** Either the same for every case, or made from its data. */
type Text<Data, Value> = Value | ((data: Data) => Value);

/** Each member of the customer chooses how the mails of a group come. */
type Addressee =
  | { readonly audience: 'customer'; readonly group: MailGroup }
  | { readonly audience: 'attorney' | 'operators'; readonly group?: never };

/** Everything about one kind of mail about a case. */
export type CaseMail<Data, Stored extends Detail = never> = Addressee & {
  /** When it is recorded: one mail for each trigger whose rule agrees. */
  readonly on: { readonly [T in Trigger]?: Rule<Triggers[T], Stored> };
  /** What its text is made from when it is sent; null where it is no longer true, and the mail is dropped. */
  readonly data: (now: MailedCase, detail: Stored) => Data | null;
  /** Without the address, or for operators the id of the case, which every subject ends with. */
  readonly subject: Text<Data, string>;
  /** Without address or id, which every mail begins with, and the link to the case, which those to customers and attorneys have. */
  readonly body: Text<Data, Body>;
};

/** Checks the definition of a mail, and infers its data. */
export function caseMail<Data, Stored extends Detail = never>(
  mail: CaseMail<Data, NoInfer<Stored>>,
): CaseMail<Data, Stored> {
  return mail;
}

/** Of a mail that is true whatever has become of the case. */
export const always = (): object => ({});

/** Of a mail that is true only while the condition holds. */
export function onlyWhile(holds: (now: MailedCase) => boolean): (now: MailedCase) => object | null {
  return (now) => (holds(now) ? {} : null);
}
