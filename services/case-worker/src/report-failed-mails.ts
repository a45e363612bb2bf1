import { setTimeout as pause } from 'node:timers/promises';
import { writeCommand } from '@evict/store/commands';
import { runExclusively, type Store } from '@evict/store/database';
import { findFailedCaseMail, listUnreportedMailFailures, recordMailFailureOutOfBand } from '@evict/store/mails';
import { errorClass, type Logger } from '@evict/telemetry';
import type { CaseClient } from '@evict/temporal';

export interface ReportDeps {
  store: Store;
  cases: Pick<CaseClient, 'send'>;
}

/**
 * Records failed emails in their cases. These are emails that the outbox worker has given up on and that have no case
 * event yet. Reporting an email twice records it once. A case that doesn't respond doesn't hold up the others, but
 * makes the call throw at the end. Once the signal is aborted, the call ends after the current email.
 */
export async function reportFailedMails(deps: ReportDeps, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listUnreportedMailFailures(deps.store)) {
    if (signal?.aborted) break;
    await report(deps, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function report({ store, cases }: ReportDeps, mailId: string): Promise<void> {
  const failed = await findFailedCaseMail(store, mailId);
  if (!failed) return;
  const { id, caseId, isOpen, organizationId, mode, attempt, errorClass: failure } = failed;
  if (!isOpen) return recordMailFailureOutOfBand(store, failed);
  const body = { kind: 'mail_failed', attempt, errorClass: failure } as const;
  const written = await writeCommand(store, { id, caseId, author: 'platform', authorId: 'mail', body });
  if (written.outcome === null) await cases.send({ caseId, organizationId, mode }, 'mail_failed', id, written);
}

/** Reports failed emails every half minute until the signal is aborted. Only one process does so at a time. */
export async function keepFailedMailsReported(
  deps: ReportDeps & { logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await runExclusively(deps.store, 'report failed mails', () => reportFailedMails(deps, signal)).catch(
      (error: unknown) => {
        deps.logger.warn(
          { failure: errorClass(error) },
          'failed emails could not be recorded on their cases; retrying in half a minute',
        );
      },
    );
    await pause(everyMs, undefined, { signal }).catch(() => {}); // aborted
  }
}

const everyMs = 30_000;
