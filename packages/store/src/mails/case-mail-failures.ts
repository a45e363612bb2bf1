import { finishedStates, type Mode } from '@evict/case-model';
import { allIds, countRows, firstRow, inTransaction, prismaOf, raw, type Store } from '../database/store.ts';
import { recordPlatformEvent } from '../events/platform-event.ts';
import { notifying } from '../outbox.ts';

/** A mail about a case that has no retries left. Exposes only the class of its failure. */
export interface FailedCaseMail {
  /** Identifies this failure, because a reopened mail can fail again. */
  id: string;
  caseId: string;
  /** Attempts so far. */
  attempt: number;
  errorClass: string;
}

/**
 * A failed mail with what is needed to send a command about it. `isOpen`: the case has been submitted and is not
 * finished.
 */
export interface ReportableMailFailure extends FailedCaseMail {
  organizationId: string;
  mode: Mode;
  isOpen: boolean;
}

/** Null if the mail has retries left, or is not about a case, or is about an erased one. */
export async function findFailedCaseMail(store: Store, mailId: string): Promise<ReportableMailFailure | null> {
  return firstRow<ReportableMailFailure>(store)`
    SELECT ${raw(failureId)} AS id, c.id AS "caseId", m.attempts AS attempt, m.failure AS "errorClass",
        c."organizationId", c.mode, c.sequence > 0 AND c.state <> ALL (${finishedStates}) AS "isOpen"
      FROM ${raw(failedCaseMails)} AND m.id = ${mailId}`;
}

/** Ids of abandoned mails whose case has no event about it: the first hundred, in order. */
export async function listUnreportedMailFailures(store: Store): Promise<string[]> {
  return allIds(store)`
    SELECT m.id FROM ${raw(failedCaseMails)}
        AND NOT EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e."commandId" = ${raw(failureId)})
      ORDER BY m.id LIMIT 100`;
}

/**
 * Records once that a mail was abandoned, for a case without a running workflow: a draft or a finished case. Takes the
 * row's lock like a decision. Does nothing for an erased case.
 */
export async function recordMailFailureOutOfBand(
  store: Store,
  { id, caseId, attempt, errorClass }: FailedCaseMail,
): Promise<void> {
  await inTransaction(store, 'recordMailFailure', caseId, async (transaction) => {
    const found = await transaction.$queryRaw<unknown[]>`
      SELECT FROM "Case" WHERE id = ${caseId} AND "erasedAt" IS NULL FOR NO KEY UPDATE`;
    if (found.length === 0) return;
    // Operators may have reopened the mail meanwhile.
    const mails = await transaction.$queryRaw<unknown[]>`
      SELECT FROM ${raw(failedCaseMails)} AND ${raw(failureId)} = ${id} AND c.id = ${caseId}`;
    if (mails.length === 0) return;
    const recorded = await transaction.caseEvent.findFirst({ where: { caseId, commandId: id }, select: { id: true } });
    if (recorded) return;
    const detail = { step: 'send_mail', attempt, errorClass };
    await recordPlatformEvent(transaction, { caseId, action: 'job_failed', detail, commandId: id });
  });
}

/** An SQL condition on expressions: this failure of a mail about a case is already recorded. */
export function mailFailureSql({ id, caseId, attempt, errorClass }: Record<keyof FailedCaseMail, string>): string {
  return `EXISTS (SELECT FROM ${failedCaseMails} AND ${failureId} = ${id} AND c.id = ${caseId}
    AND m.id = regexp_replace(${id}, '-[0-9]+$', '') AND m.attempts = ${attempt} AND m.failure = ${errorClass})`;
}

/** Ids of the abandoned mails about a case, oldest first. */
export async function listFailedMails(store: Store, caseId: string): Promise<string[]> {
  const where = { givenUpAt: { not: null }, payload: { path: ['caseId'], equals: caseId } };
  const rows = await prismaOf(store).mail.findMany({ where, orderBy: { createdAt: 'asc' }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Reopens abandoned mails with all their attempts. They are due now. */
export async function reopenFailedMails(store: Store, ids: readonly string[]): Promise<void> {
  await countRows(store)`
    WITH mail AS (
      UPDATE "Mail" SET "givenUpAt" = NULL, attempts = 0, failure = NULL, "dueAt" = now()
      WHERE id = ANY (${ids}) AND "givenUpAt" IS NOT NULL RETURNING id)
    SELECT id, ${notifying('mail', 'mail')} FROM mail`;
}

const failedCaseMails = `"Mail" m JOIN "Case" c ON c.id = m.payload ->> 'caseId'
  WHERE m."givenUpAt" IS NOT NULL AND c."erasedAt" IS NULL`;

const failureId = `m.id || '-' || (extract(epoch FROM m."givenUpAt") * 1000)::bigint`;
