import {
  type CaseEvent,
  type CaseFacts,
  type CaseRecord,
  commandAuthorities,
  type Deadline,
  type InternalAction,
  type State,
  type Transition,
  type TransitionResult,
} from '@evict/case-model';
import { newId } from '../ids.ts';
import { inTransaction, prismaOf, type Store } from '../database/store.ts';
import { listPendingDeliveries, recordDeliveries } from '../webhooks/record-deliveries.ts';
import { recordCaseMails } from '../mails/record-case-mails.ts';
import { settlePlatformFee } from '../charges/charges.ts';
import { type CaseOnFile, verifyTransition } from './authority/verify-transition.ts';
import type { CommandText } from './authority/written-commands.ts';
import { type Exhibit, exhibitsOf } from './exhibits.ts';
import { type Frozen, recordCaseRow } from './recording/case-row.ts';
import { recordCourtRows } from './recording/court-rows.ts';
import { recordDocuments } from './recording/documents.ts';
import { recordEvents } from './recording/events.ts';
import type { Transaction } from '../database/transactions.ts';

/** What the service knows when a transition is recorded. */
export interface RecordingContext {
  /** At submit: what is frozen with facts and uploads, under the row's lock. */
  freeze?: (facts: CaseFacts, exhibits: readonly Exhibit[]) => Frozen;
  /** What a live submit makes due. */
  platformFeeCents: number;
  /** Who is told of what the operators have to look at. */
  operatorsAddress: string;
}

/** Ids of what was recorded with the transition and is to be started once it is committed. */
export interface Outgoing {
  webhooks: readonly string[];
  mails: readonly string[];
  /** Charges that are to be settled with the payment provider. */
  charges: readonly string[];
}

interface Recorded {
  result: TransitionResult;
  outgoing: Outgoing;
}

const nothingOutgoing: Outgoing = { webhooks: [], mails: [], charges: [] };

interface LockedRow extends CaseOnFile {
  state: State;
  deadlines: Deadline[];
  facts: CaseFacts;
  /** The database's clock, read after the row was locked. */
  now: Date;
}

/**
 * Records one transition of a case: read row, events, documents, service attempts, filings, notes, the platform fee and
 * what is to go out, in one transaction. Keyed by the sequence of its events, so a second call changes nothing.
 */
export async function recordTransition(
  store: Store,
  transition: Transition,
  { freeze, platformFeeCents, operatorsAddress }: RecordingContext,
): Promise<Recorded> {
  const { caseId, events, record, factsVersion } = transition;
  return inTransaction(store, 'recordTransition', caseId, async (transaction): Promise<Recorded> => {
    const end = (result: TransitionResult): Recorded => ({ result, outgoing: nothingOutgoing });
    const [row] = await transaction.$queryRaw<LockedRow[]>`
      SELECT "organizationId", mode, jurisdiction, state, sequence, deadlines, facts, "factsVersion", record,
        extract(epoch FROM now() - "updatedAt")::float / 86400 AS "idleDays", clock_timestamp() AS now
      FROM "Case" WHERE id = ${caseId} FOR NO KEY UPDATE`;
    if (!row) throw new Error('the case has no row');
    const first = events[0]?.sequence ?? record.sequence + 1;
    if (row.sequence >= first) {
      if (await isOwn(transaction, transition)) {
        // Recorded by one that died then: deliveries that it had not started are started now, the rest by the sweep.
        const webhooks = await listPendingDeliveries(
          transaction,
          events.map(({ id }) => id),
        );
        const kept = row.sequence === events.at(-1)?.sequence ? row.record : null;
        return { result: { ok: true, ...(kept && { record: kept }) }, outgoing: { ...nothingOutgoing, webhooks } };
      }
    }
    if (row.record) {
      if (await isDone(transaction, transition)) return end({ ok: false, code: 'done', record: row.record });
      if (row.sequence >= first) return end({ ok: false, code: 'behind', record: row.record });
    }
    if (row.sequence !== first - 1 && (await lastLogged(transaction, caseId)) !== first - 1)
      throw new Error('a transition before this one was not recorded');
    if (factsVersion !== undefined && factsVersion !== row.factsVersion) {
      return end({ ok: false, code: 'facts_changed' });
    }

    const verdict = await verifyTransition(transaction, transition, row);
    if (!verdict.isValid) return end(verdict.result);
    const { text } = verdict;

    const { now } = row;
    const frozen = freeze?.(row.facts, await exhibitsOf(transaction, caseId));
    const courtCaseNumber = await recordCourtRows(transaction, transition, { before: row.record, text });
    await recordDocuments(transaction, transition, text);
    await recordEvents(transaction, transition, { text, courtCaseNumber, now });
    await recordReviewNote(transaction, transition, text);
    await recordCaseRow(transaction, transition, {
      frozen,
      courtCaseNumber,
      text,
      deadlinesBefore: row.deadlines,
      now,
    });
    const { organizationId, state: stateBefore } = row;
    const recorded = { caseId, organizationId, mode: record.mode, stateBefore, events, createdAt: now };
    const outgoing = {
      webhooks: await recordDeliveries(transaction, recorded),
      mails: await recordCaseMails(transaction, { events, before: row.record, record, operatorsAddress }),
      charges: await settlePlatformFee(transaction, { events, record, amountCents: platformFeeCents }),
    };
    return { result: { ok: true }, outgoing };
  });
}

/** What was last recorded of a case; null for a draft that no command has reached. */
export async function loadRecord(store: Store, caseId: string): Promise<CaseRecord | null> {
  const { record } = await prismaOf(store).case.findUniqueOrThrow({ where: { id: caseId }, select: { record: true } });
  return record as unknown as CaseRecord | null;
}

/**
 * Whether what has the sequence is this very transition. It need not be: a command that reaches a case which has just
 * ended starts its workflow anew, with a draft that is none any more. Ids alone do not tell, because a workflow that
 * decides again after a crash draws the same ones for whatever it decides: two commands of operators begin alike.
 */
async function isOwn(
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

/**
 * Whether the command was recorded before. A workflow that begins anew, or never heard of it, would do it again.
 */
async function isDone(
  transaction: Transaction,
  { caseId, command, events: [first], commandId }: Transition,
): Promise<boolean> {
  if (commandId === undefined || !first || isTryWithinCommand(first)) return false;
  // What its author wrote once is done once, whatever it would do to the case by now.
  const action = commandAuthorities[command.kind] ? { not: failedTry } : first.action;
  const where = { caseId, commandId, action };
  return (await transaction.caseEvent.findFirst({ where, select: { id: true } })) !== null;
}

/** How far the log of events has come. A row alone can be behind it, restored from an older backup: it comes along. */
async function lastLogged(transaction: Transaction, caseId: string): Promise<number> {
  const { _max } = await transaction.caseEvent.aggregate({ where: { caseId }, _max: { sequence: true } });
  return _max.sequence ?? 0;
}

/** Whether a command has taken effect, however long ago and whatever became of its answer. */
export async function isCommandRecorded(store: Store, caseId: string, commandId: string): Promise<boolean> {
  const where = { caseId, commandId, action: { not: failedTry } };
  return (await prismaOf(store).caseEvent.findFirst({ where, select: { id: true } })) !== null;
}

/** A command can be refused all the same after a step has failed in it. */
const failedTry = 'job_failed' satisfies InternalAction;

/** A mail that failed is told by a command of its own. */
function isTryWithinCommand({ action, detail }: CaseEvent): boolean {
  return action === failedTry && detail['step'] !== 'send_mail';
}

/** What the attorney wants changed is a message to the customer. */
async function recordReviewNote(
  transaction: Transaction,
  { caseId, events }: Transition,
  { notes }: CommandText,
): Promise<void> {
  if (notes === undefined || !events.some(({ action }) => action === 'request_changes')) return;
  await transaction.note.create({ data: { id: newId('note'), caseId, author: 'service', body: notes } });
}
