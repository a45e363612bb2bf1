import { finishedStates, type Mode } from '@evict/case-model';
import { allIds, countRows, firstRow, inTransaction, prismaOf, raw, type Store } from '../database/store.ts';
import { recordPlatformEvent } from '../events/platform-event.ts';
import { notifying } from '../outbox.ts';

/** A failed email about a case, with no retries left. Exposes only the class of the failure. */
export interface FailedCaseMail {
  /** Identifies this failure and not only the email, because a reopened email can fail again. */
  id: string;
  caseId: string;
  /** Attempts so far. */
  attempt: number;
  errorClass: string;
}

/**
 * A failed email, with the data for a command about it. `isOpen` means that the case has been submitted and isn't
 * finished.
 */
export interface ReportableMailFailure extends FailedCaseMail {
  organizationId: string;
  mode: Mode;
  isOpen: boolean;
}

/**
 * Finds the failure of an email about a case. Returns null if the email has retries left, isn't about a case, or is
 * about an erased case.
 */
export async function findFailedCaseMail(store: Store, mailId: string): Promise<ReportableMailFailure | null> {
  return firstRow<ReportableMailFailure>(store)`
    SELECT ${raw(failureId)} AS id, c.id AS "caseId", m.attempts AS attempt, m.failure AS "errorClass",
        c."organizationId", c.mode, c.sequence > 0 AND c.state <> ALL (${finishedStates}) AS "isOpen"
      FROM ${raw(failedCaseMails)} AND m.id = ${mailId}`;
}

/** Returns the ids of abandoned emails whose case has no event about the failure: the first hundred, ordered by id. */
export async function listUnreportedMailFailures(store: Store): Promise<string[]> {
  return allIds(store)`
    SELECT m.id FROM ${raw(failedCaseMails)}
        AND NOT EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e."commandId" = ${raw(failureId)})
      ORDER BY m.id LIMIT 100`;
}

/**
 * Records at most once that an email was abandoned, for a case without a running workflow: a draft or a finished case.
 * Locks the case's row the way a decision does. Does nothing if the case is erased or the email was reopened.
 */
export async function recordMailFailureOutOfBand(
  store: Store,
  { id, caseId, attempt, errorClass }: FailedCaseMail,
): Promise<void> {
  await inTransaction(store, 'recordMailFailure', caseId, async (transaction) => {
    const found = await transaction.$queryRaw<unknown[]>`
      SELECT FROM "Case" WHERE id = ${caseId} AND "erasedAt" IS NULL FOR NO KEY UPDATE`;
    if (found.length === 0) return;
    // Operators may have reopened the email meanwhile.
    const mails = await transaction.$queryRaw<unknown[]>`
      SELECT FROM ${raw(failedCaseMails)} AND ${raw(failureId)} = ${id} AND c.id = ${caseId}`;
    if (mails.length === 0) return;
    const recorded = await transaction.caseEvent.findFirst({ where: { caseId, commandId: id }, select: { id: true } });
    if (recorded) return;
    const detail = { step: 'send_mail', attempt, errorClass };
    await recordPlatformEvent(transaction, { caseId, action: 'job_failed', detail, commandId: id });
  });
}

/**
 * Returns an SQL condition: an email about this case was abandoned with this failure. The arguments are SQL
 * expressions.
 */
export function mailFailureSql({ id, caseId, attempt, errorClass }: Record<keyof FailedCaseMail, string>): string {
  return `EXISTS (SELECT FROM ${failedCaseMails} AND ${failureId} = ${id} AND c.id = ${caseId}
    AND m.id = regexp_replace(${id}, '-[0-9]+$', '') AND m.attempts = ${attempt} AND m.failure = ${errorClass})`;
}

/** Returns the ids of the abandoned emails about a case, oldest first. */
export async function listFailedMails(store: Store, caseId: string): Promise<string[]> {
  const where = { givenUpAt: { not: null }, payload: { path: ['caseId'], equals: caseId } };
  const rows = await prismaOf(store).mail.findMany({ where, orderBy: { createdAt: 'asc' }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Makes abandoned emails due now, with all their attempts again. */
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
