import { MailFailure, type MailTransport } from '@evict/mail';
import type { Store } from '@evict/store/database';
import {
  cancelMailAttempt,
  claimMails,
  type RecordedMail,
  recordMailDropped,
  recordMailFailure,
  recordMailGivenUp,
  recordMailSent,
} from '@evict/store/mails';
import { type Logger, metrics } from '@evict/telemetry';
import { eachByItself, type Outbox } from '../loop.ts';
import { writeMails } from './write-mail.ts';

export interface MailOutboxDeps {
  store: Store;
  transport: MailTransport;
  websiteOrigin: string;
  /** The delay after each failed attempt; after the last delay there is one more attempt. */
  retryDelaysMs: readonly number[];
  logger: Logger;
}

/** One email, or several that are sent as one digest. */
type Unit = readonly RecordedMail[];

interface Attempted {
  mails: Unit;
  /** The emails that weren't sent, because they no longer apply. */
  over: Unit;
  /** The class of the failure. Null if the mail server has accepted the email, or if there was nothing to send. */
  failure: string | null;
  durationMs: number;
}

// An alert detects an increase only if the counter already has a value.
metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' }, 0);

/**
 * The timeout of one attempt. It must be shorter than `leaseMs`, so that two attempts to send an email never overlap.
 */
const attemptTimeoutMs = 45_000;
const leaseMs = 60_000;

/**
 * Sends due emails, one by one or as a digest. Every attempt composes the email again, under the same Message-ID. An
 * email is sent again if the process dies after sending it and before recording that.
 */
export function createMailOutbox(deps: MailOutboxDeps): Outbox<Unit, Attempted> {
  const { store } = deps;
  return {
    kind: 'mail',
    atOnce: 10,
    claim: (count) => claimMails(store, { count, leaseMs }),
    send: (mails, aborted) => attemptMails(deps, mails, aborted),
    record: eachByItself((outcome: Attempted) => recordOutcome(deps, outcome)),
    release: (units) => cancelMailAttempt(store, idsOf(units.flat())),
  };
}

async function attemptMails(deps: MailOutboxDeps, mails: Unit, aborted: AbortSignal): Promise<Attempted> {
  const deadline = AbortSignal.timeout(attemptTimeoutMs);
  const startedAt = performance.now();
  let over: Unit = [];
  let failure: string | null = null;
  try {
    const [first] = mails;
    const written = await writeMails(mails, deps);
    ({ over } = written);
    if (first && written.text) {
      const { id, recipient: to } = first;
      await deps.transport.send({ id, to, ...written.text }, AbortSignal.any([aborted, deadline]));
    }
  } catch (error) {
    // If the worker is being stopped, the attempt doesn't count as failed.
    if (aborted.aborted) throw error;
    failure = deadline.aborted ? 'timeout' : error instanceof MailFailure ? error.failure : 'unexpected';
  }
  return { mails, over, failure, durationMs: performance.now() - startedAt };
}

async function recordOutcome(deps: MailOutboxDeps, { mails, over, failure, durationMs }: Attempted): Promise<void> {
  const { store, logger, retryDelaysMs } = deps;
  const [first] = mails;
  if (!first) return;
  const { id: mailId, kind } = first;
  // A digest gets as many attempts as its newest email.
  const attempt = Math.min(...mails.map((mail) => mail.attempt));
  const dueInMs = retryDelaysMs[attempt - 1];
  if (failure !== null && dueInMs === undefined) return giveUp(deps, mails, failure);
  if (failure !== null && dueInMs !== undefined) {
    await recordMailFailure(store, idsOf(mails), { failure, dueInMs });
    metrics.deliveries.inc({ channel: 'mail', outcome: 'failed' });
    logger.warn({ mailId, failure, attempt }, 'mail not sent; it will be retried');
    return;
  }
  const dropped = idsOf(over);
  const sent = idsOf(mails).filter((id) => !dropped.includes(id));
  await recordMailSent(store, sent);
  if (over.length > 0) {
    await recordMailDropped(store, dropped);
    metrics.deliveries.inc({ channel: 'mail', outcome: 'dropped' }, over.length);
    logger.info({ mailId: dropped[0], kind, attempt, mails: over.length }, 'mail dropped because it no longer applies');
  }
  if (sent.length === 0) return;
  metrics.deliveries.inc({ channel: 'mail', outcome: 'delivered' });
  metrics.deliveryAge.observe({ channel: 'mail' }, (first.ageMs + durationMs) / 1000);
  logger.info({ mailId, kind, attempt, mails: sent.length }, 'mail sent');
}

/** Gives up on the emails. If an email is about a case, the case worker then records the failure in the case. */
async function giveUp({ store, logger }: MailOutboxDeps, mails: Unit, failure: string): Promise<void> {
  await recordMailGivenUp(store, idsOf(mails), failure);
  for (const { id: mailId, attempt } of mails) {
    metrics.deliveries.inc({ channel: 'mail', outcome: 'given_up' });
    logger.error({ mailId, failure, attempt }, 'mail not sent; giving up');
  }
}

const idsOf = (mails: Unit) => mails.map(({ id }) => id);
