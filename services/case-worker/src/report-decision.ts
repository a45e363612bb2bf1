import { type CaseEvent, type CaseRecord, retriesExhausted } from '@evict/case-model';
import type { Change, CommandOnFile } from '@evict/store/decisions';
import { type Logger, metrics } from '@evict/telemetry';

// An alert detects an increase only if the counter already has a value.
metrics.unauthorizedCommands.inc(0);

/** Logs and counts a recorded decision. It logs ids, actions and states, but no tenant data. */
export function reportDecision(
  logger: Logger,
  { events, record }: Pick<Change, 'events' | 'record'>,
  { requestId, ms }: { requestId: string | null; ms: number },
): void {
  const actions = events.map(({ action }) => action);
  const { caseId, state, mode } = record;
  logger.info({ requestId, caseId, actions, state, ms: Math.round(ms) }, 'decision recorded');
  for (const action of actions) metrics.events.inc({ action, mode });
  for (const { action, detail } of events) {
    if (action === 'job_failed')
      metrics.failedSteps.inc({ step: String(detail['step']), next: nextOf(detail, record) });
  }
}

/**
 * Reports an Update whose command isn't decided. Without a command row, the Update can't come from this service, so it
 * is logged and counted. A command that expired before it was decided is only logged.
 */
export function reportUnwritten(logger: Logger, caseId: string, command: Pick<CommandOnFile, 'author'> | null): void {
  if (command) return logger.warn({ caseId, authority: command.author }, 'command expired before it was decided');
  logger.error({ caseId }, 'unauthorized command refused');
  metrics.unauthorizedCommands.inc();
}

/** Logs a decision that threw. */
export function reportBug(logger: Logger, caseId: string): void {
  logger.error({ caseId }, 'decision failed');
}

/**
 * Returns whether a failed step will be retried automatically or is left to the operators. A failed email is reported
 * only after its last retry.
 */
function nextOf({ step }: CaseEvent['detail'], { failure }: CaseRecord): 'operators' | 'retry' {
  return failure && failure.step === step && !retriesExhausted(failure) ? 'retry' : 'operators';
}
