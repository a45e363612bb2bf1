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

/** Opens an attempt that waits for its result. */
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

/** Records the result of an attempt, or puts it right. */
export function closeAttempt(turn: Turn, attempt: ServiceAttempt, result: Partial<ServiceAttempt>): void {
  const serviceAttempts = turn.record.serviceAttempts.map((one) =>
    one.id === attempt.id ? { ...one, ...result } : one,
  );
  turn.patch({ serviceAttempts });
}

/** Attempts whose result no longer matters, because the paper is reviewed anew. */
export function giveUpPending(turn: Turn, stage: ServiceStage): void {
  for (const attempt of attemptsOfRound(turn.record, stage).filter(({ status }) => status === 'pending'))
    closeAttempt(turn, attempt, { status: 'failed', failureReason: 'Abandoned: the case returned to review' });
}

/** The summons was served; under a rule pack the deadline to answer starts. */
export function summonsServed(turn: Turn, { method }: Pick<ServiceAttempt, 'method'>, servedDate: IsoDate): void {
  const detail = { method, servedDate };
  // Where the summons carries the hearing date, the case has moved on before.
  if (!turn.can('summons_served')) return void turn.recordLate('summons_served', detail);
  const deadlines = withAnswerDue(turn.record, { servedDate, method });
  turn.emit('summons_served', { actor: turn.author, to: 'summons_served', detail, patch: { deadlines } });
}

/** Only a rule pack computes the deadline to answer. */
export function withAnswerDue(
  record: CaseRecord,
  served: { servedDate: IsoDate; method: ServiceMethod },
): readonly RecordedDeadline[] {
  const rules = rulesOf(record);
  return rules ? replaceDeadline(record, answerDue(rules, served)) : record.deadlines;
}

/** Whoever has to be served has been: the stage moves on by the dates that govern. */
export function completeService(turn: Turn, { stage, method }: ServiceAttempt): void {
  const governing = governingService(turn.record, stage);
  if (governing === null) throw new Error('nobody was served');
  if (stage === 'notice') noticeServed(turn, { method }, governing);
  else summonsServed(turn, { method }, governing.servedDate);
}

/**
 * Why a day of service cannot be, as people report it: it is in the future, before the approval of what was served, or
 * after the end of the period. Days are compared as widely as the time zones of the United States allow.
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

/** Whether the stage waits for its service, so that it moves on when everybody has been served. */
export function awaitsFirstService(turn: Turn, stage: ServiceStage): boolean {
  return turn.can(stage === 'notice' ? 'notice_served' : 'summons_served');
}
