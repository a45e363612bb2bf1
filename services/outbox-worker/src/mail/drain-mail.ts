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
import { writeMails } from './write-mail.ts';

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
 * Sends the mail that is due, alone or as a digest, and records each outcome. Every attempt composes the mail again, under the same Message-ID. A
 * mail is sent again if the process dies after sending it and before recording that.
 */
export function createDrainMail(deps: DrainMailDeps): OutboxActivities['drainMail'] {
  const { store, isStopping } = deps;
  return () =>
    withoutValues(() =>
      drain(
        eachByItself<readonly RecordedMail[]>(mailsAtOnce, {
          claim: (count) => claimMails(store, { count, leaseMs }),
          send: (mails, stopping) => attemptMails(deps, mails, stopping),
          release: (mails) => cancelMailAttempt(store, idsOf(mails)),
          rest: () => nextMailDueInMs(store),
        }),
        isStopping,
      ),
    );
}

/** Sends one mail, or several in one. */
async function attemptMails(deps: DrainMailDeps, mails: readonly RecordedMail[], stopping: AbortSignal): Promise<void> {
  const { store, transport, retryDelaysMs, logger } = deps;
  const [first] = mails;
  if (first === undefined) return;
  const { id: mailId, kind, recipient: to } = first;
  // Each mail of a digest has as many attempts as the one that came last.
  const attempt = Math.min(...mails.map((mail) => mail.attempt));
  const deadline = AbortSignal.timeout(attemptTimeoutMs);
  const startedAt = performance.now();
  let over: string[] = [];
  try {
    const written = await writeMails(mails, deps);
    over = idsOf(written.over);
    if (written.text) {
      const signal = AbortSignal.any([stopping, deadline]);
      await transport.send({ id: mailId, to, ...written.text }, signal);
    }
  } catch (error) {
    // A worker that stops is no failure of the mail.
    if (stopping.aborted) throw error;
    const failure = deadline.aborted ? 'timeout' : error instanceof MailFailure ? error.failure : 'unexpected';
    const dueInMs = retryDelaysMs[attempt - 1];
    if (dueInMs === undefined) return giveUp(deps, mails, failure);
    // If this fails too, the mail is due when its lease ends.
    await recordMailFailure(store, idsOf(mails), { failure, dueInMs }).catch(() => {});
    metrics.deliveries.inc({ channel: 'mail', outcome: 'failed' });
    logger.warn({ mailId, failure, attempt }, 'mail not sent');
    return;
  }
  const sent = idsOf(mails).filter((id) => !over.includes(id));
  // The mail server has accepted it: if this fails, the lease ends and it is sent again, but it has not failed.
  await retryWrite(() => recordMailSent(store, sent));
  if (over.length > 0) {
    await recordMailDropped(store, over);
    metrics.deliveries.inc({ channel: 'mail', outcome: 'dropped' }, over.length);
    logger.info({ mailId: over[0], kind, attempt, mails: over.length }, 'mail dropped: it is no longer true');
  }
  if (sent.length === 0) return;
  metrics.deliveries.inc({ channel: 'mail', outcome: 'delivered' });
  metrics.deliveryAge.observe({ channel: 'mail' }, (first.ageMs + performance.now() - startedAt) / 1000);
  logger.info({ mailId, kind, attempt, mails: sent.length }, 'mail sent');
}

/** Recorded first: if the report to the case fails, housekeeping repeats it. */
async function giveUp(deps: DrainMailDeps, mails: readonly RecordedMail[], failure: string): Promise<void> {
  const { store, logger } = deps;
  await retryWrite(() => recordMailGivenUp(store, idsOf(mails), failure));
  for (const { id: mailId, attempt } of mails) {
    metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' });
    logger.error({ mailId, failure, attempt }, 'mail abandoned');
    await reportMailFailure(deps, mailId).catch(() =>
      logger.warn({ mailId }, 'mail failure not reported to its case; it is reported later'),
    );
  }
}

const idsOf = (mails: readonly RecordedMail[]) => mails.map(({ id }) => id);
