import { answerDue, dateOf } from '@evict/jurisdictions';
import type { IsoDate, ServiceMethod, ServiceStage } from '../facts.ts';
import { idOf } from '../ids.ts';
import type { CaseRecord, RecordedDeadline, ServiceAttempt } from '../record.ts';
import type { RefusalCode } from '../refusals.ts';
import { rulesOf } from '../packs.ts';
import { attemptsOfRound, currentRound, governingService, serviceApproval } from '../service-attempts.ts';
import type { Turn } from '../turn.ts';
import { replaceDeadline } from './court.ts';
import { noticeServed } from './notice-served.ts';

/** Opens a pending attempt. `isFirst` starts a new round, because the paper is sent out anew. */
export function openAttempt(
  turn: Turn,
  stage: ServiceStage,
  method: ServiceMethod,
  { partyIndex = null, isFirst = false }: { partyIndex?: number | null; isFirst?: boolean } = {},
): void {
  const { serviceAttempts } = turn.record;
  const started = serviceAttempts.length;
  const round = isFirst ? started : (currentRound(turn.record, stage) ?? started);
  const id = idOf('serviceAttempt', turn.uuid());
  const none = { servedDate: null, expires: null, citation: null, failureReason: null } as const;
  turn.patch({
    serviceAttempts: [...serviceAttempts, { id, stage, method, partyIndex, status: 'pending', ...none, round }],
  });
}

/** Records or corrects the result of an attempt. */
export function closeAttempt(turn: Turn, attempt: ServiceAttempt, result: Partial<ServiceAttempt>): void {
  const serviceAttempts = turn.record.serviceAttempts.map((one) =>
    one.id === attempt.id ? { ...one, ...result } : one,
  );
  turn.patch({ serviceAttempts });
}

/** Marks pending attempts as failed. Their result no longer matters, because the paper is being reviewed again. */
export function giveUpPending(turn: Turn, stage: ServiceStage): void {
  for (const attempt of attemptsOfRound(turn.record, stage).filter(({ status }) => status === 'pending'))
    closeAttempt(turn, attempt, { status: 'failed', failureReason: 'Abandoned: the case returned to review' });
}

/** Records the service of the summons. Under a rule pack, this starts the deadline to answer. */
export function summonsServed(turn: Turn, { method }: Pick<ServiceAttempt, 'method'>, servedDate: IsoDate): void {
  const detail = { method, servedDate };
  // If the hearing was set before service, the case has already moved on.
  if (!turn.can('summons_served')) return void turn.recordLate('summons_served', detail);
  const deadlines = withAnswerDue(turn.record, { servedDate, method });
  turn.emit('summons_served', { actor: turn.author, to: 'summons_served', detail, patch: { deadlines } });
}

/** Returns the case's deadlines, with the deadline to answer if a rule pack computes it. */
export function withAnswerDue(
  record: CaseRecord,
  served: { servedDate: IsoDate; method: ServiceMethod },
): readonly RecordedDeadline[] {
  const rules = rulesOf(record);
  return rules ? replaceDeadline(record, answerDue(rules, served)) : record.deadlines;
}

/**
 * Records the service with the governing dates, and moves the case on if it is still waiting for it. Call this once
 * everyone who has to be served has been. Throws if no one was served.
 */
export function completeService(turn: Turn, { stage, method }: ServiceAttempt): void {
  const governing = governingService(turn.record, stage);
  if (governing === null) throw new Error('nobody was served');
  if (stage === 'notice') noticeServed(turn, { method }, governing);
  else summonsServed(turn, { method }, governing.servedDate);
}

/**
 * Returns why a reported date of service is impossible: it is in the future, before the approval, or after the end of
 * the notice period. Null if it is possible in any US time zone.
 */
export function serviceDateRefusal(
  turn: Turn,
  stage: ServiceStage,
  { servedDate, expires }: { servedDate: IsoDate; expires: IsoDate | null },
): RefusalCode | null {
  const approval = turn.record.approvals[serviceApproval[stage]];
  if (servedDate > dateOf(turn.now)) return 'service_in_future';
  if (approval && servedDate < approval.givenOn) return 'served_before_approval';
  return expires !== null && expires < servedDate ? 'period_before_service' : null;
}

/** Whether the case still waits for this service, so it moves on once everyone has been served. */
export function awaitsFirstService(turn: Turn, stage: ServiceStage): boolean {
  return turn.can(stage === 'notice' ? 'notice_served' : 'summons_served');
}
