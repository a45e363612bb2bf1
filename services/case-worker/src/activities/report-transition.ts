import {
  type CaseEvent,
  type CaseRecord,
  type CommandKind,
  commandRules,
  retriesExhausted,
  type Transition,
} from '@evict/case-model';
import { currentRequestId, type Logger, metrics } from '@evict/telemetry';

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

/**
 * Tells log and metrics of a command that no attorney and no operator has written: somebody else sent it to Temporal, or
 * its row was lost. Nothing of the command is told but whose it claims to be.
 */
export function reportUnauthorized(logger: Logger, { caseId, command }: Transition): void {
  // The kind is whatever the sender wrote.
  const rule = commandRules[command.kind] as (typeof commandRules)[CommandKind] | undefined;
  const authority = rule?.authority ?? 'none';
  logger.error({ caseId, authority }, 'a command that nobody has written was refused');
  metrics.unauthorizedCommands.inc({ authority });
}

/** Whether what failed is tried again by itself. A mail is told of once it is not. */
function nextOf({ step }: CaseEvent['detail'], { failure }: CaseRecord): 'operators' | 'retry' {
  return failure && failure.step === step && !retriesExhausted(failure) ? 'retry' : 'operators';
}
