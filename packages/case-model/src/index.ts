export * from './facts.ts';
export { unprintableCharacters } from './printable.ts';
export { livingScripts } from './printed-size.ts';
export * from './states.ts';
export * from './commands.ts';
export {
  eventRules,
  internalActions,
  type ActorType,
  type CaseEvent,
  type EventAction,
  type InternalAction,
} from './events.ts';
export {
  completeRecord,
  currentReviewer,
  directives,
  directivesIn,
  isApproved,
  judgmentOutcomes,
  newCase,
  type CaseBrief,
  type CaseRecord,
  type Directive,
  type Filing,
  type JudgmentOutcome,
  type PackVersions,
  type RejectionCode,
  type ServiceAttempt,
  type Stage,
  type StageDocument,
  type StepFailure,
  type StepName,
} from './record.ts';
export { sameJson } from './same-json.ts';
export { decide } from './decide/index.ts';
export { reportedCitation } from './decide/service.ts';
export { retryDelaysMs } from './decide/failure.ts';
export {
  missingStageDocuments,
  needsAttorney,
  noticePeriodEnd,
  sandboxStep,
  type DocumentOrder,
  type Step,
} from './steps.ts';
export { attention } from './attention.ts';
export { platformFee } from './platform-fee.ts';
export { type CaseRetention, caseRetention, caseRetentionRules, withdrawsIdle } from './retention.ts';
export { engaging, nextAction, nextActors, type NextAction } from './next-action.ts';
export type { Context, Decision, RefusalCode } from './turn.ts';
export { evaluateGates, gateDates, type GateResults, priorNoticeRunsThrough } from './gates/index.ts';
