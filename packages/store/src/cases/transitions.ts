import {
  authorOf,
  type CaseEvent,
  type CaseFacts,
  type CaseRecord,
  type InternalAction,
  type Mode,
  type RecordedDeadline,
  type State,
  type Transition,
  type TransitionResult,
} from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import { insertDeliveries } from '../webhooks/record-deliveries.ts';
import { recordCaseMails } from '../mails/record-case-mails.ts';
import { settlePlatformFee } from '../charges/charges.ts';
import { type CaseOnFile, verifyTransition } from './authority/verify-transition.ts';
import type { CommandText } from './authority/written-commands.ts';
import { type Exhibit, exhibitsOf } from './exhibits.ts';
import { type Frozen, updateCaseRow, withReportedTexts } from './recording/case-row.ts';
import { citationsOf } from './recording/citations.ts';
import { correctFiling, recordFilings, upsertAttempts } from './recording/court-rows.ts';
import { insertDocuments } from './recording/documents.ts';
import { insertEvents } from './recording/events.ts';
import { correctedAmounts, type JudgmentAmounts, standingAmounts } from './recording/judgment.ts';
import type { Transaction } from '../database/transactions.ts';

/** What a transition is recorded with, beside the transition itself. */
export interface RecordingContext {
  /** At submit: computes what is frozen with the facts and uploads, under the row's lock. */
  freeze?: (facts: CaseFacts, exhibits: readonly Exhibit[]) => Frozen;
  /** The fee of a live submit. */
  platformFeeCents: number;
  /** Where mail to the operators is sent. */
  operatorsAddress: string;
}

/** The outboxes in which the transition has recorded rows that are due: to be woken after its commit. */
export interface Outgoing {
  /** Webhook endpoints whose workflows are not awake. */
  endpoints: readonly { id: string; mode: Mode }[];
  mail: boolean;
  /** Charges to settle with the payment provider. */
  charges: boolean;
}

interface Recorded {
  result: TransitionResult;
  outgoing: Outgoing;
}

const nothingOutgoing: Outgoing = { endpoints: [], mail: false, charges: false };

interface LockedRow extends CaseOnFile {
  state: State;
  deadlines: RecordedDeadline[];
  judgment: JudgmentAmounts | null;
  /** Of a submit; null otherwise. */
  facts: CaseFacts | null;
  /** The database's clock, read after the row was locked. */
  now: Date;
  /** See `isCommandDone`. */
  isDone: boolean;
}

/**
 * Records one transition of a case in one transaction: its row, events, documents, service attempts, filings, notes,
 * platform fee, mail and webhook deliveries. Idempotent: a second call finds the sequence of its events and changes
 * nothing. Throws where the case has no row, or where the transition before this one is not recorded.
 */
export async function recordTransition(
  store: Store,
  transition: Transition,
  { freeze, platformFeeCents, operatorsAddress }: RecordingContext,
): Promise<Recorded> {
  const { caseId, events, record, factsVersion } = transition;
  return inTransaction(store, 'recordTransition', caseId, async (transaction): Promise<Recorded> => {
    const finish = (result: TransitionResult): Recorded => ({ result, outgoing: nothingOutgoing });
    const [row] = await transaction.$queryRaw<LockedRow[]>`
      SELECT "organizationId", mode, jurisdiction, state, sequence, deadlines, nullif(progress->'judgment', 'null') AS judgment, "factsVersion", record,
        CASE WHEN ${freeze !== undefined}::boolean THEN facts END AS facts,
        extract(epoch FROM now() - "updatedAt")::float / 86400 AS "idleDays", clock_timestamp() AS now,
        ${isCommandDone(transition)} AS "isDone"
      FROM "Case" WHERE id = ${caseId} FOR NO KEY UPDATE`;
    if (!row) throw new Error('the case has no row');
    const first = events[0]?.sequence ?? record.sequence + 1;
    if (row.sequence >= first && (await isSameTransition(transaction, transition))) {
      const kept = row.sequence === events.at(-1)?.sequence ? row.record : null;
      return finish({ ok: true, ...(kept && { record: kept }) });
    }
    if (row.record) {
      if (row.isDone) return finish({ ok: false, code: 'done', record: row.record });
      if (row.sequence >= first) return finish({ ok: false, code: 'behind', record: row.record });
    }
    if (row.sequence !== first - 1 && (await lastLogged(transaction, caseId)) !== first - 1)
      throw new Error('a transition before this one was not recorded');
    if (factsVersion !== undefined && factsVersion !== row.factsVersion) {
      return finish({ ok: false, code: 'facts_changed' });
    }

    const verdict = await verifyTransition(transaction, transition, row);
    if (!verdict.isValid) return finish(verdict.result);
    const { text } = verdict;

    const { now, record: before, deadlines: deadlinesBefore, organizationId, state: stateBefore } = row;
    const frozen = row.facts ? freeze?.(row.facts, await exhibitsOf(transaction, caseId)) : undefined;
    const accepted = await recordFilings(transaction, transition, { before, text });
    const corrected = await correctFiling(transaction, transition, text);
    const courtCaseNumber = accepted ?? corrected?.courtCaseNumber?.to ?? undefined;
    const citations = await citationsOf(transaction, transition, { before, text });
    const { noticeCitation } = citations;
    const { command } = transition;
    const deadlines = withReportedTexts(record.deadlines, deadlinesBefore, { noticeCitation, command, text });
    const amounts = standingAmounts(transition, text, row.judgment);
    await recordReviewNote(transaction, transition, text);
    const recorded = { caseId, organizationId, mode: record.mode, stateBefore, events, createdAt: now };
    const deliveries = insertDeliveries(recorded);
    const mails = await recordCaseMails(transaction, { events, before, record, operatorsAddress });
    const charges = await settlePlatformFee(transaction, { events, record, amountCents: platformFeeCents });
    const parts = [
      ...insertEvents(transition, {
        organizationId,
        text,
        courtCaseNumber,
        corrected,
        amounts,
        correctedAmounts: correctedAmounts(transition, row.judgment, amounts),
        citations,
        deadlines,
        deadlinesBefore,
        facts: row.facts,
        now,
      }),
      updateCaseRow(transition, {
        frozen,
        courtCaseNumber,
        deadlines,
        amounts,
        now,
      }),
      ...insertDocuments(transition, text),
      ...upsertAttempts(transition, { before, text }),
      ...deliveries.parts,
    ];
    // Last, because from here on the other cases of the organization wait for the commit: see `insertEvents`.
    const asleep = await transaction.$queryRaw<{ id: string }[]>`WITH ${Prisma.join(parts)} ${deliveries.select}`;
    const outgoing = {
      endpoints: asleep.map(({ id }) => ({ id, mode: record.mode })),
      mail: mails.length > 0,
      charges: charges.length > 0,
    };
    return { result: { ok: true }, outgoing };
  });
}

/** The last recorded state of a case; null for a draft without a command so far. */
export async function loadRecord(store: Store, caseId: string): Promise<CaseRecord | null> {
  const { record } = await prismaOf(store).case.findUniqueOrThrow({ where: { id: caseId }, select: { record: true } });
  return record as unknown as CaseRecord | null;
}

/**
 * Whether the events recorded under this sequence are those of this transition. Another transition can hold it: a
 * command sent to a finished case starts its workflow again from a draft. Ids do not suffice, because a workflow that
 * decides again after a crash draws the same ids for a different command.
 */
async function isSameTransition(
  transaction: Transaction,
  { caseId, events, documents: [document] = [], commandId }: Transition,
): Promise<boolean> {
  if (events.length > 0) {
    const same = events.map(({ id, action, sequence }) => ({ id, action, sequence }));
    const where = { caseId, commandId: commandId ?? null, OR: same };
    return (await transaction.caseEvent.count({ where })) === events.length;
  }
  return document !== undefined && (await transaction.document.count({ where: { id: document.id, caseId } })) > 0;
}

/** Whether the command took effect before, in SQL: a workflow that was restarted does not know that. */
function isCommandDone({ caseId, command, events: [first], commandId }: Transition): Prisma.Sql {
  if (commandId === undefined || !first || isStepFailureInCommand(first)) return Prisma.sql`false`;
  // A written command takes effect once, even where it would now lead to a different event.
  const action = authorOf(command) ? Prisma.sql`action <> ${stepFailed}` : Prisma.sql`action = ${first.action}`;
  return Prisma.sql`EXISTS (
    SELECT FROM "CaseEvent" WHERE "caseId" = ${caseId} AND "commandId" = ${commandId} AND ${action})`;
}

/** The last sequence in the event log. A row restored from an older backup is behind it, and catches up here. */
async function lastLogged(transaction: Transaction, caseId: string): Promise<number> {
  const { _max } = await transaction.caseEvent.aggregate({ where: { caseId }, _max: { sequence: true } });
  return _max.sequence ?? 0;
}

/** Whether a command has taken effect. */
export async function isCommandRecorded(store: Store, caseId: string, commandId: string): Promise<boolean> {
  const where = { caseId, commandId, action: { not: stepFailed } };
  return (await prismaOf(store).caseEvent.findFirst({ where, select: { id: true } })) !== null;
}

/** Recorded under the command in which a step failed; the command itself can still be refused. */
const stepFailed = 'job_failed' satisfies InternalAction;

/** A failed mail is reported by a command of its own. */
function isStepFailureInCommand({ action, detail }: CaseEvent): boolean {
  return action === stepFailed && detail['step'] !== 'send_mail';
}

/** The customer reads the changes that the attorney requests as a message. */
async function recordReviewNote(
  transaction: Transaction,
  { caseId, events }: Transition,
  { notes }: CommandText,
): Promise<void> {
  if (notes === undefined || !events.some(({ action }) => action === 'request_changes')) return;
  await transaction.note.create({ data: { id: newId('note'), caseId, writtenBy: 'attorney', body: notes } });
}
