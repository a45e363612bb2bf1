import {
  type CaseRecord,
  type GateResults,
  isFinished,
  type Mode,
  newCase,
  nextAction,
  type State,
} from '@evict/case-model';
import type { BlobStore } from '../bytes/blob-store.ts';
import { countStored } from '../bytes/storage-quota.ts';
import { inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { readRecord, storedRecord } from '../decisions/versions.ts';
import { recordPlatformEvent } from '../events/platform-event.ts';
import { showDocuments } from '../documents/shown-documents.ts';
import { Prisma } from '../generated/client.ts';
import { isDueNow } from '../retention/due-cases.ts';
import { attorneyWhoConsents, type ErasureGround, wordsOf } from './erasure-ground.ts';
import { appendErasure, type CaseErasure } from './erasure-list.ts';
import { keptDetail, keptDetails } from './kept-detail.ts';

export interface ErasureRequest {
  caseId: string;
  /** By default, the owner's request without an attorney's consent. */
  ground?: ErasureGround;
  /** The name of an operator, or of the platform's own job. */
  operator: string;
  /** The path of the erasure list, which is kept apart from backups. Empty means none. */
  list: string;
  blobs: BlobStore;
}

export type ErasureOutcome =
  /** `again` means that the details were already erased, so this call did nothing. */
  { ok: true; erasedAt: Date; again: boolean } | { ok: false; code: ErasureRefusal };

type ErasureRefusal = 'not_found' | 'not_finished' | 'legal_hold' | 'consent_required';

/**
 * Permanently erases the details of a finished case and leaves its audit shell. All checks run in one transaction under
 * the lock on the case's row. An owner's request needs the attorney's consent if a live case had an attorney and ended
 * less than a year ago. Retention follows its own rule. The erasure is listed before the commit, so a case that can't
 * be listed isn't erased. Bytes outside the database are deleted after the commit. If that fails, this function throws
 * and can be called again. Daily retention also completes interrupted erasures. Nothing has to be erased in Temporal.
 */
export async function eraseCase(store: Store, request: ErasureRequest): Promise<ErasureOutcome> {
  const { caseId, operator, list, blobs, ground = { basis: 'owner_request' } } = request;
  const outcome = await inTransaction(store, 'eraseCase', caseId, async (transaction): Promise<ErasureOutcome> => {
    const row = await lockCase(transaction, caseId);
    if (!row) return { ok: false, code: 'not_found' };
    if (row.erasedAt) return { ok: true, erasedAt: row.erasedAt, again: true };
    if (!isFinished(row.state)) return { ok: false, code: 'not_finished' };
    if (row.legalHold) return { ok: false, code: 'legal_hold' };
    if (ground.basis === 'retention' && !(await isDueNow(transaction, ground.rule, caseId))) {
      return { ok: false, code: 'not_finished' };
    }
    const attorneyId = await attorneyWhoConsents(transaction, caseId);
    if (ground.basis === 'owner_request' && !ground.consent && attorneyId !== null) {
      return { ok: false, code: 'consent_required' };
    }
    const { state, sequence, now: erasedAt } = row;
    const words = wordsOf(ground, attorneyId);
    const erasure = { caseId, operator, basis: ground.basis, words, state, sequence, erasedAt };
    await eraseDetails(transaction, row, erasure);
    await appendErasure(list, erasure);
    return { ok: true, erasedAt, again: false };
  });
  if (outcome.ok) await blobs.eraseCase(caseId);
  return outcome;
}

/** The case columns that an erasure needs. */
interface LockedCase {
  organizationId: string;
  mode: Mode;
  state: State;
  sequence: number;
  ground: string;
  entryPoint: string;
  jurisdiction: string;
  attorneyId: string | null;
  gates: GateResults | null;
  record: unknown;
  legalHold: boolean;
  erasedAt: Date | null;
  /** The database's clock, read after the lock was acquired. */
  now: Date;
}

/** Locks a case's row against all writers. Returns null if there is no such case. */
export async function lockCase(transaction: Transaction, caseId: string): Promise<LockedCase | null> {
  const [row] = await transaction.$queryRaw<LockedCase[]>`
    SELECT "organizationId", mode, state, sequence, ground, "entryPoint", jurisdiction, "attorneyId", gates, record,
      "legalHold", "erasedAt", clock_timestamp() AS now
    FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
  return row ?? null;
}

/**
 * Removes all tenant data from a case's rows and leaves its audit shell: ids, states, times, the order of its events,
 * hashes of documents and approvals, who approved, charges, and the names and statuses of gates. The stated ground of
 * the erasure stays on record. The caller must hold the lock on the case's row and must have checked that the case may
 * be erased. After a restore, the state and sequence of `erasure` can differ from the row's.
 */
export async function eraseDetails(transaction: Transaction, row: LockedCase, erasure: CaseErasure): Promise<void> {
  await countStored(transaction, row, { caseIds: [erasure.caseId] }, () => removeDetails(transaction, row, erasure));
}

async function removeDetails(transaction: Transaction, row: LockedCase, erasure: CaseErasure): Promise<void> {
  const { caseId, operator, basis, words, state, sequence, erasedAt } = erasure;
  const ofCase = { where: { caseId } };
  // This has to come first, because details of events and commands can only be removed from an erased case.
  await transaction.case.update({
    where: { id: caseId },
    data: { state, sequence, ...shellOf(row, erasure), erasedAt },
    select: { id: true },
  });
  await transaction.caseSearch.deleteMany(ofCase);
  await transaction.note.deleteMany(ofCase);
  await transaction.command.deleteMany(ofCase);
  await transaction.confirmation.deleteMany(ofCase);
  await transaction.uploadLink.deleteMany(ofCase);
  await transaction.caseImportRow.deleteMany(ofCase);
  await transaction.caseRead.deleteMany(ofCase);
  await transaction.document.updateMany({ ...ofCase, data: { filename: '', purpose: null } });
  await showDocuments(transaction, caseId);
  await transaction.blob.deleteMany(ofCase);
  await transaction.filing.updateMany({
    ...ofCase,
    data: { envelopeId: null, courtCaseNumber: null, rejectionReasons: Prisma.DbNull },
  });
  await transaction.serviceAttempt.updateMany({
    ...ofCase,
    data: { partyIndex: null, servedDate: null, expires: null, citation: null, failureReason: null },
  });
  await eraseEventDetails(transaction, caseId);
  // Keep the rows of stored responses, so that repeating a create request doesn't create the case again. No real
  // request has an empty fingerprint. Callers without access to the case keep the refusal that they got.
  await transaction.$executeRaw`
    UPDATE "IdempotencyKey" SET fingerprint = '', status = 409, headers = NULL, body = NULL
    WHERE subject = ${caseId}
      AND (scope IN (${row.organizationId}, ${row.attorneyId}) OR status BETWEEN 200 AND 299)`;
  const detail = { operator, basis, ...words };
  await recordPlatformEvent(transaction, { caseId, action: 'erased', detail, at: erasedAt });
  await transaction.erasure.createMany({
    data: [{ subject: caseId, operator, basis, erasedAt }],
    skipDuplicates: true,
  });
}

/** Returns the columns of an erased case, without anything about its tenant or court. */
function shellOf(row: LockedCase, { caseId, state, sequence }: CaseErasure): Prisma.CaseUpdateInput {
  const { organizationId, mode, ground, entryPoint, jurisdiction, gates } = row;
  // Keep the finished state, so that a command that arrives after the erasure is refused.
  const record: CaseRecord = { ...newCase({ caseId, organizationId, mode }, 0), state, sequence };
  const before = readRecord(row.record);
  const kept = before && {
    approvals: before.approvals,
    attorneyId: before.attorneyId,
    restingSince: before.restingSince,
  };
  return {
    heldFrom: null,
    attorneyAccepted: false,
    // Readers still need valid facts.
    facts: {
      ground,
      entryPoint,
      parties: [],
      attestations: {},
      property: { line1: '', city: '', state: jurisdiction, zip: '', ownerOfRecord: '' },
    },
    ledgerBalanceCents: null,
    beforeChanges: Prisma.DbNull,
    // Names and amounts could be guessed from their hash.
    factsHash: null,
    noticeFactsHash: null,
    gates: gates
      ? { passed: gates.passed, results: gates.results.map(({ gate, status }) => ({ gate, status })) }
      : Prisma.DbNull,
    progress: {},
    deadlines: [],
    courtCaseNumber: null,
    reference: null,
    nextAction: { ...nextAction(record) },
    failedStep: null,
    retryAt: null,
    record: storedRecord({ ...record, ...kept }) as unknown as Prisma.InputJsonObject,
  };
}

/** Removes the details of an erased case's events, except those in `keptDetails`. */
async function eraseEventDetails(transaction: Transaction, caseId: string): Promise<void> {
  const keeping = { in: Object.keys(keptDetails) };
  const events = await transaction.caseEvent.findMany({
    where: { caseId, action: keeping, detail: { not: Prisma.DbNull } },
    select: { id: true, action: true, detail: true },
  });
  await transaction.caseEvent.updateMany({
    where: { caseId, NOT: { action: keeping } },
    data: { detail: Prisma.DbNull },
  });
  for (const { id, action, detail } of events) {
    const data = { detail: keptDetail(action, detail) as Prisma.InputJsonObject };
    await transaction.caseEvent.update({ where: { id }, data, select: { id: true } });
  }
}
