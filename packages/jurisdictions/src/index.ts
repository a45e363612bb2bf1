export { documentTemplates, entryPoints, grounds, serviceMethods } from './pack.ts';
export type {
  Basis,
  Court,
  Cure,
  DayKind,
  Deadline,
  DocumentSpec,
  DocumentTemplate,
  EntryPoint,
  Ground,
  IsoDate,
  NoticeRule,
  RulePack,
  ServiceMethod,
  ServiceStage,
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
  actionOf,
  documentOf,
  documentsOf,
  isUsState,
  mayNeedJustCause,
  newestPack,
  packByVersion,
  packVersions,
} from './registry.ts';
export { rulePacks, usPack } from './packs/index.ts';
export {
  type GroundRequirements,
  type ResolvedJurisdiction,
  type JurisdictionQuery,
  type NoticeTerms,
  resolveJurisdiction,
} from './resolve.ts';
export { validatePack } from './validate.ts';
