/**
 * The types of a rule pack. A pack is data. If a court rule changes, a new version is added, and the old one is never
 * edited.
 */

export const grounds = ['nonpayment', 'lease_violation', 'holdover'] as const;
export type Ground = (typeof grounds)[number];

export const entryPoints = ['notice', 'filing'] as const;
export type EntryPoint = (typeof entryPoints)[number];

/** The methods of service that a customer can state for an earlier notice, and that a rule can name. */
export const noticeMethods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;
export type NoticeMethod = (typeof noticeMethods)[number];

/**
 * The methods of service that can be reported: the ones above, and posting combined with mail. Posting alone may not be
 * enough, because it may not reach the tenant: Greene v. Lindsey, 456 U.S. 444 (1982).
 */
export const serviceMethods = [...noticeMethods, 'posting_and_mail'] as const;
export type ServiceMethod = (typeof serviceMethods)[number];

/** The paper that is served on the tenant. */
export type ServiceStage = 'notice' | 'summons';

/** A real calendar day as `YYYY-MM-DD`, in the years 1900 to 2200. */
export type IsoDate = string;

/** A date set by the law or the court, with its source. */
export interface Deadline {
  name: string;
  date: IsoDate;
  citation: string;
}

/** 0 is Sunday, 6 is Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/**
 * How certain a rule is. `sure`: its source says so. `read_so`: courts, forms or secondary sources read it this way,
 * and some may not. `ours`: a choice of this project. `fictional`: written for a sandbox, and not law anywhere.
 */
type Sureness = 'sure' | 'read_so' | 'ours' | 'fictional';

/** The source of a rule. Every part of a pack that states law has one. */
export interface Basis {
  /** The section of the statute, or the court case. */
  readonly citation: string;
  /** Where its text was read, or what it is modeled on. */
  readonly source: string;
  /** The day on which someone last compared the rule with its source. */
  readonly checked: IsoDate;
  readonly sure: Sureness;
  /** What else a lawyer should know, such as limits and pending changes. */
  readonly remark?: string;
}

type DayKind = 'business' | 'calendar';

/** A number of days and how they are counted. */
export interface DayCount {
  readonly days: number;
  readonly dayKind: DayKind;
}

/** A number of days set by law. */
interface Period extends DayCount, Basis {}

/** A holiday on the same day each year, or on the nth weekday of a month. -1 means the last one. */
export type HolidayRule =
  | { readonly name: string; readonly month: number; readonly day: number }
  | { readonly name: string; readonly month: number; readonly weekday: Weekday; readonly nth: 1 | 2 | 3 | 4 | -1 };

/** The days on which a court is open. */
export interface CourtCalendar extends Basis {
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly HolidayRule[];
  /** The number of days by which a holiday on that weekday moves. It doesn't move on other weekdays. */
  readonly observedShift: { readonly [day in Weekday]?: -1 | 1 };
}

interface Counting extends Basis {
  /** For each method, the number of calendar days from mailing until service takes effect. */
  readonly mailDays: { readonly [method in ServiceMethod]?: number };
}

/** The court action for possession. */
interface Action extends Basis {
  readonly name: string;
}

/** How a tenant can cure: by paying in full, by ending the violation, or not at all. */
export type Cure = 'full_amount' | 'violation_cured' | 'none';

/** A document that the platform renders. */
export interface DocumentSpec {
  /** `<pack>.<document>.v<number>`. New wording gets a new id, because stored bytes never change. */
  readonly id: string;
  readonly template: DocumentTemplate;
  readonly title: string;
  /** The name of the file. It never contains a person's name. */
  readonly filename: string;
}

/** The layouts of documents, with the kind of document that each renders. */
export const documentTemplates = {
  notice: { kind: 'notice' },
  complaint: { kind: 'filing' },
  summons: { kind: 'filing' },
  proof: { kind: 'proof' },
} as const;
export type DocumentTemplate = keyof typeof documentTemplates;

/** The fictional contact details of someone who acts in a sandbox case. */
interface Contact {
  readonly name: string;
  /** The address, line by line as on an envelope. */
  readonly address: readonly string[];
  readonly telephone: string;
}

/** The sandbox's attorney, who appears for entities. */
interface Counsel extends Contact {
  readonly email: string;
  readonly barNumber: string;
}

/** The sandbox's process server, who is over 18 and not a party. */
interface ProcessServer extends Contact {
  /** The post office at which the process server mails papers. */
  readonly postOffice: string;
}

/** The court that hears sandbox cases. */
export interface Court extends Contact {
  /** How to request an interpreter or an accommodation. */
  readonly access: string;
  /** The template for the clerk's filing numbers. `{number}` is replaced by a running number. */
  readonly envelopeIds: string;
  /**
   * The template for the court's case numbers. `{year}` is replaced by the year of the filing, and `{number}` by a
   * running number.
   */
  readonly caseNumbers: string;
}

export interface NoticeRule {
  readonly period: Period;
  readonly cure: Cure;
  /** Whether the period never ends before the lease does. */
  readonly notBeforeLeaseEnd: boolean;
  /** The valid methods of service. */
  readonly methods: readonly NoticeMethod[];
  /** The order in which the sandbox tries methods. */
  readonly attempts: readonly NoticeMethod[];
  readonly document: DocumentSpec;
}

/**
 * The federal 30-day notice for covered dwellings. The law is changing, so this is one setting with the days on which
 * it applies. After a repeal, a new pack sets `inForceUntil`.
 */
export interface CaresSetting extends Basis {
  readonly minimumDays: number;
  readonly inForceFrom: IsoDate;
  /** The last day on which it applies. Null while no end is known. */
  readonly inForceUntil: IsoDate | null;
}

/** The names of dates that follow from court events. */
export type CourtDateName = 'answer_due' | 'hearing' | 'appeal_period_ends' | 'writ_expires';

/** The rules of a jurisdiction that the platform handles without an attorney. */
export interface RulePack {
  readonly id: string;
  readonly version: string;
  /** The state code in a property's address, two capital letters. */
  readonly stateCode: string;
  readonly name: string;
  /** What a reader should know before reading the rules. */
  readonly about: string;
  readonly action: Action;
  readonly calendar: CourtCalendar;
  readonly counting: Counting;
  readonly notices: { readonly [ground in Ground]: NoticeRule };
  readonly courtDates: { readonly [name in CourtDateName]: Period };
  /** The documents of a filing. The first one starts the case. */
  readonly filing: readonly DocumentSpec[];
  readonly proofs: { readonly [stage in ServiceStage]: DocumentSpec };
  readonly court: Court;
  readonly counsel: Counsel;
  readonly server: ProcessServer;
  readonly cares: CaresSetting;
}

export interface StateRow {
  /** Two capital letters. */
  readonly code: string;
  readonly name: string;
  readonly id: string;
}

/** A local requirement that attorneys ask about in addition to the common facts. */
interface LocalAsk extends Basis {
  readonly state: string;
  readonly ask: string;
  /** Set if the requirement is a rental license. Without one, a case can fail. */
  readonly namesLicense?: true;
}

/** A state in which ending a tenancy at the end of its term may require a legal reason. */
interface JustCause extends Basis {
  readonly state: string;
}

/** The states whose cases attorneys handle. It doesn't contain any state's procedure. */
export interface StatesPack {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  /** What a reader should know before reading the rules. */
  readonly about: string;
  readonly states: readonly StateRow[];
  readonly justCause: readonly JustCause[];
  readonly localAsks: readonly LocalAsk[];
  readonly cares: CaresSetting;
}
