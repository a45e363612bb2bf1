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
import { insist } from '../insist.ts';
import { tellCase, type TellCaseDeps } from './tell-case.ts';
import { writeMail } from './write-mail.ts';

export interface SendMailDeps extends TellCaseDeps {
  store: Store;
  transport: MailTransport;
  websiteOrigin: string;
  /** The waits after each failed try; one more failure is the last. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

/** Below the minute after which Temporal takes the try for lost, so that no two tries of a mail overlap. */
const tryWithinMs = 45_000;

/** The minute after which Temporal takes the try for lost. */
const leaseMs = 60_000;

/** Stopping the worker is no failure of the mail: it is tried again as soon as a worker is there. */
const afterShutdownMs = 1000;

/** While the database is away, which others wait for as well. */
const patienceMs = 30_000;

/**
 * Sends a mail and records how it went; the row in the database says which try it is and when it is due. Each try writes the mail anew,
 * under the same Message-ID. A mail that was sent and not recorded as sent, because the process died in between, is sent
 * again.
 */
export function createSendMail(deps: SendMailDeps): DeliveryActivities['sendMail'] {
  const { store, logger } = deps;
  return async ({ mailId }) => {
    const mail = await beginMailAttempt(store, mailId, leaseMs).catch(() => {
      logger.warn({ mailId, failure: 'unexpected' }, 'mail try not begun');
      throw retryAfter('unexpected', patienceMs);
    });
    if (mail && 'dueInMs' in mail) throw retryAfter('not_due', mail.dueInMs);
    if (mail) await tryOnce(deps, mail);
  };
}

async function tryOnce(deps: SendMailDeps, mail: RecordedMail): Promise<void> {
  const { store, transport, retryDelaysMs, logger } = deps;
  const { id: mailId, kind, attempt } = mail;
  const stopping = cancellationSignal();
  const deadline = AbortSignal.timeout(tryWithinMs);
  const begun = performance.now();
  try {
    const text = await writeMail(mail, deps);
    if (!text) {
      await recordMailDropped(store, mailId);
      metrics.deliveries.inc({ channel: 'mail', outcome: 'dropped' });
      logger.info({ mailId, kind, attempt }, 'mail dropped: there is nothing left to say');
      return;
    }
    await transport.send({ id: mailId, to: mail.recipient, ...text }, AbortSignal.any([stopping, deadline]));
    await insist(() => recordMailSent(store, mailId));
    metrics.deliveries.inc({ channel: 'mail', outcome: 'delivered' });
    metrics.deliveryAge.observe({ channel: 'mail' }, (mail.ageMs + performance.now() - begun) / 1000);
    logger.info({ mailId, kind, attempt }, 'mail sent');
  } catch (error) {
    if (stopping.aborted) {
      await cancelMailAttempt(store, mailId).catch(() => {}); // then it counts
      throw retryAfter('shutdown', afterShutdownMs);
    }
    const failure = deadline.aborted ? 'timeout' : error instanceof MailFailure ? error.failure : 'unexpected';
    const delayMs = retryDelaysMs[attempt - 1];
    if (delayMs === undefined) return giveUp(deps, mail, failure);
    const recorded = recordMailFailure(store, mailId, { failure, dueInMs: delayMs });
    await recorded.catch(() => {}); // the database may be what failed: the mail is due when its lease ends
    metrics.deliveries.inc({ channel: 'mail', outcome: 'failed' });
    logger.warn({ mailId, failure, attempt }, 'mail not sent');
    throw retryAfter(failure, delayMs);
  }
}

/** First on record, so that the sweep tells the case where nobody does here. */
async function giveUp(deps: SendMailDeps, { id: mailId, attempt }: RecordedMail, failure: string): Promise<never> {
  const { store, logger } = deps;
  await insist(() => recordMailGivenUp(store, mailId, failure)).catch(() => {
    throw retryAfter('unexpected', patienceMs);
  });
  metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' });
  logger.error({ mailId, failure, attempt }, 'mail given up');
  await tellCase(deps, mailId).catch(() => logger.warn({ mailId }, 'case not told of its mail; the sweep tells it'));
  throw ApplicationFailure.nonRetryable(failure);
}

/** The class alone: what servers and databases say holds addresses, and Temporal keeps it. */
function retryAfter(failure: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({ message: failure, nextRetryDelay: delayMs });
}
