import { type CaseRecord, type GateResults, newCase, nextAction, type State } from '@evict/case-model';
import { recordOutOfBandEvent } from '../events/out-of-band-events.ts';
import { Prisma } from '../generated/client.ts';
import type { Transaction } from '../database/transactions.ts';
import type { CaseErasure } from './erasure-list.ts';

/**
 * Removes all tenant data from the rows of a case and leaves its audit shell: ids, states, times, the order of its
 * events, hashes of documents and approvals, who approved, charges, names and statuses of gates. The caller holds the
 * lock of the case's row. The words of its ground are recorded with the erasure and stay.
 */
export async function eraseDetails(transaction: Transaction, erasure: CaseErasure): Promise<void> {
  const { caseId, operator, basis, words, erasedAt } = erasure;
  const where = { caseId };
  await transaction.note.deleteMany({ where });
  await transaction.command.deleteMany({ where });
  await transaction.blob.deleteMany({ where });
  await transaction.document.updateMany({ where, data: { filename: '', purpose: null } });
  await transaction.filing.updateMany({
    where,
    data: { envelopeId: null, courtCaseNumber: null, rejectionReasons: Prisma.DbNull },
  });
  await transaction.serviceAttempt.updateMany({
    where,
    data: { partyIndex: null, servedDate: null, expires: null, citation: null, failureReason: null },
  });
  await eraseCaseRow(transaction, erasure);
  // After the case's row: a trigger allows changes only to events of erased cases.
  await transaction.$executeRaw`
    UPDATE "CaseEvent" SET salt = NULL, detail = "keptDetail"(action, detail)
    WHERE "caseId" = ${caseId}`;
  await eraseResponses(transaction, caseId);
  const detail = { operator, basis, ...words };
  await recordOutOfBandEvent(transaction, { caseId, action: 'erased', detail, at: erasedAt });
  await transaction.erasure.createMany({
    data: [{ subject: caseId, operator, basis, erasedAt }],
    skipDuplicates: true,
  });
}

async function eraseCaseRow(
  transaction: Transaction,
  { caseId, state, sequence, erasedAt }: CaseErasure,
): Promise<void> {
  const row = await transaction.case.findUniqueOrThrow({
    where: { id: caseId },
    select: {
      organizationId: true,
      mode: true,
      ground: true,
      entryPoint: true,
      jurisdiction: true,
      gates: true,
      record: true,
    },
  });
  const { ground, entryPoint, jurisdiction } = row;
  const record = { ...shellOf(caseId, row), state, sequence };
  await transaction.case.update({
    where: { id: caseId },
    select: { id: true },
    data: {
      state,
      heldFrom: null,
      attorneyAccepted: false,
      sequence,
      // Readers still find valid facts.
      facts: {
        ground,
        entryPoint,
        property: { line1: '', city: '', state: jurisdiction, zip: '', ownerOfRecord: '' },
        parties: [],
        attestations: {},
      },
      // Hashes of names and amounts could be guessed.
      factsHash: null,
      noticeFactsHash: null,
      gates: row.gates === null ? Prisma.DbNull : withoutReasons(row.gates as unknown as GateResults),
      progress: {},
      deadlines: [],
      courtCaseNumber: null,
      reference: null,
      nextAction: { ...nextAction(record) },
      failedStep: null,
      retryAt: null,
      record: record as unknown as Prisma.InputJsonObject,
      erasedAt,
    },
  });
}

/** What remains of the record: the final state, and who approved which bytes. A late command finds a finished case. */
function shellOf(
  caseId: string,
  { organizationId, mode, record }: { organizationId: string; mode: string; record: Prisma.JsonValue },
): CaseRecord {
  const fresh = newCase({ caseId, organizationId, mode: mode as CaseRecord['mode'] }, 0);
  if (record === null) return fresh;
  const { approvals, attorneyId, restingSince } = record as unknown as CaseRecord;
  return { ...fresh, approvals, attorneyId, restingSince };
}

function withoutReasons({ passed, results }: GateResults): Prisma.InputJsonObject {
  return { passed, results: results.map(({ gate, status }) => ({ gate, status })) };
}

/**
 * Stored responses stay as rows, so that a create that is sent again does not create the case again. An empty
 * fingerprint marks them, because a hash over the text of a request could be guessed.
 */
async function eraseResponses(transaction: Transaction, caseId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "IdempotencyKey" k SET fingerprint = '', status = 409, headers = NULL, body = NULL
    FROM "Case" c WHERE c.id = ${caseId} AND k.subject = c.id
      AND (k.scope IN (c."organizationId", c."attorneyId") OR k.status BETWEEN 200 AND 299)`;
}

/** The state on which an erasure decides. */
interface LockedCase {
  state: State;
  sequence: number;
  legalHold: boolean;
  erasedAt: Date | null;
  /** The database's clock, read after the lock was acquired. */
  now: Date;
}

/** Locks the row of a case; null if there is none. */
export async function lockCase(transaction: Transaction, caseId: string): Promise<LockedCase | null> {
  const [row] = await transaction.$queryRaw<LockedCase[]>`
    SELECT state, sequence, "legalHold", "erasedAt", clock_timestamp() AS now
    FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
  return row ?? null;
}
