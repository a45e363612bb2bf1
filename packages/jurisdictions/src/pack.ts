/** What a rule pack is made of. A pack is data: a court rule that changes is a new version, never an edit. */

export const grounds = ['nonpayment', 'lease_violation', 'holdover'] as const;
export type Ground = (typeof grounds)[number];

export type EntryPoint = 'notice' | 'filing';

export const serviceMethods = ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail'] as const;
export type ServiceMethod = (typeof serviceMethods)[number];

/** `YYYY-MM-DD`, a real calendar day. */
export type IsoDate = string;

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

export interface NoticeRule {
  readonly title: string;
  readonly period: Period;
  readonly cure: Cure;
  /** The period never ends before the lease does. */
  readonly notBeforeLeaseEnd: boolean;
  /** Ways of service that count. */
  readonly methods: readonly ServiceMethod[];
  /** The ways the sandbox tries, in order. */
  readonly attempts: readonly ServiceMethod[];
  /** The document that this notice is made from. */
  readonly specId: string;
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
  /** The document that starts the court case. */
  readonly filingSpecId: string;
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
