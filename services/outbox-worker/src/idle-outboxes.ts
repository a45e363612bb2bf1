import { nextChargeDueInMs } from '@evict/store/charges';
import { runExclusively, type Store } from '@evict/store/database';
import { listUnreportedMailFailures, nextMailDueInMs } from '@evict/store/mails';
import { listIdleEndpoints } from '@evict/store/webhooks';
import type { Logger } from '@evict/telemetry';
import type { OutboxClient } from '@evict/temporal';
import { errorClass } from '@evict/temporal/error-class';
import { repeatUntil } from './housekeeping.ts';
import { reportMailFailure, type ReportMailFailureDeps } from './mail/report-mail-failure.ts';

export interface IdleOutboxesDeps extends ReportMailFailureDeps {
  store: Store;
  outbox: OutboxClient;
  logger: Logger;
}

export interface IdleOutboxesTimes {
  everyMs: number;
  /** Rows that became due more recently are left to the workflow. */
  overdueMs: number;
  /** The same for failures of mail that their case may not have recorded. */
  reportEveryMs: number;
}

export const idleOutboxesTimes: IdleOutboxesTimes = { everyMs: 5000, overdueMs: 5000, reportEveryMs: 300_000 };

/** After so long, a workflow that should look for its rows by itself is lost. */
const lostMs = 120_000;

/**
 * Until the signal, wakes the workflows of rows that are overdue: a process died between its commit and the call, or
 * Temporal was unavailable or has lost them. One process at a time looks.
 */
export async function keepOutboxesAwake(
  { store, outbox, logger, ...deps }: IdleOutboxesDeps,
  { everyMs, overdueMs, reportEveryMs }: IdleOutboxesTimes,
  signal: AbortSignal,
): Promise<void> {
  const isOverdue = (dueInMs: number | null) => dueInMs !== null && dueInMs <= -overdueMs;
  const wake = async () => {
    const [endpoints, mail, charges] = await Promise.all([
      listIdleEndpoints(store, { overdueMs, lostMs: Math.max(lostMs, overdueMs) }),
      nextMailDueInMs(store),
      nextChargeDueInMs(store),
    ]);
    outbox.wakeSoon({ endpoints, mail: isOverdue(mail), charges: charges !== null && charges <= 0 });
  };
  const report = async () => {
    for (const id of await listUnreportedMailFailures(store, { olderThanMs: reportEveryMs })) {
      await reportMailFailure({ store, ...deps }, id);
    }
  };
  const alone = (what: string, work: () => Promise<void>, ms: number) =>
    repeatUntil(signal, ms, async () => {
      await runExclusively(store, what, work).catch((error: unknown) => {
        logger.warn({ failure: errorClass(error), what }, 'round interrupted');
      });
    });
  await Promise.all([alone('wake outboxes', wake, everyMs), alone('report failed mails', report, reportEveryMs)]);
}
