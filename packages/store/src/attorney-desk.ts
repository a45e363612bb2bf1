import {
  attention,
  type CaseFacts,
  type CaseRecord,
  documentsToApprove,
  type EventAction,
  finishedStates,
  type InternalAction,
  type Stage,
  underReview,
} from '@evict/case-model';
import { type AssignedCase, isAssigned } from './cases/assigned.ts';
import { caseColumns, documentColumns, type EventRow, type StoredRow, toCaseRow, withDate } from './cases/reads.ts';
import type { CaseRow, DocumentRow } from './cases/types.ts';
import { batchSize, inBatches } from './database/batches.ts';
import { allRows, firstRow, raw, sql, type Statement, type Store } from './database/store.ts';
import { readRecord } from './decisions/versions.ts';
import { viewsAsEvents } from './events/tenant-data-views.ts';

export interface QueueRow {
  id: string;
  mode: 'live';
  state: CaseRow['state'];
  ground: CaseRow['ground'];
  entryPoint: CaseRow['entryPoint'];
  jurisdiction: string;
  county: string | null;
  /** Reasons why the case needs attention. */
  attention: string[];
  createdAt: Date;
  updatedAt: Date;
}

interface FilingRow {
  id: string;
  status: 'submitted' | 'accepted' | 'rejected';
  envelopeId: string | null;
  courtCaseNumber: string | null;
  filedOn: string | null;
  rejectionReasons: { code: string; description: string }[] | null;
  createdAt: Date;
}

interface ServiceAttemptRow {
  id: string;
  stage: 'notice' | 'summons';
  method: string;
  partyIndex: number | null;
  status: 'pending' | 'served' | 'failed';
  servedDate: string | null;
  /** For a served notice: the reported end of the notice period. `citation` is the law that sets it. */
  expires: string | null;
  citation: string | null;
  failureReason: string | null;
  createdAt: Date;
}

/** A case as its assigned attorney sees it, without its events and messages. */
export interface CaseFile {
  row: CaseRow;
  /** Files that the customer uploaded. */
  evidence: DocumentRow[];
  filings: FilingRow[];
  serviceAttempts: ServiceAttemptRow[];
  attention: string[];
  /** The facts as they were when the case last went back to draft for changes, or null if it never did. */
  beforeChanges: { at: string; facts: CaseFacts } | null;
}

/** Returns the case, or null if it is not assigned to the attorney. */
export async function findAssignedCase(store: Store, assigned: AssignedCase): Promise<CaseRow | null> {
  const row = await firstRow<StoredRow>(store)`
    SELECT ${caseColumns} FROM "Case" c WHERE ${isAssigned(assigned)}`;
  return row && toCaseRow(row);
}

/**
 * Lists the open cases that wait for the attorney, oldest first: cases to accept, cases to review, and cases that need
 * attention. The rows contain nothing that identifies a tenant.
 */
export async function listAttorneyQueue(store: Store, attorneyId: string): Promise<QueueRow[]> {
  const rows = await allRows<Omit<QueueRow, 'attention'> & { record: CaseRecord | null }>(store)`
    SELECT c.id, c.mode, c.state, c.ground, c."entryPoint", c.jurisdiction,
      c.facts #>> '{property,county}' AS county, c.record, c."createdAt", c."updatedAt"
    FROM "Case" c
    WHERE c."attorneyId" = ${attorneyId} AND c.mode = 'live' AND c.state <> ALL (${finishedStates})
      AND (c.state IN ('notice_review', 'filing_review') OR NOT c."attorneyAccepted" OR c."needsAttention")
    ORDER BY c."createdAt", c.id`;
  return rows.map(({ record, ...row }) => ({ ...row, attention: reasonsOf(readRecord(record)) }));
}

/**
 * Finds a document of an assigned case, even a superseded one. Returns null if the case has no such document or is not
 * assigned to the attorney.
 */
export async function findAssignedDocument(
  store: Store,
  assigned: AssignedCase,
  documentId: string,
): Promise<DocumentRow | null> {
  return firstRow<DocumentRow>(store)`
    SELECT ${documentColumns} FROM "Document" d JOIN "Case" c ON c.id = d."caseId"
    WHERE ${isAssigned(assigned)} AND d.id = ${documentId}`;
}

type AuditEventRow = EventRow<EventAction | InternalAction>;

/** Yields all events of an assigned case, oldest first, including views of tenant data. */
export function listCaseEvents(store: Store, assigned: AssignedCase): AsyncGenerator<AuditEventRow[], void, undefined> {
  return inBatches<AuditEventRow & { place: number }>((last) => {
    const { createdAt, place, id } = last ?? { createdAt: new Date(0), place: -1, id: '' };
    // Events of one decision have the same timestamp, so they are ordered by sequence. Events recorded outside
    // decisions have no sequence and sort after them.
    const placeOf = (row: 'e' | 'v' | 'r') =>
      raw(`${row}."createdAt", coalesce(${row}.sequence, 2147483647), ${row}.id`);
    const isAfter = (row: 'e' | 'v') => sql`(${placeOf(row)}) > (${createdAt}::timestamptz, ${place}::int, ${id})
      AND ${raw(row)}."createdAt" >= ${createdAt}::timestamptz`;
    return allRows<AuditEventRow & { place: number }>(store)`
      SELECT ${eventColumns('r')}, coalesce(r.sequence, 2147483647) AS place FROM (
        (SELECT ${eventColumns('e')}, e.sequence FROM "CaseEvent" e JOIN "Case" c ON c.id = e."caseId"
          WHERE ${isAssigned(assigned)} AND ${isAfter('e')} ORDER BY ${placeOf('e')} LIMIT ${raw(batchSize)})
        UNION ALL
        (SELECT ${eventColumns('v')}, v.sequence FROM "Case" c CROSS JOIN LATERAL ${raw(viewsAsEvents)} v
          WHERE ${isAssigned(assigned)} AND ${isAfter('v')} ORDER BY ${placeOf('v')} LIMIT ${raw(batchSize)})
      ) r ORDER BY ${placeOf('r')} LIMIT ${raw(batchSize)}`;
  });
}

function eventColumns(row: string): Statement {
  const columns = ['id', 'action', 'actorType', 'fromState', 'toState', 'detail', 'createdAt'];
  return raw(columns.map((column) => `${row}."${column}"`).join(', '));
}

/**
 * Reads a case file in one statement, so its parts are consistent. Returns null if the case is not assigned to the
 * attorney or is erased.
 */
export async function readCaseFile(store: Store, assigned: AssignedCase): Promise<CaseFile | null> {
  type Found = StoredRow & { filings: FilingRow[]; serviceAttempts: ServiceAttemptRow[] };
  const found = await firstRow<Found & Pick<CaseFile, 'beforeChanges'>>(store)`
    SELECT ${caseColumns}, c."beforeChanges",
      ${rowsOf('Filing', ['id', 'status', 'envelopeId', 'courtCaseNumber', 'filedOn', 'rejectionReasons', 'createdAt'])} AS filings,
      ${rowsOf('ServiceAttempt', ['id', 'stage', 'method', 'partyIndex', 'status', 'servedDate', 'expires', 'citation', 'failureReason', 'createdAt'])}
        AS "serviceAttempts"
    FROM "Case" c WHERE ${isAssigned(assigned)} AND c."erasedAt" IS NULL`;
  if (!found) return null;
  const { filings, serviceAttempts, beforeChanges, ...rest } = found;
  const row = toCaseRow(rest);
  return {
    row,
    evidence: row.documents.filter(({ purpose }) => purpose !== null),
    filings: filings.map(withDate),
    serviceAttempts: serviceAttempts.map(withDate),
    attention: reasonsOf(row.record),
    beforeChanges: beforeChanges && { ...beforeChanges, at: new Date(beforeChanges.at).toISOString() },
  };
}

/** SQL for a JSON array of the rows that belong to case `c`, oldest first. */
function rowsOf(table: 'Filing' | 'ServiceAttempt', columns: readonly string[]): Statement {
  const fields = columns.map((column) => `'${column}', r."${column}"`).join(', ');
  return raw(`(SELECT coalesce(json_agg(json_build_object(${fields}) ORDER BY r."createdAt", r.id), '[]')
    FROM "${table}" r WHERE r."caseId" = c.id)`);
}

/** Returns the reasons why a case needs attention. A case without a record has not started, so it has none. */
export function reasonsOf(record: CaseRecord | null): string[] {
  return record ? attention(record) : [];
}

/** What an attorney's approval of the current review has to cover. */
export interface ReviewRequirements {
  /** Null if the case is not under review. */
  stage: Stage | null;
  /**
   * The documents to approve. Empty if the case is not under review, or while the summary for the review is being made.
   */
  documents: DocumentRow[];
  /** The revision number printed in the summary for the review. Null if the case is not under review. */
  revision: number | null;
}

/** Reads what an approval has to cover. Returns null if the case is not assigned to the attorney or is erased. */
export async function readReviewRequirements(store: Store, assigned: AssignedCase): Promise<ReviewRequirements | null> {
  const row = await firstRow<{ record: unknown; factsVersion: number }>(store)`
    SELECT c.record, c."factsVersion" FROM "Case" c WHERE ${isAssigned(assigned)} AND c."erasedAt" IS NULL`;
  if (!row) return null;
  const record = readRecord(row.record);
  const under = record && underReview(record);
  if (!record || !under) return { stage: null, documents: [], revision: null };
  const { stage, revision } = under;
  const ids = (documentsToApprove(record, stage, row.factsVersion) ?? []).map(({ id }) => id);
  const documents = await allRows<DocumentRow>(store)`
    SELECT ${documentColumns} FROM unnest(${ids}::text[]) WITH ORDINALITY AS wanted (id, place)
      JOIN "Document" d ON d.id = wanted.id AND d."caseId" = ${assigned.caseId} ORDER BY wanted.place`;
  return { stage, documents, revision };
}
