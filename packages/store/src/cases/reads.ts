import { readRecord } from '../decisions/versions.ts';
import { poolOf, type Store } from '../database/store.ts';
import type { ActorType, EventAction, State } from '@evict/case-model';
import type { QueryResultRow } from 'pg';
import type { CommandOutcome } from '../commands/commands.ts';
import type { CaseRow, DocumentRow, Scope } from './types.ts';

// Reads on the shared pool: one indexed, named statement each.

// Documents of one step share a time: they are ordered by spec, not by random id.
const documentsOfCase = `(SELECT coalesce(json_agg(json_build_object(
    'id', d.id, 'kind', d.kind, 'specId', d."specId", 'purpose', d.purpose, 'filename', d.filename,
    'contentType', d."contentType", 'contentHash', d."contentHash", 'createdAt', d."createdAt"
  ) ORDER BY d."createdAt", d."specId", d.id), '[]')
  FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded)`;

/**
 * The engaged attorney of case `c`, with their license in the state of the property: rows of two primary keys, and of
 * none where nobody is engaged. Joined rather than kept in the row, because licenses change apart from cases.
 */
export const attorneyOfCase = `CASE WHEN c."attorneyAccepted" THEN (
  SELECT json_build_object('name', u.name, 'licensedIn', license.state, 'barNumber', license."barNumber")
  FROM "User" u
    LEFT JOIN "AttorneyLicense" license ON license."attorneyId" = u.id AND license.state = c.jurisdiction
  WHERE u.id = c."attorneyId") END`;

/** Columns of case `c` for commands and attorneys, including its current documents. */
export const caseColumns = `c.id, c."organizationId", c.mode, c.state, c."heldFrom", c.ground, c."entryPoint",
  c.jurisdiction, c.facts, c.gates, c."packVersions", c.progress, c.deadlines, c."courtCaseNumber", c.reference, c."nextAction",
  c.clock, c."clockAheadMs", floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now, c.record, c."factsVersion", c.sequence, c."failedStep", c."retryAt", c."erasedAt", c."createdAt", c."updatedAt",
  c."ledgerBalanceCents"::float8 AS "ledgerBalanceCents", ${attorneyOfCase} AS attorney, ${documentsOfCase} AS documents`;

/** Of document `d`. */
export const documentColumns = `d.id, d.kind, d."specId", d.purpose, d.filename, d."contentType", d."contentHash", d."createdAt"`;

const oneCase = `SELECT ${caseColumns} FROM "Case" c WHERE c.id = $1 AND c."organizationId" = $2 AND c.mode = $3`;

const caseAfter = `SELECT ${caseColumns}, k.outcome FROM "Case" c
  LEFT JOIN "Command" k ON k.id = $2 AND k."caseId" = c.id WHERE c.id = $1`;

/** The case; null if the scope has no such case. */
export async function findCase(store: Store, scope: Scope, id: string): Promise<CaseRow | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await poolOf(store).query({ name: 'case-one', text: oneCase, values });
  return rows[0] ? toCaseRow(rows[0]) : null;
}

/**
 * The case after a command, with the outcome of that, for a caller whose access was checked. Throws if there is no such
 * case.
 */
export async function getCaseAfter(
  store: Store,
  id: string,
  commandId: string,
): Promise<{ row: CaseRow; outcome: CommandOutcome | null }> {
  const { rows } = await poolOf(store).query({ name: 'case-after', text: caseAfter, values: [id, commandId] });
  if (!rows[0]) throw new Error('the case has no row');
  const { outcome, ...row } = rows[0] as QueryResultRow;
  return { row: toCaseRow(row), outcome };
}

/** By default a customer-visible event. */
export interface EventRow<Action extends string = EventAction> {
  id: string;
  action: Action;
  actorType: ActorType;
  fromState: State | null;
  toState: State | null;
  detail: Record<string, unknown>;
  createdAt: Date;
}

/** The customer-visible events of a case, oldest first, in batches of one short query each. */
export async function* listCustomerEvents(store: Store, caseId: string): AsyncGenerator<EventRow[], void, undefined> {
  for (let after = -1; ;) {
    const { rows } = await poolOf(store).query<EventRow & { sequence?: number }>({
      name: 'case-events',
      text: `SELECT id, action, "actorType", "fromState", "toState", detail, "createdAt", sequence FROM "CaseEvent"
        WHERE "caseId" = $1 AND NOT internal AND sequence > $2 ORDER BY sequence LIMIT ${batchSize}`,
      values: [caseId, after],
    });
    after = rows.at(-1)?.sequence ?? after;
    for (const row of rows) delete row.sequence;
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
  }
}

/** Rows per batch of a list. */
export const batchSize = 200;

/** A document, and when the details and bytes of its case were erased. */
export interface FoundDocument extends DocumentRow {
  erasedAt: Date | null;
}

/** A document of a case in the scope, even if superseded; null if there is none. */
export async function findDocument(
  store: Store,
  scope: Scope,
  caseId: string,
  id: string,
): Promise<FoundDocument | null> {
  const { rows } = await poolOf(store).query<FoundDocument>({
    name: 'document-one',
    text: `SELECT ${documentColumns}, c."erasedAt" FROM "Document" d JOIN "Case" c ON c.id = d."caseId"
      WHERE d.id = $1 AND c.id = $2 AND c."organizationId" = $3 AND c.mode = $4`,
    values: [id, caseId, scope.organizationId, scope.mode],
  });
  return rows[0] ?? null;
}

/** Converts a row of a query for `caseColumns`. */
export function toCaseRow(row: QueryResultRow): CaseRow {
  // The driver returns bigint as text.
  const record = readRecord(row['record']);
  return { ...(row as CaseRow), record, documents: documentsOf(row), clockAheadMs: Number(row['clockAheadMs']) };
}

function documentsOf(row: QueryResultRow): DocumentRow[] {
  const made = row['documents'] as (Omit<DocumentRow, 'createdAt'> & { createdAt: string })[];
  return made.map((document) => ({ ...document, createdAt: new Date(document.createdAt) }));
}
