import { dateOf, type ServiceStage } from '@evict/jurisdictions';
import { noticeServed } from '../transitions/notice-served.ts';
import { closeAttempt, openAttempt, summonsServed } from '../transitions/service.ts';
import { pendingAttempt } from '../service-attempts.ts';
import type { ServiceMethod } from '../facts.ts';
import type { CaseRecord, ServiceAttempt } from '../record.ts';
import type { DocumentOrder } from '../stage-documents.ts';
import type { Turn } from '../turn.ts';
import { fires, isArmed } from './directives.ts';
import { packOf } from './pack-of.ts';

/** Starts service with the next method in the pack's order. */
export function sendOut(turn: Turn, stage: ServiceStage): void {
  openAttempt(turn, stage, nextMethod(turn.record, stage));
}

/** Completes the pending attempt: the paper is served today, unless a directive makes the attempt fail. */
export function serve(turn: Turn, stage: ServiceStage): void {
  const attempt = pendingAttempt(turn.record, stage);
  if (!attempt) return sendOutAgain(turn, stage);
  if (fires(turn, 'service_failed')) return failAttempt(turn, attempt);
  const today = dateOf(turn.now);
  closeAttempt(turn, attempt, { status: 'served', servedDate: today });
  if (stage === 'notice') noticeServed(turn, attempt, { servedDate: today, expires: null, citation: null });
  else summonsServed(turn, attempt, today);
}

/**
 * Returns an order for the proof of service of the pending attempt. Empty if there is no attempt, or if a directive
 * will make it fail.
 */
export function proofOrders(record: CaseRecord, stage: ServiceStage): DocumentOrder[] {
  const attempt = pendingAttempt(record, stage);
  if (!attempt || isArmed(record, 'service_failed')) return [];
  return [proofOrder(record, stage, attempt.method)];
}

/** Returns the order for a proof of service by this method. */
export function proofOrder(record: CaseRecord, stage: ServiceStage, method: ServiceMethod): DocumentOrder {
  return { specId: packOf(record).proofs[stage].id, stage: null, revision: 1, service: { stage, method } };
}

function failAttempt(turn: Turn, attempt: ServiceAttempt): void {
  const { stage, method } = attempt;
  closeAttempt(turn, attempt, { status: 'failed', failureReason: 'No answer after 3 attempts' });
  turn.emit('service_failed', { actor: 'platform', detail: { stage, method } });
  sendOutAgain(turn, stage);
}

/** Opens the next attempt and restarts the time for service. */
function sendOutAgain(turn: Turn, stage: ServiceStage): void {
  sendOut(turn, stage);
  turn.patch({ restingSince: turn.now });
}

/**
 * Returns the method for the next attempt. Each attempt uses the next method in the pack's list, and later ones repeat
 * the last method.
 */
function nextMethod(record: CaseRecord, stage: ServiceStage): ServiceMethod {
  const { submission, serviceAttempts } = record;
  const methods = packOf(record).notices[submission?.ground ?? 'nonpayment'].attempts;
  const tried = serviceAttempts.filter((attempt) => attempt.stage === stage).length;
  return methods[Math.min(tried, methods.length - 1)] ?? 'personal';
}
