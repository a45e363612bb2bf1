import { MailFailure, type MailTransport } from '@evict/mail';
import type { Store } from '@evict/store/database';
import {
  cancelMailAttempt,
  claimMails,
  nextMailDueInMs,
  type RecordedMail,
  recordMailDropped,
  recordMailFailure,
  recordMailGivenUp,
  recordMailSent,
} from '@evict/store/mails';
import { type Logger, metrics } from '@evict/telemetry';
import type { OutboxActivities } from '@evict/temporal/outbox';
import { withoutValues } from '@evict/temporal/without-values';
import { drain, eachByItself } from '../drain.ts';
import { retryWrite } from '../retry-write.ts';
import { reportMailFailure, type ReportMailFailureDeps } from './report-mail-failure.ts';
import { writeMail } from './write-mail.ts';

export interface DrainMailDeps extends ReportMailFailureDeps {
  store: Store;
  transport: MailTransport;
  websiteOrigin: string;
  /** The delay after each failed attempt; after the last delay there is one more attempt. */
  retryDelaysMs: readonly number[];
  logger: Logger;
  isStopping: () => boolean;
}

// An alert detects an increase only if the counter already has a value.
metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' }, 0);

/** Below `leaseMs`, so that no two attempts of a mail overlap. */
const attemptTimeoutMs = 45_000;
const leaseMs = 60_000;
const mailsAtOnce = 10;

/**
 * Sends the mail that is due and records each outcome. Every attempt composes the mail again, under the same Message-ID. A
 * mail is sent again if the process dies after sending it and before recording that.
 */
export function createDrainMail(deps: DrainMailDeps): OutboxActivities['drainMail'] {
  const { store, isStopping } = deps;
  return () =>
    withoutValues(() =>
      drain(
        eachByItself<RecordedMail>(mailsAtOnce, {
          claim: (count) => claimMails(store, { count, leaseMs }),
          send: (mail, stopping) => attemptMail(deps, mail, stopping),
          release: ({ id }) => cancelMailAttempt(store, id),
          rest: () => nextMailDueInMs(store),
        }),
        isStopping,
      ),
    );
}

async function attemptMail(deps: DrainMailDeps, mail: RecordedMail, stopping: AbortSignal): Promise<void> {
  const { store, transport, retryDelaysMs, logger } = deps;
  const { id: mailId, kind, attempt } = mail;
  const deadline = AbortSignal.timeout(attemptTimeoutMs);
  const startedAt = performance.now();
  try {
    const text = await writeMail(mail, deps);
    if (!text) {
      await recordMailDropped(store, mailId);
      metrics.deliveries.inc({ channel: 'mail', outcome: 'dropped' });
      logger.info({ mailId, kind, attempt }, 'mail dropped: it is no longer true');
      return;
    }
    await transport.send({ id: mailId, to: mail.recipient, ...text }, AbortSignal.any([stopping, deadline]));
  } catch (error) {
    // A worker that stops is no failure of the mail.
    if (stopping.aborted) throw error;
    const failure = deadline.aborted ? 'timeout' : error instanceof MailFailure ? error.failure : 'unexpected';
    const dueInMs = retryDelaysMs[attempt - 1];
    if (dueInMs === undefined) return giveUp(deps, mail, failure);
    // If this fails too, the mail is due when its lease ends.
    await recordMailFailure(store, mailId, { failure, dueInMs }).catch(() => {});
    metrics.deliveries.inc({ channel: 'mail', outcome: 'failed' });
    logger.warn({ mailId, failure, attempt }, 'mail not sent');
    return;
  }
  // The mail server has accepted it: if this fails, the lease ends and it is sent again, but it has not failed.
  await retryWrite(() => recordMailSent(store, mailId));
  metrics.deliveries.inc({ channel: 'mail', outcome: 'delivered' });
  metrics.deliveryAge.observe({ channel: 'mail' }, (mail.ageMs + performance.now() - startedAt) / 1000);
  logger.info({ mailId, kind, attempt }, 'mail sent');
}

/** Recorded first: if the report to the case fails, housekeeping repeats it. */
async function giveUp(deps: DrainMailDeps, { id: mailId, attempt }: RecordedMail, failure: string): Promise<void> {
  const { store, logger } = deps;
  await retryWrite(() => recordMailGivenUp(store, mailId, failure));
  metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' });
  logger.error({ mailId, failure, attempt }, 'mail abandoned');
  await reportMailFailure(deps, mailId).catch(() =>
    logger.warn({ mailId }, 'mail failure not reported to its case; it is reported later'),
  );
}
