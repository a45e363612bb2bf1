import { currentRequestId, type Logger, metrics } from '@evict/telemetry';
import type { Transition } from '@evict/temporal/messages';

/** Tells log and metrics of a transition that was recorded: ids, actions and states, and nothing of the tenant. */
export function reportTransition(logger: Logger, { caseId, events, record }: Transition, ms: number): void {
  const requestId = currentRequestId() ?? null;
  const actions = events.map(({ action }) => action);
  const { state, mode, failure } = record;
  logger.info({ requestId, caseId, actions, state, ms: Math.round(ms) }, 'transition recorded');
  for (const action of actions) metrics.events.inc({ action, mode });
  if (failure && actions.includes('job_failed')) {
    metrics.failedSteps.inc({ step: failure.step, next: failure.forGood ? 'operators' : 'retry' });
  }
}
