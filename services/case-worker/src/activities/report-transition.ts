import {
  authorOf,
  type CaseEvent,
  type CaseRecord,
  commandRules,
  retriesExhausted,
  type Transition,
} from '@evict/case-model';
import { currentRequestId, type Logger, metrics } from '@evict/telemetry';

// An alert detects an increase only if the counter already has a value.
for (const authority of ['attorney', 'operator', 'none']) metrics.unauthorizedCommands.inc({ authority }, 0);

/** Logs and counts a recorded transition: ids, actions and states, no tenant data. */
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

/**
 * Logs and counts a command without the stored request of an attorney or operator: someone else sent it to Temporal, or
 * its row was lost. Only the claimed authority is reported.
 */
export function reportUnauthorized(logger: Logger, { caseId, command }: Transition): void {
  // The kind is untrusted input.
  const authority = command.kind in commandRules ? (authorOf(command) ?? 'none') : 'none';
  logger.error({ caseId, authority }, 'a command that nobody has written was refused');
  metrics.unauthorizedCommands.inc({ authority });
}

/** Whether the failure is retried automatically. A failed mail is reported only once it is not. */
function nextOf({ step }: CaseEvent['detail'], { failure }: CaseRecord): 'operators' | 'retry' {
  return failure && failure.step === step && !retriesExhausted(failure) ? 'retry' : 'operators';
}
