/** What a rule pack is made of. A pack is data: a court rule that changes is a new version, never an edit. */

export const grounds = ['nonpayment', 'lease_violation', 'holdover'] as const;
export type Ground = (typeof grounds)[number];

export const entryPoints = ['notice', 'filing'] as const;
export type EntryPoint = (typeof entryPoints)[number];

export const serviceMethods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;
export type ServiceMethod = (typeof serviceMethods)[number];

/** What is served on the tenant. */
export type ServiceStage = 'notice' | 'summons';

/** `YYYY-MM-DD`, a real calendar day, year 1900 to 2200. */
export type IsoDate = string;

/** A date that the law or the court sets, with where it comes from. */
export interface Deadline {
  name: string;
  date: IsoDate;
  citation: string;
}

/** 0 is Sunday, 6 is Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type DayKind = 'business' | 'calendar';

/** How a jurisdiction counts a number of days, and where it says so. */
export interface Period {
  readonly days: number;
  readonly dayKind: DayKind;
  readonly citation: string;
}

/** A holiday on the same day each year, or on the nth weekday of a month (-1: its last). */
export type HolidayRule =
  | { readonly name: string; readonly month: number; readonly day: number }
  | { readonly name: string; readonly month: number; readonly weekday: Weekday; readonly nth: 1 | 2 | 3 | 4 | -1 };

/** Which days a court is open. */
export interface CourtCalendar {
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly HolidayRule[];
  /** By how many days a holiday moves when it falls on that weekday; a weekday that is not named keeps its holidays. */
  readonly observedShift: { readonly [day in Weekday]?: -1 | 1 };
  readonly citation: string;
}

/** What ends a tenant's duty to leave: paying in full, mending the violation, or nothing. */
export type Cure = 'full_amount' | 'violation_cured' | 'none';

/** A paper that the platform makes for its cases. */
export interface DocumentSpec {
  /** `<pack>.<document>.v<number>`: a wording that changes is a new id, because stored bytes stay as they are. */
  readonly id: string;
  readonly template: DocumentTemplate;
  readonly title: string;
  /** Never carries a name. */
  readonly filename: string;
}

/** The layouts and wordings of papers, with the kind of document that each makes. */
export const documentTemplates = {
  notice: { kind: 'notice' },
  complaint: { kind: 'filing' },
  summons: { kind: 'filing' },
  proof: { kind: 'proof' },
} as const;
export type DocumentTemplate = keyof typeof documentTemplates;

/** The sandbox court that hears its cases. */
export interface Court {
  readonly name: string;
  /** How its clerk numbers filings: `{number}` counts up. */
  readonly envelopeIds: string;
  /** How its clerk numbers cases: `{year}` is that of the filing. */
  readonly caseNumbers: string;
}

export interface NoticeRule {
  readonly period: Period;
  readonly cure: Cure;
  /** The period never ends before the lease does. */
  readonly notBeforeLeaseEnd: boolean;
  /** Ways of service that count. */
  readonly methods: readonly ServiceMethod[];
  /** The ways the sandbox tries, in order. */
  readonly attempts: readonly ServiceMethod[];
  readonly document: DocumentSpec;
}

/**
 * The federal 30-day notice for covered dwellings. The law is moving, so it is one setting with the days it holds
 * between and the day it was last checked: a repeal is a new pack with `inForceUntil` filled in.
 */
export interface CaresSetting {
  readonly minimumDays: number;
  readonly citation: string;
  readonly inForceFrom: IsoDate;
  /** The last day it holds; null while no end is known. */
  readonly inForceUntil: IsoDate | null;
  readonly reviewed: IsoDate;
}

/** Names of the dates that follow from an event at court. */
export const courtDateNames = ['answer_due', 'hearing', 'appeal_period_ends', 'writ_expires'] as const;
export type CourtDateName = (typeof courtDateNames)[number];

/** A jurisdiction whose rules we run by ourselves. */
export interface RulePack {
  readonly id: string;
  readonly version: string;
  /** The two capitals that a property's address carries. */
  readonly stateCode: string;
  readonly name: string;
  readonly action: string;
  readonly calendar: CourtCalendar;
  /** How days are counted. */
  readonly computationCitation: string;
  /** Service by these counts as made so many calendar days after mailing. */
  readonly mailDays: { readonly [method in ServiceMethod]?: number };
  readonly notices: { readonly [ground in Ground]: NoticeRule };
  readonly courtDates: { readonly [name in CourtDateName]: Period };
  /** What the court is sent; the first starts the case. */
  readonly filing: readonly DocumentSpec[];
  readonly proofs: { readonly [stage in ServiceStage]: DocumentSpec };
  readonly court: Court;
  readonly cares: CaresSetting;
}

export interface StateRow {
  /** Two capitals. */
  readonly code: string;
  readonly name: string;
  readonly id: string;
}

/** Something a state's courts ask for beside the common facts; shown to nobody until it is reviewed. */
interface LocalAsk {
  readonly state: string;
  readonly ask: string;
  readonly source: string;
  readonly reviewed: IsoDate;
}

/** The states whose cases attorneys handle. It holds no state's procedure. */
export interface StatesPack {
  readonly id: string;
  readonly version: string;
  readonly states: readonly StateRow[];
  /** Where ending a tenancy at its term may need a legal reason. */
  readonly justCause: { readonly states: readonly string[]; readonly source: string; readonly reviewed: IsoDate };
  readonly localAsks: readonly LocalAsk[];
  readonly cares: CaresSetting;
}
