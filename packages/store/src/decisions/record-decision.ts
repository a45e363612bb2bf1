import { isDeepStrictEqual } from 'node:util';
import { type CaseEvent, type CaseRecord, type ChargeState, type NewDocument, platformFee } from '@evict/case-model';
import { mailsOfDecision } from '@evict/mail';
import { recordPlatformFee, simulateCharge } from '../charges/platform-fee.ts';
import { poolOf, queryOf, type Store } from '../database/store.ts';
import { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { insertMails, mailsDueNow } from '../mails/record-case-mails.ts';
import { notifying } from '../outbox.ts';
import { insertDeliveries } from '../webhooks/record-deliveries.ts';
import { findByCourtNumber, type Frozen, moveCase } from './case-row.ts';
import { lockCommand, settleCommand } from './command.ts';
import { writeCourtRows } from './court-rows.ts';
import { insertDocuments, shownAfter } from './documents.ts';
import { insertEvents } from './events.ts';
import type { DecidableCase } from './load-case.ts';

/** A decision that changes a case, with everything that is recorded along with it. */
export interface Change {
  events: readonly CaseEvent[];
  /** The case after the decision. */
  record: CaseRecord;
  /** Epoch milliseconds on the case's clock. */
  caseTime: number;
  documents?: readonly NewDocument[];
  /** Ids of documents that are no longer current. */
  supersedes?: readonly string[];
  /** The values that a submit freezes. Absent for all other decisions. */
  frozen?: Frozen;
  /** The attorney's message to the customer. */
  message?: string | undefined;
  /** The new state of the simulated charge of a test case. */
  charge?: ChargeState | undefined;
}

/** The settings for recording decisions. */
export interface Recording {
  /** The fee for submitting a live case, in US cents. */
  platformFeeCents: number;
  /** The operators' email address. */
  operatorsAddress: string;
}

/**
 * Records a decision in one statement: the case's row, events, documents, service attempts, filings, message, platform
 * fee, emails, webhook deliveries, and the command's outcome. Returns false, without recording anything, if the case
 * has changed since it was read, or if the command can no longer be decided.
 */
export async function recordDecision(
  store: Store,
  before: DecidableCase,
  change: Change,
  { platformFeeCents, operatorsAddress }: Recording,
): Promise<boolean> {
  const { events, record, caseTime, documents = [], supersedes = [], frozen = null, message, charge } = change;
  const { version, factsVersion, now, command, organizationId, mode, timeZone } = before;
  const { caseId } = record;
  const commandId = command?.id ?? null;
  const createdAt = new Date(now);
  const fee = platformFee(events, record);
  const documentChange = { added: documents, supersedes, createdAt };
  const changesDocuments = documents.length > 0 || supersedes.length > 0;
  const deliveries = insertDeliveries({
    caseId,
    organizationId,
    mode,
    stateBefore: before.record.state,
    events,
    createdAt,
    told: [
      ...(message === undefined ? [] : (['note_added'] as const)),
      ...(isDeepStrictEqual(record.deadlines, before.record.deadlines) ? [] : (['deadline_changed'] as const)),
    ],
    changesCharge: fee !== null || charge !== undefined,
  });
  const mails = mailsOfDecision({ events, before: before.record, record });
  const parts = [
    ...(commandId === null ? [] : lockCommand(commandId)),
    moveCase({
      record,
      stateBefore: before.record.state,
      commandId,
      version,
      factsVersion,
      caseTime,
      now,
      frozen,
      shownDocuments: changesDocuments ? shownAfter(before.shownDocuments, documentChange) : null,
      asIdle: command?.body.kind === 'withdraw_idle',
    }),
    ...(record.courtCaseNumber === before.record.courtCaseNumber ? [] : [findByCourtNumber(record)]),
    ...insertEvents(events, { record, commandId, now }),
    ...insertDocuments(documentChange),
    ...writeCourtRows(before.record, record),
    ...(message === undefined ? [] : [insertMessage(message, createdAt)]),
    ...recordPlatformFee(fee, platformFeeCents),
    ...(charge === undefined ? [] : [simulateCharge(caseId, charge, platformFeeCents)]),
    ...insertMails(mails, { organizationId, attorneyId: record.attorneyId, operatorsAddress, timeZone }, createdAt),
    ...deliveries,
    ...(commandId === null ? [] : [settleCommand(commandId, { ok: true, at: createdAt.toISOString() })]),
  ];
  const columns = [
    Prisma.sql`(SELECT count(*) FROM moved)::int AS moved`,
    ...(deliveries.length > 0 ? [notifying('webhooks', 'delivery')] : []),
    ...(mails.length > 0 ? [notifying('mail', mailsDueNow)] : []),
    ...(fee === 'void' ? [notifying('charges', 'charge')] : []),
  ];
  const { rows } = await poolOf(store).query<{ moved: number }>(
    queryOf(Prisma.sql`WITH ${Prisma.join(parts)} SELECT ${Prisma.join(columns)}`),
  );
  return rows[0]?.moved === 1;
}

/** Returns the CTE that adds the changes requested by the attorney as a message to the customer. */
function insertMessage(body: string, createdAt: Date): Prisma.Sql {
  return Prisma.sql`message AS (
    INSERT INTO "Note" (id, "caseId", "writtenBy", body, "createdAt")
    SELECT ${newId('note')}, moved.id, 'attorney', ${body}, ${createdAt.toISOString()}::timestamptz FROM moved)`;
}
