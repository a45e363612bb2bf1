import { MailFailure, type MailTransport } from '@evict/mail';
import { beginMailAttempt, recordMailDropped, recordMailFailure, recordMailSent, type Store } from '@evict/store';
import { type Logger, metrics } from '@evict/telemetry';
import type { DeliveryActivities } from '@evict/temporal';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { writeMail } from './write-mail.ts';

export interface SendMailDeps {
  store: Store;
  transport: MailTransport;
  websiteOrigin: string;
  /** The waits after each failed try; one more failure is the last. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

/** Below the minute after which Temporal takes the try for lost, so that no two tries of a mail overlap. */
const tryWithinMs = 45_000;

/** Stopping the worker is no failure of the mail: it is tried again as soon as a worker is there. */
const afterShutdownMs = 1000;

/**
 * Sends a mail and records how it went. Each try writes the mail anew, under the same Message-ID. A mail that was sent
 * and not recorded as sent, because the process died in between, is sent again.
 */
export function createSendMail(deps: SendMailDeps): DeliveryActivities['sendMail'] {
  const { store, transport, retryDelaysMs, logger } = deps;
  return async ({ mailId }) => {
    const { attempt } = activityInfo();
    const stopping = cancellationSignal();
    try {
      const mail = await beginMailAttempt(store, mailId, attempt);
      if (!mail) return;
      const begun = performance.now();
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(tryWithinMs)]);
      const text = await writeMail(mail, deps);
      if (!text) {
        await recordMailDropped(store, mailId);
        metrics.deliveries.inc({ channel: 'mail', outcome: 'dropped' });
        logger.info({ mailId, kind: mail.kind, attempt }, 'mail dropped: there is nothing left to say');
        return;
      }
      await transport.send({ id: mailId, to: mail.recipient, ...text }, signal);
      await recordMailSent(store, mailId);
      metrics.deliveries.inc({ channel: 'mail', outcome: 'delivered' });
      metrics.deliveryAge.observe({ channel: 'mail' }, (mail.ageMs + performance.now() - begun) / 1000);
      logger.info({ mailId, kind: mail.kind, attempt }, 'mail sent');
    } catch (error) {
      if (stopping.aborted) throw retryAfter('shutdown', afterShutdownMs);
      const failure = error instanceof MailFailure ? error.failure : 'unexpected';
      await recordMailFailure(store, mailId, failure).catch(() => {}); // the database may be what failed
      const delayMs = retryDelaysMs[attempt - 1];
      metrics.deliveries.inc({ channel: 'mail', outcome: delayMs === undefined ? 'given_up' : 'failed' });
      if (delayMs === undefined) {
        logger.error({ mailId, failure, attempt }, 'mail given up');
        throw ApplicationFailure.nonRetryable(failure);
      }
      logger.warn({ mailId, failure, attempt }, 'mail not sent');
      throw retryAfter(failure, delayMs);
    }
  };
}

/** The class alone: what servers and databases say holds addresses, and Temporal keeps it. */
function retryAfter(failure: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({ message: failure, nextRetryDelay: delayMs });
}
