import { MailFailure, type MailTransport } from '@evict/mail';
import type { Store } from '@evict/store/database';
import {
  beginMailAttempt,
  cancelMailAttempt,
  type RecordedMail,
  recordMailDropped,
  recordMailFailure,
  recordMailGivenUp,
  recordMailSent,
} from '@evict/store/mails';
import { type Logger, metrics } from '@evict/telemetry';
import type { DeliveryActivities } from '@evict/temporal';
import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { retryWrite } from '../retry-write.ts';
import { reportMailFailure, type ReportMailFailureDeps } from './report-mail-failure.ts';
import { writeMail } from './write-mail.ts';

export interface SendMailDeps extends ReportMailFailureDeps {
  store: Store;
  transport: MailTransport;
  websiteOrigin: string;
  /** The delay after each failed attempt; after the last delay there is one more attempt. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

// An alert detects an increase only if the counter already has a value.
metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' }, 0);

/** Below `leaseMs`, so that no two attempts of a mail overlap. */
const attemptTimeoutMs = 45_000;

/** Temporal's timeout of the activity, after which an attempt counts as lost. */
const leaseMs = 60_000;

/** A worker that stops is no failure of the mail: it is retried as soon as a worker runs. */
const shutdownRetryMs = 1000;

/** While the database is unavailable. */
const databaseRetryMs = 30_000;

/**
 * Sends a mail and records the outcome. Its row holds the number of attempts and when the next one is due. Every
 * attempt composes the mail again, under the same Message-ID. A mail is sent again if the process dies after sending it
 * and before recording that.
 */
export function createSendMail(deps: SendMailDeps): DeliveryActivities['sendMail'] {
  const { store, logger } = deps;
  return async ({ mailId }) => {
    const mail = await beginMailAttempt(store, mailId, leaseMs).catch(() => {
      logger.warn({ mailId, failure: 'unexpected' }, 'mail attempt not started');
      throw retryAfter('unexpected', databaseRetryMs);
    });
    if (mail && 'dueInMs' in mail) throw retryAfter('not_due', mail.dueInMs);
    if (mail) await attemptMail(deps, mail);
  };
}

async function attemptMail(deps: SendMailDeps, mail: RecordedMail): Promise<void> {
  const { store, transport, retryDelaysMs, logger } = deps;
  const { id: mailId, kind, attempt } = mail;
  const stopping = cancellationSignal();
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
    await retryWrite(() => recordMailSent(store, mailId));
    metrics.deliveries.inc({ channel: 'mail', outcome: 'delivered' });
    metrics.deliveryAge.observe({ channel: 'mail' }, (mail.ageMs + performance.now() - startedAt) / 1000);
    logger.info({ mailId, kind, attempt }, 'mail sent');
  } catch (error) {
    if (stopping.aborted) {
      await cancelMailAttempt(store, mailId).catch(() => {}); // the attempt then counts
      throw retryAfter('shutdown', shutdownRetryMs);
    }
    const failure = deadline.aborted ? 'timeout' : error instanceof MailFailure ? error.failure : 'unexpected';
    const delayMs = retryDelaysMs[attempt - 1];
    if (delayMs === undefined) return giveUp(deps, mail, failure);
    const recorded = recordMailFailure(store, mailId, { failure, dueInMs: delayMs });
    await recorded.catch(() => {}); // if this fails too, the mail is due when its lease ends
    metrics.deliveries.inc({ channel: 'mail', outcome: 'failed' });
    logger.warn({ mailId, failure, attempt }, 'mail not sent');
    throw retryAfter(failure, delayMs);
  }
}

/** Recorded first: if the report to the case fails, the sweep repeats it. */
async function giveUp(deps: SendMailDeps, { id: mailId, attempt }: RecordedMail, failure: string): Promise<never> {
  const { store, logger } = deps;
  await retryWrite(() => recordMailGivenUp(store, mailId, failure)).catch(() => {
    throw retryAfter('unexpected', databaseRetryMs);
  });
  metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' });
  logger.error({ mailId, failure, attempt }, 'mail given up');
  await reportMailFailure(deps, mailId).catch(() =>
    logger.warn({ mailId }, 'mail failure not reported to its case; the sweep repeats it'),
  );
  throw ApplicationFailure.nonRetryable(failure);
}

/** Only the class of a failure: messages of servers and databases hold addresses, and Temporal would store them. */
function retryAfter(failure: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({ message: failure, nextRetryDelay: delayMs });
}
