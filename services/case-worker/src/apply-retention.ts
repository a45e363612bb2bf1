import { randomUUID } from 'node:crypto';
import { withdrawsIdle } from '@evict/case-model';
import { type BlobStore, deleteErasedCaseBytes, sweepOrphanedBytes } from '@evict/store/bytes';
import { writeCommand } from '@evict/store/commands';
import type { Store } from '@evict/store/database';
import { eraseCase } from '@evict/store/erasure';
import { deleteSandboxShell, type DueCase, isDue, listDueCases } from '@evict/store/retention';
import { errorClass, type Logger, metrics } from '@evict/telemetry';
import type { CaseClient } from '@evict/temporal';
import type { RetentionActivities, RetentionRule } from '@evict/temporal/retention';
import { redactErrors } from '@evict/temporal/redact-errors';
import { cancellationSignal, heartbeat } from '@temporalio/activity';

interface Dependencies {
  store: Store;
  blobs: BlobStore;
  cases: CaseClient;
  /** The folder with the list of erasures, which is stored apart from the backups. Empty if no list is written. */
  erasureList: string;
  logger: Logger;
}

const pageSize = 50;
/** Several cases are handled concurrently, because each mostly waits for Temporal and for the commit. */
const casesAtOnce = 4;

/**
 * Creates the activity that applies a retention rule to one page of cases. A case that fails is counted and doesn't
 * stop the others.
 */
export function createApplyRetention(deps: Dependencies): RetentionActivities['applyRetention'] {
  const { store, logger } = deps;
  return ({ rule, after }) =>
    redactErrors(async () => {
      const stopping = cancellationSignal();
      const due = await listDueCases(store, rule, { after, count: pageSize });
      const counts = { done: 0, failed: 0 };
      const left = due.cases.values();
      const work = async () => {
        for (const one of left) {
          heartbeat();
          stopping.throwIfAborted(); // another worker restarts the page
          try {
            if (await applyTo(one, rule, deps)) {
              counts.done += 1;
              metrics.retentionDone.inc({ table: 'Case', rule });
            }
          } catch (error) {
            counts.failed += 1;
            logger.warn({ caseId: one.caseId, rule, failure: errorClass(error) }, 'retention failed');
          }
        }
      };
      await Promise.all(Array.from({ length: casesAtOnce }, work));
      return { ...counts, last: due.last };
    });
}

export function createClearLeftovers({
  store,
  blobs,
  logger,
}: Pick<Dependencies, 'store' | 'blobs' | 'logger'>): RetentionActivities['clearLeftovers'] {
  return () =>
    redactErrors(async () => {
      const { erased, unknown } = await deleteErasedCaseBytes(store, blobs, heartbeat);
      const orphaned = await sweepOrphanedBytes(store, blobs, { onPage: heartbeat });
      metrics.retentionDone.inc({ table: 'Blob', rule: 'orphaned' }, orphaned);
      if (erased > 0) logger.warn({ cases: erased }, 'deleted leftover bytes of erased cases');
      if (unknown > 0) logger.warn({ cases: unknown }, 'found bytes of cases that are not in the database');
    });
}

/** Applies the rule to one case. Returns false if the case was no longer due when its turn came. */
async function applyTo(
  one: DueCase,
  rule: RetentionRule,
  { store, blobs, cases, erasureList }: Dependencies,
): Promise<boolean> {
  const { caseId } = one;
  if (withdrawsIdle(rule)) {
    // The customer may have used the case since the page was read.
    if (!(await isDue(store, rule, caseId))) return false;
    const id = randomUUID();
    const command = { id, caseId, author: 'platform', authorId: 'retention', body: { kind: 'withdraw_idle' } } as const;
    await writeCommand(store, command);
    return (await cases.send(one, 'withdraw_idle', id)).ok;
  }
  switch (rule) {
    case 'withdrawn_drafts':
    case 'finished_test':
    case 'finished_live': {
      const outcome = await eraseCase(store, {
        caseId,
        operator: 'retention',
        ground: { basis: 'retention', rule },
        list: erasureList,
        blobs,
      });
      return outcome.ok && !outcome.again;
    }
    case 'sandbox_shells':
      return deleteSandboxShell(store, caseId, erasureList);
  }
}
