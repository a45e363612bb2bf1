import { readRecord } from '../decisions/versions.ts';
import { allRows, firstRow, raw, sql, type Store } from '../database/store.ts';
import type { ActorType, CommandBody, EventAction, State } from '@evict/case-model';
import { batchSize, inBatches } from '../database/batches.ts';
import type { CommandOutcome } from '../commands/commands.ts';
import { type CommandedCase, isCommanded, type ScopedCase } from './assigned.ts';
import type { CaseRow, DocumentRow, Scope } from './types.ts';

// Queries for commands and attorneys. Each is one named statement that uses an index.

// Documents made in one step have the same timestamp, so they are sorted by their spec instead of their random id.
const documentsOfCase = sql`(SELECT coalesce(json_agg(json_build_object(
    'id', d.id, 'kind', d.kind, 'specId', d."specId", 'purpose', d.purpose, 'filename', d.filename,
    'contentType', d."contentType", 'contentHash', d."contentHash", 'needsPassword', d."needsPassword",
    'authorId', d."authorId", 'createdAt', d."createdAt"
  ) ORDER BY d."createdAt", d."specId", d.id), '[]')
  FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded)`;

/**
 * The attorney engaged for case `c`, with their license in the property's state. It takes two lookups by primary key,
 * or none if no attorney is engaged. It isn't stored in the case's row, because licenses change independently of cases.
 */
export const attorneyOfCase = sql`CASE WHEN c."attorneyAccepted" THEN (
  SELECT json_build_object('name', u.name, 'licensedIn', license.state, 'barNumber', license."barNumber")
  FROM "User" u
    LEFT JOIN "AttorneyLicense" license ON license."attorneyId" = u.id AND license.state = c.jurisdiction
  WHERE u.id = c."attorneyId") END`;

/** The columns of case `c` for commands and attorneys, including its current documents. */
export const caseColumns = sql`c.id, c."organizationId", c.mode, c.state, c."heldFrom", c.ground, c."entryPoint",
  c.jurisdiction, c.facts, c.gates, c."packVersions", c.progress, c.deadlines, c."courtCaseNumber", c.reference,
  c."nextAction", c.clock, c."clockAheadMs", floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now,
  c.record, c."factsVersion", c.sequence, c."failedStep", c."retryAt", c."erasedAt", c."createdAt", c."updatedAt",
  c."ledgerBalanceCents"::float8 AS "ledgerBalanceCents", ${attorneyOfCase} AS attorney, ${documentsOfCase} AS documents`;

export const documentColumns = sql`d.id, d.kind, d."specId", d.purpose, d.filename, d."contentType", d."contentHash", d."needsPassword", d."authorId", d."createdAt"`;

/** Returns the case, or null if the scope has no such case. */
export async function findCase(store: Store, scope: Scope, id: string): Promise<CaseRow | null> {
  const row = await firstRow<StoredRow>(store)`
    SELECT ${caseColumns} FROM "Case" c
    WHERE c.id = ${id} AND c."organizationId" = ${scope.organizationId} AND c.mode = ${scope.mode}`;
  return row && toCaseRow(row);
}

/** A case, with one command on it and the command's outcome. */
export interface CommandedRow {
  row: CaseRow;
  /** Null if there is no such command. `outcome` is null until the command is decided. */
  command: { body: CommandBody; outcome: CommandOutcome | null } | null;
}

/** Reads a case and the command with this id in one statement. Returns null if the caller's scope has no such case. */
export async function findCommandedCase(
  store: Store,
  of: CommandedCase,
  commandId: string,
): Promise<CommandedRow | null> {
  const found = await firstRow<StoredRow & { command: CommandedRow['command'] }>(store)`
    SELECT ${caseColumns},
      CASE WHEN k.id IS NOT NULL THEN
        jsonb_build_object('body', k.body || jsonb_build_object('kind', k.kind), 'outcome', k.outcome) END AS command
    FROM "Case" c LEFT JOIN "Command" k ON k.id = ${commandId} AND k."caseId" = c.id
    WHERE ${isCommanded(of)}`;
  if (!found) return null;
  const { command, ...row } = found;
  return { row: toCaseRow(row), command };
}

/** A case event. `Action` defaults to the actions that customers can see. */
export interface EventRow<Action extends string = EventAction> {
  id: string;
  action: Action;
  actorType: ActorType;
  fromState: State | null;
  toState: State | null;
  detail: Record<string, unknown>;
  createdAt: Date;
  /** The user or API key behind a customer's event, until the case is erased. Shown to customers only. */
  authorId?: string | null;
}

/** The author of event `e` if it is a customer, or else null. */
export const authorOfEvent = sql`CASE WHEN e."actorType" = 'customer' THEN (
  SELECT k."authorId" FROM "Command" k WHERE k.id = e."commandId" AND k.author = 'customer') END AS "authorId"`;

/** Yields the events of a case that customers see, oldest first. */
export function listCustomerEvents(
  store: Store,
  { scope, caseId }: ScopedCase,
): AsyncGenerator<EventRow[], void, undefined> {
  return inBatches<EventRow & { sequence: number }>(
    (last) => allRows<EventRow & { sequence: number }>(store)`
      SELECT id, action, "actorType", "fromState", "toState", detail, "createdAt", sequence, ${authorOfEvent}
      FROM "CaseEvent" e
      WHERE "caseId" = ${caseId} AND "organizationId" = ${scope.organizationId} AND mode = ${scope.mode}
        AND NOT internal AND sequence > ${last?.sequence ?? -1}
      ORDER BY sequence LIMIT ${raw(batchSize)}`,
  );
}

/** A document, and when the details and bytes of its case were erased. */
export interface FoundDocument extends DocumentRow {
  erasedAt: Date | null;
}

/**
 * Finds a document of a case in the scope, even a superseded one, but not an upload that was removed. Returns null if
 * there is none.
 */
export async function findDocument(
  store: Store,
  scope: Scope,
  caseId: string,
  id: string,
): Promise<FoundDocument | null> {
  return firstRow<FoundDocument>(store)`
    SELECT ${documentColumns}, c."erasedAt" FROM "Document" d JOIN "Case" c ON c.id = d."caseId"
      WHERE d.id = ${id} AND NOT (d.superseded AND d.purpose IS NOT NULL) AND c.id = ${caseId} AND c."organizationId" = ${scope.organizationId} AND c.mode = ${scope.mode}`;
}

/** Converts a row that was selected with `caseColumns`. */
export function toCaseRow({ record, documents, clockAheadMs, ...row }: StoredRow): CaseRow {
  return { ...row, record: readRecord(record), documents: documents.map(withDate), clockAheadMs: Number(clockAheadMs) };
}

/** A row as the driver returns it: bigints are strings, and so are the timestamps in JSON. */
export type StoredRow = Omit<CaseRow, 'record' | 'documents' | 'clockAheadMs'> & {
  record: unknown;
  documents: DocumentRow[];
  clockAheadMs: string;
};

/** Parses `createdAt`, which is a string in rows from JSON. */
export function withDate<T extends { createdAt: Date }>(row: T): T {
  return { ...row, createdAt: new Date(row.createdAt) };
}
