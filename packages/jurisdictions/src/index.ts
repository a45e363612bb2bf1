export { documentTemplates, entryPoints, grounds, noticeMethods, serviceMethods } from './pack.ts';
export type {
  Basis,
  Court,
  CourtDateName,
  Cure,
  DayCount,
  DayKind,
  Deadline,
  DocumentSpec,
  DocumentTemplate,
  EntryPoint,
  Ground,
  IsoDate,
  NoticeRule,
  RulePack,
  NoticeMethod,
  ServiceMethod,
  ServiceStage,
  StatesPack,
  Sureness,
} from './pack.ts';
export { addDays, dateOf, daysBetween, isIsoDate, startOfDay, weekday } from './calendar.ts';
export { holidaysOf, isBusinessDay, nextBusinessDay, rollToBusinessDay } from './business-days.ts';
export {
  answerDue,
  appealPeriodEnds,
  caresMinimumDays,
  hearingOn,
  noticeDeadlines,
  type NoticeService,
  priorNoticeExpires,
  takesEffect,
  writExpires,
} from './deadlines.ts';
export {
  actionOf,
  documentOf,
  documentsOf,
  isUsState,
  licenseAsk,
  mayNeedJustCause,
  newestPack,
  packByVersion,
  packVersions,
} from './registry.ts';
export { isCurrent, maxAgeDays, stateSlug, stateTopics, topicNames } from './state-facts.ts';
export { rulePacks, usPack } from './packs/index.ts';
export { type ResolvedJurisdiction, resolveJurisdiction } from './resolve.ts';
export { zipOfAnotherState } from './zip-prefixes.ts';
