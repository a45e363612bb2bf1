import type { ActorType, State } from '@evict/case-model';
import type { Pool, QueryResultRow } from 'pg';
import type { KeyCredential } from '../api-keys.ts';
import type { Store } from '../store.ts';
import type { CaseRow, DocumentRow, Scope, ShownCase } from './types.ts';

// The hot reads: one indexed, named statement each, on the shared pool.

// Documents made in one step have one time: they are in the order of their specs, not of random ids.
const documents = `(SELECT coalesce(json_agg(json_build_object(
    'id', d.id, 'kind', d.kind, 'specId', d."specId", 'purpose', d.purpose, 'filename', d.filename,
    'contentType', d."contentType", 'contentHash', d."contentHash", 'createdAt', d."createdAt"
  ) ORDER BY d."createdAt", d."specId", d.id), '[]')
  FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded) AS documents`;

/** Of case `c` what is shown, its current documents included. */
const shownColumns = `c.id, c.mode, c.state, c."heldFrom", c.facts, c."packVersions", c.progress, c.deadlines,
  c."courtCaseNumber", c."nextAction", c.clock, c."erasedAt", c."createdAt", c."updatedAt", ${documents}`;

/** Of case `c` all that readers and commands need. */
export const caseColumns = `${shownColumns}, c."organizationId", c.ground, c."entryPoint", c.jurisdiction, c.gates,
  c."clockAheadMs", c.sequence, c."failedStep", c."retryAt"`;

/** Of document `d`. */
export const documentColumns = `d.id, d.kind, d."specId", d.purpose, d.filename, d."contentType", d."contentHash", d."createdAt"`;

const oneCase = `SELECT ${caseColumns} FROM "Case" c WHERE c.id = $1 AND c."organizationId" = $2 AND c.mode = $3`;

const caseOfKey = `SELECT k.id AS "keyId", k."organizationId" AS "keyOrganizationId", k.mode AS "keyMode", ${shownColumns}
  FROM "ApiKey" k LEFT JOIN "Case" c ON c.id = $2 AND c."organizationId" = k."organizationId" AND c.mode = k.mode
  WHERE k.hash = $1 AND k."revokedAt" IS NULL`;

const knownCase = `SELECT ${caseColumns} FROM "Case" c WHERE c.id = $1`;

const firstPage = `SELECT ${shownColumns} FROM "Case" c WHERE c."organizationId" = $1 AND c.mode = $2
  AND c."erasedAt" IS NULL ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3`;

const laterPage = `SELECT ${shownColumns} FROM "Case" c WHERE c."organizationId" = $1 AND c.mode = $2
  AND c."erasedAt" IS NULL AND (c."createdAt", c.id) < ($4::timestamptz, $5) ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3`;

/** The case, or null where the scope has none of that id. */
export async function findCase(pool: Pool, scope: Scope, id: string): Promise<CaseRow | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await pool.query({ name: 'case-one', text: oneCase, values });
  return rows[0] ? toCaseRow(rows[0]) : null;
}

/** What the statement that found a credential has read with it: the case of that id, null where the caller has none. */
export interface SeenCase {
  id: string;
  row: ShownCase | null;
}

/** The key of this hash, unless it is revoked, and the case of that id in its scope. */
export async function findApiKeyAndCase(
  { pool }: Pick<Store, 'pool'>,
  hash: Buffer,
  id: string,
): Promise<{ key: KeyCredential; seen: SeenCase } | null> {
  const { rows } = await pool.query({ name: 'case-of-key', text: caseOfKey, values: [hash, id] });
  if (!rows[0]) return null;
  const { keyId, keyOrganizationId, keyMode, ...row } = rows[0] as QueryResultRow;
  const key: KeyCredential = { id: keyId, organizationId: keyOrganizationId, mode: keyMode };
  return { key, seen: { id, row: row['id'] === null ? null : toShownCase(row) } };
}

/** The case of that id, whosever it is: for a caller who was found to have it. Throws where there is none. */
export async function getCase(pool: Pool, id: string): Promise<CaseRow> {
  const { rows } = await pool.query({ name: 'case-known', text: knownCase, values: [id] });
  if (!rows[0]) throw new Error('the case has no row');
  return toCaseRow(rows[0]);
}

/** Where a page ends: the next one begins after it. */
export interface PageEnd {
  createdAt: Date;
  id: string;
}

/** Newest first, without erased ones: up to `limit` cases after the given end, and whether there are more. */
export async function listCases(
  pool: Pool,
  scope: Scope,
  { limit, after }: { limit: number; after: PageEnd | null },
): Promise<{ items: ShownCase[]; more: boolean }> {
  const values = [scope.organizationId, scope.mode, limit + 1];
  const { rows } = await pool.query(
    after
      ? { name: 'case-later-page', text: laterPage, values: [...values, after.createdAt, after.id] }
      : { name: 'case-first-page', text: firstPage, values },
  );
  return { items: rows.slice(0, limit).map(toShownCase), more: rows.length > limit };
}

export interface EventRow {
  id: string;
  action: string;
  actorType: ActorType;
  fromState: State | null;
  toState: State | null;
  detail: Record<string, unknown>;
  createdAt: Date;
}

/** The customer-visible events of a case, oldest first. */
export async function listCustomerEvents(pool: Pool, caseId: string): Promise<EventRow[]> {
  const { rows } = await pool.query<EventRow>({
    name: 'case-events',
    text: `SELECT id, action, "actorType", "fromState", "toState", detail, "createdAt" FROM "CaseEvent"
      WHERE "caseId" = $1 AND NOT internal ORDER BY sequence`,
    values: [caseId],
  });
  return rows;
}

/** A document, and when the details of its case were erased and its bytes with them. */
export interface FoundDocument extends DocumentRow {
  erasedAt: Date | null;
}

/** A document of a case in the scope, superseded ones included; null where there is none. */
export async function findDocument(
  pool: Pool,
  scope: Scope,
  caseId: string,
  id: string,
): Promise<FoundDocument | null> {
  const { rows } = await pool.query<FoundDocument>({
    name: 'document-one',
    text: `SELECT ${documentColumns}, c."erasedAt" FROM "Document" d JOIN "Case" c ON c.id = d."caseId"
      WHERE d.id = $1 AND c.id = $2 AND c."organizationId" = $3 AND c.mode = $4`,
    values: [id, caseId, scope.organizationId, scope.mode],
  });
  return rows[0] ?? null;
}

/** The row of a query for `caseColumns`. */
export function toCaseRow(row: QueryResultRow): CaseRow {
  // PostgreSQL gives a bigint as text.
  return { ...(row as CaseRow), ...toShownCase(row), clockAheadMs: Number(row['clockAheadMs']) };
}

function toShownCase(row: QueryResultRow): ShownCase {
  const made = row['documents'] as (Omit<DocumentRow, 'createdAt'> & { createdAt: string })[];
  return {
    ...(row as ShownCase),
    documents: made.map((document) => ({ ...document, createdAt: new Date(document.createdAt) })),
  };
}
