import type { StepName } from '@evict/case-model';
import { recordOutOfBandEvent } from '../cases/out-of-band-events.ts';
import { Prisma } from '../generated/client.ts';
import { lockCase } from '../erasure/lock-case.ts';
import { inTransaction, poolOf, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/** A mail about a case that failed for good: of the mail itself no more than its class of failure. */
export interface FailedCaseMail {
  /** Of this failure: the mail can be sent again, and fail again. */
  id: string;
  caseId: string;
  /** Tries so far. */
  attempt: number;
  errorClass: string;
}

/** Null where the mail has not failed for good, is about no case, or about one whose details were erased. */
export async function findFailedCaseMail(store: Store, mailId: string): Promise<FailedCaseMail | null> {
  const { rows } = await poolOf(store).query<FailedCaseMail>({
    name: 'mail-failed',
    text: `SELECT ${failureId} AS id, c.id AS "caseId", m.attempts AS attempt, m.failure AS "errorClass"
      FROM ${failedCaseMails} AND m.id = $1`,
    values: [mailId],
  });
  return rows[0] ?? null;
}

/**
 * Ids of mails about cases that failed for good at least so long ago, and whose case does not have it on record, in
 * order: the next ones after an id, at most `count`.
 */
export async function listUnreportedMailFailures(
  store: Store,
  { olderThanMs, after = '', count }: { olderThanMs: number; after?: string; count: number },
): Promise<string[]> {
  const { rows } = await poolOf(store).query<{ id: string }>({
    name: 'mails-failed-untold',
    text: `SELECT m.id FROM ${failedCaseMails} AND m.id > $2
        AND m."givenUpAt" <= now() - make_interval(secs => $1::double precision / 1000)
        AND NOT EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e."commandId" = ${failureId})
      ORDER BY m.id LIMIT $3`,
    values: [olderThanMs, after, count],
  });
  return rows.map(({ id }) => id);
}

/**
 * Records a failure, once, for a case without a process that could: a draft, or a case that is over. Under the lock of
 * the row, as a transition that records it would be.
 */
export async function recordMailFailureOutOfBand(
  store: Store,
  { id: commandId, caseId, attempt, errorClass }: FailedCaseMail,
): Promise<void> {
  await inTransaction(store, 'recordMailFailureOutOfBand', caseId, async (transaction) => {
    await lockCase(transaction, caseId);
    if ((await transaction.caseEvent.count({ where: { caseId, commandId } })) > 0) return;
    const detail = { step: 'send_mail' satisfies StepName, attempt, errorClass };
    await recordOutOfBandEvent(transaction, { caseId, action: 'job_failed', detail, commandId });
  });
}

/** Whether a mail about this case failed for good in this very way. */
export async function isMailFailure(
  transaction: Transaction,
  { id, caseId, attempt, errorClass }: FailedCaseMail,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT FROM ${Prisma.raw(failedCaseMails)} AND ${Prisma.raw(failureId)} = ${id} AND c.id = ${caseId}
      AND m.id = ${mailOf(id)} AND m.attempts = ${attempt} AND m.failure = ${errorClass}`;
  return rows.length > 0;
}

/** Ids of the mails about a case that failed for good, oldest first. */
export async function listFailedMails(store: Store, caseId: string): Promise<string[]> {
  const where = { givenUpAt: { not: null }, payload: { path: ['caseId'], equals: caseId } };
  const rows = await prismaOf(store).mail.findMany({ where, orderBy: { createdAt: 'asc' }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Makes mails that failed for good like new ones, with as many tries. Those that nobody starts the sweep starts. */
export async function reopenFailedMails(store: Store, ids: readonly string[]): Promise<void> {
  await poolOf(store).query(
    `UPDATE "Mail" SET "givenUpAt" = NULL, attempts = 0, failure = NULL, "dueAt" = now()
      WHERE id = ANY ($1) AND "givenUpAt" IS NOT NULL`,
    [ids],
  );
}

const failedCaseMails = `"Mail" m JOIN "Case" c ON c.id = m.payload ->> 'caseId'
  WHERE m."givenUpAt" IS NOT NULL AND c."erasedAt" IS NULL`;

/** The mail of a failure id: an index has its row, and none has the failure. */
function mailOf(id: string): string {
  return id.slice(0, id.lastIndexOf('-'));
}

const failureId = `m.id || '-' || (extract(epoch FROM m."givenUpAt") * 1000)::bigint`;
