export { documentTemplates, entryPoints, grounds, noticeMethods, serviceMethods } from './pack.ts';
export type {
  Court,
  Cure,
  Deadline,
  DocumentTemplate,
  EntryPoint,
  Ground,
  IsoDate,
  NoticeRule,
  RulePack,
  NoticeMethod,
  ServiceMethod,
  ServiceStage,
} from './pack.ts';
export { addDays, dateOf, daysBetween, startOfDay, weekday } from './calendar.ts';
export { nextBusinessDay } from './business-days.ts';
export {
  answerDue,
  appealPeriodEnds,
  caresMinimumDays,
  hearingOn,
  noticeDeadlines,
  priorNoticeExpires,
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
export {
  factStatus,
  factStatuses,
  factWords,
  olderHeading,
  stateSlug,
  stateTopics,
  topicNames,
} from './state-facts.ts';
export { rulePacks, usPack } from './packs/index.ts';
export { resolveJurisdiction } from './resolve.ts';
export { zipOfAnotherState } from './zip-prefixes.ts';
