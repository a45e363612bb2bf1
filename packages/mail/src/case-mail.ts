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
 * Who receives an email about a case: each owner and member of the organization separately, the case's attorney, or the
 * operators.
 */
export type Audience = 'customer' | 'attorney' | 'operators';

/** A recorded decision on a case. */
export interface RecordedDecision {
  readonly events: readonly CaseEvent[];
  /** The case before the decision. Null for the first decision. */
  readonly before: CaseRecord | null;
  readonly record: CaseRecord;
}

interface CaseMessage {
  readonly writtenBy: NoteWriter;
  /** The attorney assigned to the case when the message was stored. Null if there was none. */
  readonly attorneyId: string | null;
}

/** What can trigger an email about a case, with the data that its rule gets. */
export type Triggers = {
  readonly [Action in CaseEvent['action']]: RecordedDecision & { readonly event: CaseEvent };
} & {
  /** A new case summary has replaced the one under review. This isn't a case event. */
  readonly summary_replaced: RecordedDecision;
  readonly customer_message: CaseMessage;
  readonly service_message: CaseMessage;
};

export type Trigger = keyof Triggers;

/**
 * The data from which an email is composed when it is sent: the property's address, codes and dates. The only person it
 * identifies is the attorney.
 */
export interface MailedCase {
  /** The address of the property as the customer wrote it. Operators don't get it. */
  readonly address: string;
  readonly state: State;
  readonly ground: Ground;
  /** The state's code, in upper case. */
  readonly jurisdiction: string;
  readonly attorneyId: string | null;
  /** The attorney who has accepted the case, with their bar number in the property's state. Null before that. */
  readonly attorney: { readonly name: string | null; readonly barNumber: string | null } | null;
  readonly holdReason: CaseRecord['holdReason'];
  /** The end of the notice period, as reported or computed. */
  readonly noticeExpires: IsoDate | null;
  readonly hearingDate: IsoDate | null;
  readonly judgment: JudgmentOutcome | null;
  /** Whether a withdrawal waits for the attorney's confirmation. */
  readonly awaitsWithdrawal: boolean;
  /**
   * Whether a court has the case. `needsDismissal` tells whether a dismissal still has to be recorded, and
   * `dismissedOn` is the date of a recorded one.
   */
  readonly isFiled: boolean;
  readonly needsDismissal: boolean;
  readonly dismissedOn: IsoDate | null;
  readonly failedStep: StepName | null;
  /** Whether the failed step waits for an operator. */
  readonly retriesExhausted: boolean;
}

/** Codes that an email's row stores in addition to ids. Dates and outcomes are read when the email is sent. */
export type Detail = Readonly<Record<string, string>>;

/**
 * `true` always queues the email. A function decides whether to queue it, and returns the detail if the email has one.
 */
type Rule<Context, Stored> = [Stored] extends [never]
  ? true | ((context: Context) => boolean)
  : (context: Context) => Stored | false;

/** Either a fixed value, or a function of the email's data. */
type Text<Data, Value> = Value | ((data: Data) => Value);

/** For email to customers, each member chooses how the emails in a group are sent. */
type Addressee =
  | { readonly audience: 'customer'; readonly group: MailGroup }
  | { readonly audience: 'attorney' | 'operators'; readonly group?: never };

/** Defines one kind of email about a case. */
export type CaseMail<Data, Stored extends Detail = never> = Addressee & {
  /** When the email is queued: once for each trigger whose rule returns true or a detail. */
  readonly on: { readonly [T in Trigger]?: Rule<Triggers[T], Stored> };
  /**
   * Returns the data for the subject and body when the email is sent. Null drops the email, because it no longer
   * applies.
   */
  readonly data: (now: MailedCase, detail: Stored) => Data | null;
  /** The subject without its ending, which is the property's address, or for operators the case id. */
  readonly subject: Text<Data, string>;
  /**
   * The body without its standard parts: the address or id at the beginning, and for customers and attorneys the link
   * to the case.
   */
  readonly body: Text<Data, Body>;
};

/** Type-checks the definition of an email and infers its data. */
export function caseMail<Data, Stored extends Detail = never>(
  mail: CaseMail<Data, NoInfer<Stored>>,
): CaseMail<Data, Stored> {
  return mail;
}

/** For an email that applies whatever happens to the case. */
export const always = (): object => ({});

/** For an email that applies only while the condition holds. */
export function onlyWhile(holds: (now: MailedCase) => boolean): (now: MailedCase) => object | null {
  return (now) => (holds(now) ? {} : null);
}
