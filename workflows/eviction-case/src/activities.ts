import type { CaseActivities, Unfinished } from '@evict/temporal/messages';
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

/**
 * Within the workflow task of a command, whose sender waits. Retried until the database is back: at once at first, then
 * every ten seconds, on durable timers once the pause is longer than five.
 */
const atOnce = proxyLocalActivities<CaseActivities<Unfinished>>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '5s',
  retry: { initialInterval: '100ms', backoffCoefficient: 1.5, maximumInterval: '10s' },
});

/** The same where documents have to wait for a renderer. The activity heartbeats while it waits. */
const inTime = proxyActivities<CaseActivities>({
  startToCloseTimeout: '15m',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});

/** At once if its documents can be rendered at once, and otherwise in an activity that waits for a renderer. */
export const decideAndRecord: CaseActivities['decideAndRecord'] = async (command) => {
  const done = await atOnce.decideAndRecord(command);
  return 'isUnfinished' in done ? inTime.decideAndRecord(command) : done;
};

/** The same for what is due by the case's clock. */
export const performDue: CaseActivities['performDue'] = async (asked) => {
  const done = await atOnce.performDue(asked);
  return 'isUnfinished' in done ? inTime.performDue(asked) : done;
};
