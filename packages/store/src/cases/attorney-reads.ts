import { attention, type CaseRecord, finishedStates } from '@evict/case-model';
import type { Pool } from 'pg';
import { newId } from '../ids.ts';
import { caseColumns, documentColumns, type EventRow, toCaseRow } from './reads.ts';
import type { CaseRow, DocumentRow } from './types.ts';

/** Whose case an attorney asks for. The live cases assigned to them are theirs, in whatever state; no other is. */
export interface AssignedCase {
  attorneyId: string;
  caseId: string;
}

export interface QueueRow {
  id: string;
  mode: 'live';
  state: CaseRow['state'];
  ground: CaseRow['ground'];
  entryPoint: CaseRow['entryPoint'];
  jurisdiction: string;
  county: string | null;
  /** Why somebody has to look at it. */
  attention: string[];
  createdAt: Date;
  updatedAt: Date;
}

interface FilingRow {
  id: string;
  status: 'submitted' | 'accepted' | 'rejected';
  envelopeId: string | null;
  courtCaseNumber: string | null;
  rejectionReasons: { code: string; description: string }[] | null;
  createdAt: Date;
}

interface ServiceAttemptRow {
  id: string;
  stage: 'notice' | 'summons';
  method: string;
  status: 'pending' | 'served' | 'failed';
  /** On the case's clock. */
  servedDate: string | null;
  failureReason: string | null;
  createdAt: Date;
}

/** A case with everything beside it, as its attorney reads it. */
export interface CaseFile {
  row: CaseRow;
  /** What the customer uploaded. */
  evidence: DocumentRow[];
  filings: FilingRow[];
  serviceAttempts: ServiceAttemptRow[];
  attention: string[];
  /** Internal ones included, oldest first. */
  events: EventRow[];
}

/** The case; null where the attorney has none of that id. */
export async function findAssignedCase(pool: Pool, { attorneyId, caseId }: AssignedCase): Promise<CaseRow | null> {
  const { rows } = await pool.query({ name: 'attorney-case', text: oneCase, values: [caseId, attorneyId] });
  return rows[0] ? toCaseRow(rows[0]) : null;
}

/**
 * What an attorney has to look at, oldest first: cases under review, on hold, or with a step that failed for good.
 * Without anything that names the tenant.
 */
export async function listAttorneyQueue(pool: Pool, attorneyId: string): Promise<QueueRow[]> {
  const { rows } = await pool.query<Omit<QueueRow, 'attention'> & { record: CaseRecord | null }>({
    name: 'attorney-queue',
    text: queue,
    values: [attorneyId, finishedStates],
  });
  return rows.map(({ record, ...row }) => ({ ...row, attention: reasons(record) }));
}

/**
 * Records that an attorney looks at their case, or at a document of it. To be called before anything is read: no
 * tenant data without a trace. `erased`: there is nothing left to look at; `none`: there never was, and nothing was
 * recorded either way.
 */
export async function recordView(
  pool: Pool,
  { attorneyId, caseId }: AssignedCase,
  what: 'case' | { documentId: string },
): Promise<'viewed' | 'erased' | 'none'> {
  const documentId = what === 'case' ? null : what.documentId;
  const { rows } = await pool.query<{ erased: boolean }>({
    name: 'attorney-view',
    text: view,
    values: [caseId, attorneyId, documentId, newId('event'), new Date()],
  });
  if (!rows[0]) return 'none';
  return rows[0].erased ? 'erased' : 'viewed';
}

/** A document of the attorney's case, superseded ones included; null where there is none. */
export async function findAssignedDocument(
  pool: Pool,
  { attorneyId, caseId }: AssignedCase,
  documentId: string,
): Promise<DocumentRow | null> {
  const { rows } = await pool.query<DocumentRow>({
    name: 'attorney-document',
    text: `SELECT ${documentColumns} FROM "Document" d JOIN "Case" c ON c.id = d."caseId" WHERE ${theirs} AND d.id = $3`,
    values: [caseId, attorneyId, documentId],
  });
  return rows[0] ?? null;
}

/** Everything about a case at one moment; null where the attorney has none of that id. */
export async function readCaseFile(pool: Pool, { attorneyId, caseId }: AssignedCase): Promise<CaseFile | null> {
  const { rows } = await pool.query({ name: 'attorney-case-file', text: caseFile, values: [caseId, attorneyId] });
  const [found] = rows;
  if (!found) return null;
  const { record, filings, serviceAttempts, events, ...rest } = found;
  const row = toCaseRow(rest);
  return {
    row,
    evidence: row.documents.filter(({ purpose }) => purpose !== null),
    filings: (filings as FilingRow[]).map(withTime),
    serviceAttempts: (serviceAttempts as ServiceAttemptRow[]).map(withTime),
    attention: reasons(record as CaseRecord | null),
    events: (events as EventRow[]).map(withTime),
  };
}

const theirs = `c.id = $1 AND c."attorneyId" = $2 AND c.mode = 'live'`;

const oneCase = `SELECT ${caseColumns} FROM "Case" c WHERE ${theirs}`;

const queue = `SELECT c.id, c.mode, c.state, c.ground, c."entryPoint", c.jurisdiction,
    c.facts #>> '{property,county}' AS county, c.record, c."createdAt", c."updatedAt"
  FROM "Case" c
  WHERE c."attorneyId" = $1 AND c.mode = 'live' AND c.state <> ALL ($2)
    AND (c.state IN ('notice_review', 'filing_review', 'on_hold')
      OR (c."failedStep" IS NOT NULL AND c."retryAt" IS NULL))
  ORDER BY c."createdAt", c.id`;

// Events of one transition have one time; what is recorded beside the workflow has no sequence.
const caseFile = `SELECT ${caseColumns}, c.record,
    ${rowsOf('Filing', ['id', 'status', 'envelopeId', 'courtCaseNumber', 'rejectionReasons', 'createdAt'])} AS filings,
    ${rowsOf('ServiceAttempt', ['id', 'stage', 'method', 'status', 'servedDate', 'failureReason', 'createdAt'])}
      AS "serviceAttempts",
    ${rowsOf(
      'CaseEvent',
      ['id', 'action', 'actorType', 'fromState', 'toState', 'detail', 'createdAt'],
      'r."createdAt", r.sequence NULLS LAST, r.id',
    )} AS events
  FROM "Case" c WHERE ${theirs} AND c."erasedAt" IS NULL`;

// $3 is null for the case itself.
const view = `WITH looked_at AS (
    SELECT c.id, c."erasedAt" FROM "Case" c WHERE ${theirs}
      AND ($3::text IS NULL OR EXISTS (SELECT FROM "Document" d WHERE d.id = $3 AND d."caseId" = c.id))
  ), recorded AS (
    INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", detail, internal, "createdAt")
    SELECT $4, id, 'tenant_data_viewed', 'attorney',
      jsonb_build_object('what', coalesce($3, 'case'), 'attorneyId', $2::text), true, $5
    FROM looked_at WHERE "erasedAt" IS NULL
  )
  SELECT "erasedAt" IS NOT NULL AS erased FROM looked_at`;

/** The rows that belong to case `c` as one JSON array. */
function rowsOf(table: string, columns: readonly string[], order = 'r."createdAt", r.id'): string {
  const fields = columns.map((column) => `'${column}', r."${column}"`).join(', ');
  return `(SELECT coalesce(json_agg(json_build_object(${fields}) ORDER BY ${order}), '[]')
    FROM "${table}" r WHERE r."caseId" = c.id)`;
}

/** JSON has the time as text. */
function withTime<T extends { createdAt: Date }>(row: T): T {
  return { ...row, createdAt: new Date(row.createdAt) };
}

/** A case without a record has not begun: nobody has to look at it. */
function reasons(record: CaseRecord | null): string[] {
  return record ? attention(record) : [];
}
