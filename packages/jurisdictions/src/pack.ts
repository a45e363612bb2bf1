/** The types of a rule pack. A pack is data: a changed court rule is a new version, never an edit. */

export const grounds = ['nonpayment', 'lease_violation', 'holdover'] as const;
export type Ground = (typeof grounds)[number];

export const entryPoints = ['notice', 'filing'] as const;
export type EntryPoint = (typeof entryPoints)[number];

/** The methods that a customer can state for an earlier notice, and that a rule can name. */
export const noticeMethods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;
export type NoticeMethod = (typeof noticeMethods)[number];

/** The methods by which service is reported. Posting alone may not reach a tenant: Greene v. Lindsey, 456 U.S. 444 (1982). */
export const serviceMethods = [...noticeMethods, 'posting_and_mail'] as const;
export type ServiceMethod = (typeof serviceMethods)[number];

/** The paper that is served on the tenant. */
export type ServiceStage = 'notice' | 'summons';

/** `YYYY-MM-DD`, a real calendar day, year 1900 to 2200. */
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
 * How sure a rule is. `sure`: its source says it. `read_so`: courts, forms or secondary sources read it so, and some may
 * not. `ours`: a choice of this project. `fictional`: written for a sandbox, the law of no place.
 */
type Sureness = 'sure' | 'read_so' | 'ours' | 'fictional';

/** What a rule rests on. Nothing in a pack that states law is without one. */
export interface Basis {
  /** The section or the case. */
  readonly citation: string;
  /** Where its text was read, or what it is modelled on. */
  readonly source: string;
  /** The day on which somebody last compared the rule with its source. */
  readonly checked: IsoDate;
  readonly sure: Sureness;
  /** What a lawyer should know besides: limits, pending changes. */
  readonly remark?: string;
}

type DayKind = 'business' | 'calendar';

/** A number of days and how they are counted. */
export interface DayCount {
  readonly days: number;
  readonly dayKind: DayKind;
}

/** A number of days that the law sets. */
interface Period extends DayCount, Basis {}

/** A holiday on the same day each year, or on the nth weekday of a month (-1: its last). */
export type HolidayRule =
  | { readonly name: string; readonly month: number; readonly day: number }
  | { readonly name: string; readonly month: number; readonly weekday: Weekday; readonly nth: 1 | 2 | 3 | 4 | -1 };

/** Which days a court is open. */
export interface CourtCalendar extends Basis {
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly HolidayRule[];
  /** By how many days a holiday on that weekday moves; on other weekdays it stays. */
  readonly observedShift: { readonly [day in Weekday]?: -1 | 1 };
}

/** How days are counted. */
interface Counting extends Basis {
  /** By how many calendar days after mailing each method takes effect. */
  readonly mailDays: { readonly [method in ServiceMethod]?: number };
}

/** The court action for possession. */
interface Action extends Basis {
  readonly name: string;
}

/** How a tenant can cure: by full payment, by ending the violation, or not at all. */
export type Cure = 'full_amount' | 'violation_cured' | 'none';

/** A document that the platform renders. */
export interface DocumentSpec {
  /** `<pack>.<document>.v<number>`: new wording is a new id, because stored bytes never change. */
  readonly id: string;
  readonly template: DocumentTemplate;
  readonly title: string;
  /** Never contains a name. */
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

/** Where somebody who acts in a sandbox case is reached. Fictional. */
interface Contact {
  readonly name: string;
  /** As on an envelope. */
  readonly address: readonly string[];
  readonly telephone: string;
}

/** The attorney of the sandbox, by whom an entity appears. */
interface Counsel extends Contact {
  readonly email: string;
  readonly barNumber: string;
}

/** The server of the sandbox, who is over 18 and not a party. */
interface ProcessServer extends Contact {
  /** Where the server puts paper into the mail. */
  readonly postOffice: string;
}

/** The sandbox court that hears its cases. */
export interface Court extends Contact {
  /** How to ask for an interpreter or an accommodation. */
  readonly access: string;
  /** The clerk's numbers of filings: `{number}` counts up. */
  readonly envelopeIds: string;
  /** The clerk's numbers of cases: `{year}` is that of the filing. */
  readonly caseNumbers: string;
}

export interface NoticeRule {
  readonly period: Period;
  readonly cure: Cure;
  /** The period never ends before the lease does. */
  readonly notBeforeLeaseEnd: boolean;
  /** Valid methods of service. */
  readonly methods: readonly NoticeMethod[];
  /** The order in which the sandbox tries methods. */
  readonly attempts: readonly NoticeMethod[];
  readonly document: DocumentSpec;
}

/**
 * The federal 30-day notice for covered dwellings. The law is changing, so it is one setting with the days on which it
 * applies: a repeal is a new pack with `inForceUntil`.
 */
export interface CaresSetting extends Basis {
  readonly minimumDays: number;
  readonly inForceFrom: IsoDate;
  /** The last day on which it applies; null while no end is known. */
  readonly inForceUntil: IsoDate | null;
}

/** Names of the dates that follow from court events. */
export type CourtDateName = 'answer_due' | 'hearing' | 'appeal_period_ends' | 'writ_expires';

/** The rules of a jurisdiction that the platform handles itself. */
export interface RulePack {
  readonly id: string;
  readonly version: string;
  /** The state code of a property's address, two capitals. */
  readonly stateCode: string;
  readonly name: string;
  /** What a reader has to know before the rules. */
  readonly about: string;
  readonly action: Action;
  readonly calendar: CourtCalendar;
  readonly counting: Counting;
  readonly notices: { readonly [ground in Ground]: NoticeRule };
  readonly courtDates: { readonly [name in CourtDateName]: Period };
  /** The documents of a filing; the first starts the case. */
  readonly filing: readonly DocumentSpec[];
  readonly proofs: { readonly [stage in ServiceStage]: DocumentSpec };
  readonly court: Court;
  readonly counsel: Counsel;
  readonly server: ProcessServer;
  readonly cares: CaresSetting;
}

export interface StateRow {
  /** Two capitals. */
  readonly code: string;
  readonly name: string;
  readonly id: string;
}

/** What attorneys of a place ask for beyond the common facts. */
interface LocalAsk extends Basis {
  readonly state: string;
  readonly ask: string;
  /** It names a license to rent, without which a case can fail. */
  readonly namesLicense?: true;
}

/** A state in which ending a tenancy at its term may need a legal reason. */
interface JustCause extends Basis {
  readonly state: string;
}

/** The states whose cases attorneys handle. It contains no state's procedure. */
export interface StatesPack {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  /** What a reader has to know before the rules. */
  readonly about: string;
  readonly states: readonly StateRow[];
  readonly justCause: readonly JustCause[];
  readonly localAsks: readonly LocalAsk[];
  readonly cares: CaresSetting;
}
