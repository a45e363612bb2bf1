export * from './facts.ts';
export { withValues } from './with-values.ts';
export { idOf, idPrefixes, type IdKind } from './ids.ts';
export { isSandbox, type Mode, modes } from './mode.ts';
export { type Court, rulesFor, rulesOf } from './packs.ts';
export { nameFault } from './party-name.ts';
export { paymentPlace } from './payment-place.ts';
export { lastZoneDay } from './last-zone.ts';
export * from './states.ts';
export { type Author, authors, type CommandForm, type Fault, type Target, targets } from './commands/command.ts';
export {
  type AttorneyCommand,
  type Command,
  commandAuthors,
  type CommandBody,
  commandOf,
  type CommandKind,
  commands,
  definitionOf,
  faultsOf,
  type OperatorCommand,
  type ReportKind,
  reportKinds,
  type RoutedKind,
  type WrittenKind,
  writtenKinds,
} from './commands/registry.ts';
export type { Field, Fields, ValueOf } from './commands/field.ts';
export { type Known, type Material, type Materials, type Need, presumed } from './commands/needs.ts';
export { acceptsAttachment, type AttachmentKind, attachmentKinds } from './commands/attach.ts';
export type { Outcome } from './commands/outcome.ts';
export { type JudgmentDetails, judgmentFields } from './commands/judgment-fields.ts';
export type { AskedAttorney } from './transitions/engagement.ts';
export { type CustomerFactKind, customerFactKinds, type FactKind, factKinds, factNames } from './fact-kinds.ts';
export { type CaseEvent, isAddition, isCorrection, isRestated } from './case-event.ts';
export {
  eventRules,
  internalActions,
  type ActorType,
  type EventAction,
  type InternalAction,
  ruleOf,
  statesOf,
} from './events.ts';
export {
  courtNumbers,
  directives,
  directivesIn,
  type ReviewDecision,
  reviewDecisions,
  judgmentManners,
  judgmentOutcomes,
  rejectionCodes,
  type ReportedHoldReason,
  reportedHoldReasons,
  type Directive,
  type JudgmentManner,
  type JudgmentOutcome,
} from './vocabulary.ts';
export {
  type ApprovalSignature,
  type Approved,
  approvalText,
  type Assertion,
  underReview,
} from './approval-signature.ts';
export { documentsToApprove, isAmendmentApproved, isApproved, maxUnderReview, stageUnderReview } from './approvals.ts';
export type { Hearing } from './record.ts';
export { isEngaged, isFiled, needsDismissal } from './open-work.ts';
export { newCase } from './new-case.ts';
export {
  type RecordedDeadline,
  retriesExhausted,
  type SubmissionSnapshot,
  type CaseRecord,
  type Filing,
  type PackVersions,
  type RejectionReason,
  type ServiceAttempt,
  type Stage,
  type StageDocument,
  type StepFailure,
  type StepName,
} from './record.ts';
export { completesWithdrawal, decide } from './decide.ts';
export { attemptsOfRound } from './service-attempts.ts';
export { type AwaitedStep, sandboxStep } from './sandbox/steps.ts';
export { prepareSimulation, scenarios, simulationStates } from './sandbox/scenarios/play.ts';
export type { DocumentOrder, NewDocument } from './stage-documents.ts';
export { type DueWork, type Wait, waitKinds, type WaitKind, waitOf } from './waits.ts';
export { attention, operatorAttention, quietRetriesMs } from './attention.ts';
export { platformFee } from './platform-fee.ts';
export { type AttorneyWork, attorneyWork, attorneyWorkIn, statesOfWork } from './attorney-work.ts';
export { blockingReason } from './blocking-reason.ts';
export { isUntouched } from './commands/delete-draft.ts';
export { type CaseRetention, caseRetention, caseRetentionRules, intakeDays, withdrawsIdle } from './retention.ts';
export {
  engaging,
  nextAction,
  nextActors,
  type NextAction,
  type PreparedNextAction,
  shownNextAction,
} from './next-action.ts';
export { beforeDefault } from './servicemember.ts';
export { guards, type RefusalCode } from './refusals.ts';
export type { Context, Decision } from './turn.ts';
export { money } from './money.ts';
export { foldLetters } from './fold.ts';
export { looksLikeEntity } from './names.ts';
export { evaluateGates, gateDates, judgeDraft } from './gates/evaluate.ts';
export type { GateResults } from './gates/gate.ts';
export { balanceOfLedger } from './gates/ledger.ts';
export { priorNoticeRunsThrough } from './gates/prior-notice.ts';
export { attest, type AttestationName, attestationTexts, attestationVersion, type Attested } from './attestations.ts';
