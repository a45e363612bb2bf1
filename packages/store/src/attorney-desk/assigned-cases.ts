import { readRecord } from '../decisions/versions.ts';
import { poolOf, type Store } from '../database/store.ts';
import { attention, type CaseRecord, type EventAction, finishedStates, type InternalAction } from '@evict/case-model';
import { batchSize, caseColumns, documentColumns, type EventRow, toCaseRow } from '../cases/reads.ts';
import { newestViewsAsEvents } from '../events/tenant-data-views.ts';
import type { AssignedCase, CaseRow, DocumentRow } from '../cases/types.ts';

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
  rejectionReasons: { code: string; description: string }[] | null;
  createdAt: Date;
}

interface ServiceAttemptRow {
  id: string;
  stage: 'notice' | 'summons';
  method: string;
  partyIndex: number | null;
  status: 'pending' | 'served' | 'failed';
  /** On the case's clock. */
  servedDate: string | null;
  /** Of a served notice: the reported end of its period, and the law that determines it. */
  expires: string | null;
  citation: string | null;
  failureReason: string | null;
  createdAt: Date;
}

/** A case with everything but its events, for its attorney. */
export interface CaseFile {
  row: CaseRow;
  /** Uploads of the customer. */
  evidence: DocumentRow[];
  filings: FilingRow[];
  serviceAttempts: ServiceAttemptRow[];
  attention: string[];
}

/** The case; null if it is not assigned to the attorney. */
export async function findAssignedCase(store: Store, { attorneyId, caseId }: AssignedCase): Promise<CaseRow | null> {
  const { rows } = await poolOf(store).query({ name: 'attorney-case', text: oneCase, values: [caseId, attorneyId] });
  return rows[0] ? toCaseRow(rows[0]) : null;
}

/**
 * Cases that wait for the attorney, oldest first: asked and not accepted, under review, on hold, or with a step that has
 * no retries left.
 * Contains nothing that identifies the tenant.
 */
export async function listAttorneyQueue(store: Store, attorneyId: string): Promise<QueueRow[]> {
  const { rows } = await poolOf(store).query<Omit<QueueRow, 'attention'> & { record: CaseRecord | null }>({
    name: 'attorney-queue',
    text: queue,
    values: [attorneyId, finishedStates],
  });
  return rows.map(({ record, ...row }) => ({ ...row, attention: reasonsOf(readRecord(record)) }));
}

/** A document of the attorney's case, even if superseded; null if there is none. */
export async function findAssignedDocument(
  store: Store,
  { attorneyId, caseId }: AssignedCase,
  documentId: string,
): Promise<DocumentRow | null> {
  const { rows } = await poolOf(store).query<DocumentRow>({
    name: 'attorney-document',
    text: `SELECT ${documentColumns} FROM "Document" d JOIN "Case" c ON c.id = d."caseId" WHERE ${isAssigned} AND d.id = $3`,
    values: [caseId, attorneyId, documentId],
  });
  return rows[0] ?? null;
}

type AuditEventRow = EventRow<EventAction | InternalAction>;

/** All events of the attorney's case, oldest first, in batches of one short query each. */
export async function* listCaseEvents(
  store: Store,
  { attorneyId, caseId }: AssignedCase,
): AsyncGenerator<AuditEventRow[], void, undefined> {
  for (let after = { createdAt: new Date(0), place: -1, id: '' }; ;) {
    const { rows } = await poolOf(store).query<AuditEventRow & { place: number }>({
      name: 'attorney-case-events',
      text: eventBatch,
      values: [caseId, after.createdAt, after.place, after.id, attorneyId],
    });
    after = rows.at(-1) ?? after;
    if (rows.length > 0) yield rows.map(({ place: _place, ...event }) => event);
    if (rows.length < batchSize) return;
  }
}

/** Everything about a case, from one snapshot; null if it is not assigned to the attorney. */
export async function readCaseFile(store: Store, { attorneyId, caseId }: AssignedCase): Promise<CaseFile | null> {
  const { rows } = await poolOf(store).query({
    name: 'attorney-case-file',
    text: caseFile,
    values: [caseId, attorneyId],
  });
  const [found] = rows;
  if (!found) return null;
  const { filings, serviceAttempts, ...rest } = found;
  const row = toCaseRow(rest);
  return {
    row,
    evidence: row.documents.filter(({ purpose }) => purpose !== null),
    filings: (filings as FilingRow[]).map(withDate),
    serviceAttempts: (serviceAttempts as ServiceAttemptRow[]).map(withDate),
    attention: reasonsOf(row.record),
  };
}

const isAssigned = assignedTo('$2');

const oneCase = `SELECT ${caseColumns} FROM "Case" c WHERE ${isAssigned}`;

const queue = `SELECT c.id, c.mode, c.state, c.ground, c."entryPoint", c.jurisdiction,
    c.facts #>> '{property,county}' AS county, c.record, c."createdAt", c."updatedAt"
  FROM "Case" c
  WHERE c."attorneyId" = $1 AND c.mode = 'live' AND c.state <> ALL ($2)
    AND (c.state IN ('notice_review', 'filing_review', 'on_hold') OR NOT c."attorneyAccepted"
      OR (c."failedStep" IS NOT NULL AND c."retryAt" IS NULL))
  ORDER BY c."createdAt", c.id`;

const caseFile = `SELECT ${caseColumns},
    ${rowsOf('Filing', ['id', 'status', 'envelopeId', 'courtCaseNumber', 'rejectionReasons', 'createdAt'])} AS filings,
    ${rowsOf('ServiceAttempt', ['id', 'stage', 'method', 'partyIndex', 'status', 'servedDate', 'expires', 'citation', 'failureReason', 'createdAt'])}
      AS "serviceAttempts"
  FROM "Case" c WHERE ${isAssigned} AND c."erasedAt" IS NULL`;

const eventFields = ['id', 'action', 'actorType', 'fromState', 'toState', 'detail', 'createdAt'] as const;
const eventColumns = (row: string) => eventFields.map((column) => `${row}."${column}"`).join(', ');

// Events of one decision share a time. Events recorded beside decisions have no sequence and sort after them.
const eventPlace = (row: string) => `${row}."createdAt", coalesce(${row}.sequence, 2147483647), ${row}.id`;
const afterPlace = (row: string) => `(${eventPlace(row)}) > ($2::timestamptz, $3::int, $4)
  AND ${row}."createdAt" >= $2::timestamptz`;

const eventBatch = `SELECT ${eventColumns('r')}, coalesce(r.sequence, 2147483647) AS place FROM (
    (SELECT ${eventColumns('e')}, e.sequence FROM "CaseEvent" e JOIN "Case" c ON c.id = e."caseId"
      WHERE ${assignedTo('$5')} AND ${afterPlace('e')} ORDER BY ${eventPlace('e')} LIMIT ${batchSize})
    UNION ALL
    (SELECT ${eventColumns('v')}, v.sequence FROM "Case" c CROSS JOIN LATERAL ${newestViewsAsEvents} v
      WHERE ${assignedTo('$5')} AND ${afterPlace('v')})
  ) r ORDER BY ${eventPlace('r')} LIMIT ${batchSize}`;

/** Whether case `c` with the id $1 is a live case of the attorney in this parameter, as an SQL condition. */
export function assignedTo(attorneyId: string): string {
  return `c.id = $1 AND c."attorneyId" = ${attorneyId} AND c.mode = 'live'`;
}

/** The rows that belong to case `c` as one JSON array. */
function rowsOf(table: string, columns: readonly string[]): string {
  const fields = columns.map((column) => `'${column}', r."${column}"`).join(', ');
  return `(SELECT coalesce(json_agg(json_build_object(${fields}) ORDER BY r."createdAt", r.id), '[]')
    FROM "${table}" r WHERE r."caseId" = c.id)`;
}

/** JSON represents times as text. */
function withDate<T extends { createdAt: Date }>(row: T): T {
  return { ...row, createdAt: new Date(row.createdAt) };
}

/** A case without a record has not started and needs no attention. */
function reasonsOf(record: CaseRecord | null): string[] {
  return record ? attention(record) : [];
}
