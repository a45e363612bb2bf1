import type { CaseEvent, CaseRecord } from '@evict/case-model';
import { currentRequestId, type Logger, metrics } from '@evict/telemetry';
import type { Transition } from '@evict/temporal/messages';

/** Tells log and metrics of a transition that was recorded: ids, actions and states, and nothing of the tenant. */
export function reportTransition(logger: Logger, { caseId, events, record }: Transition, ms: number): void {
  const requestId = currentRequestId() ?? null;
  const actions = events.map(({ action }) => action);
  const { state, mode } = record;
  logger.info({ requestId, caseId, actions, state, ms: Math.round(ms) }, 'transition recorded');
  for (const action of actions) metrics.events.inc({ action, mode });
  for (const { action, detail } of events) {
    if (action === 'job_failed')
      metrics.failedSteps.inc({ step: String(detail['step']), next: nextOf(detail, record) });
  }
}

/** Whether what failed is tried again by itself. A mail is told of once it is not. */
function nextOf({ step }: CaseEvent['detail'], { failure }: CaseRecord): 'operators' | 'retry' {
  return failure && failure.step === step && !failure.forGood ? 'retry' : 'operators';
}
