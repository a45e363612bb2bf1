export type {
  Cure,
  DayKind,
  Deadline,
  EntryPoint,
  Ground,
  IsoDate,
  NoticeRule,
  RulePack,
  ServiceMethod,
  StatesPack,
} from './pack.ts';
export { addDays, dateOf, isIsoDate, startOfDay, weekday } from './calendar.ts';
export { isBusinessDay, nextBusinessDay } from './business-days.ts';
export {
  answerDue,
  appealPeriodEnds,
  caresMinimumDays,
  hearingOn,
  noticeDeadlines,
  type NoticeService,
  priorNoticeExpires,
  writExpires,
} from './deadlines.ts';
export {
  isUsState,
  mayNeedJustCause,
  newestPack,
  packByVersion,
  packVersions,
  sandboxMethods,
  usPack,
} from './registry.ts';
export {
  type GroundAnswer,
  type JurisdictionAnswer,
  type JurisdictionQuery,
  type NoticeAnswer,
  resolveJurisdiction,
} from './resolve.ts';
