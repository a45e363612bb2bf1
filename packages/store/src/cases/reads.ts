import type { ActorType, State } from '@evict/case-model';
import type { Pool, QueryResultRow } from 'pg';
import type { KeyCredential } from '../api-keys.ts';
import type { Store } from '../store.ts';
import type { CaseRow, DocumentRow, FoundCase, LargeCase, Scope, ShownCase } from './types.ts';

// The hot reads: one indexed, named statement each, on the shared pool.

// Documents made in one step have one time: they are in the order of their specs, not of random ids.
const documentsOfCase = `(SELECT coalesce(json_agg(json_build_object(
    'id', d.id, 'kind', d.kind, 'specId', d."specId", 'purpose', d.purpose, 'filename', d.filename,
    'contentType', d."contentType", 'contentHash', d."contentHash", 'createdAt', d."createdAt"
  ) ORDER BY d."createdAt", d."specId", d.id), '[]')
  FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded)`;

/** Of case `c` what is shown beside its facts and its documents. */
const smallColumns = `c.id, c.mode, c.state, c."heldFrom", c."packVersions", c.progress, c.deadlines,
  c."courtCaseNumber", c."nextAction", c.clock, c."erasedAt", c."createdAt", c."updatedAt"`;

/** Of case `c` what is shown, its current documents included. */
const shownColumns = `${smallColumns}, c.facts, ${documentsOfCase} AS documents`;

/** A case that takes more bytes than this when it is shown is large: its facts are read and sent as text, one at a time. */
export const largeCaseBytes = 256 * 1024;

/** The same without the facts of a large case. */
const foundColumns = `${smallColumns}, CASE WHEN c."shownBytes" <= ${largeCaseBytes} THEN c.facts END AS facts,
  ${documentsOfCase} AS documents`;

/** Of case `c` all that readers and commands need. */
export const caseColumns = `${shownColumns}, c."organizationId", c.ground, c."entryPoint", c.jurisdiction, c.gates,
  c."clockAheadMs", c.sequence, c."failedStep", c."retryAt"`;

/** Of document `d`. */
export const documentColumns = `d.id, d.kind, d."specId", d.purpose, d.filename, d."contentType", d."contentHash", d."createdAt"`;

const oneCase = `SELECT ${caseColumns} FROM "Case" c WHERE c.id = $1 AND c."organizationId" = $2 AND c.mode = $3`;

const caseOfKey = `SELECT k.id AS "keyId", k."organizationId" AS "keyOrganizationId", k.mode AS "keyMode", ${foundColumns}
  FROM "ApiKey" k LEFT JOIN "Case" c ON c.id = $2 AND c."organizationId" = k."organizationId" AND c.mode = k.mode
  WHERE k.hash = $1 AND k."revokedAt" IS NULL`;

const knownCase = `SELECT ${caseColumns} FROM "Case" c WHERE c.id = $1`;

const foundCase = `SELECT ${foundColumns} FROM "Case" c WHERE c.id = $1 AND c."organizationId" = $2 AND c.mode = $3`;

// The sum is exact in numeric: a thousand rows of the largest amount pass 2^53.
const largeCase = `SELECT ${smallColumns}, c.ground, c."entryPoint", ${documentsOfCase} AS documents,
    (c.facts - ARRAY['ground', 'entryPoint'])::text AS "factsJson",
    CASE WHEN jsonb_typeof(c.facts -> 'ledger') = 'array' THEN (
      SELECT coalesce(sum(CASE l ->> 'type' WHEN 'charge' THEN 1 ELSE -1 END * (l ->> 'amountCents')::numeric), 0)
      FROM jsonb_array_elements(c.facts -> 'ledger') l
    ) END AS "ledgerBalanceCents"
  FROM "Case" c WHERE c.id = $1 AND c."organizationId" = $2 AND c.mode = $3`;

/**
 * A page ends after $3 cases or at $4 bytes. Its first case is there whatever it takes, without its facts where it takes
 * more. Sizes are summed up along the index: of cases beyond the end no facts are touched. OFFSET 0 keeps the documents
 * of a case from being read once for each time that they are named.
 */
const pageAfter = (condition: string) => `SELECT ${smallColumns}, c.documents, c."bytesSoFar", c."candidates",
    CASE WHEN c."pageBytes" <= $4 THEN c.facts END AS facts
  FROM (
    SELECT c.*, count(*) OVER () AS "candidates",
      sum(c."pageBytes") OVER (ORDER BY c."createdAt" DESC, c.id DESC) AS "bytesSoFar" FROM (
      SELECT c.*, c."shownBytes" + octet_length(c.documents::text) AS "pageBytes" FROM (
        SELECT c.*, ${documentsOfCase} AS documents FROM "Case" c
        WHERE c."organizationId" = $1 AND c.mode = $2 AND c."erasedAt" IS NULL ${condition}
        ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3 + 1 OFFSET 0
      ) c
    ) c
  ) c
  WHERE c."bytesSoFar" <= $4 OR c."bytesSoFar" = c."pageBytes"
  ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3`;

const firstPage = pageAfter('');
const laterPage = pageAfter('AND (c."createdAt", c.id) < ($5::timestamptz, $6)');

/** The case, or null where the scope has none of that id. */
export async function findCase(pool: Pool, scope: Scope, id: string): Promise<CaseRow | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await pool.query({ name: 'case-one', text: oneCase, values });
  return rows[0] ? toCaseRow(rows[0]) : null;
}

/** The case as far as it is shown, without the facts of a large one; null where the scope has none of that id. */
export async function findShownCase(pool: Pool, scope: Scope, id: string): Promise<FoundCase | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await pool.query({ name: 'case-found', text: foundCase, values });
  return rows[0] ? toFoundCase(rows[0]) : null;
}

/** A large case, whose facts are never parsed; null where the scope has none of that id. */
export async function findLargeCase(pool: Pool, scope: Scope, id: string): Promise<LargeCase | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await pool.query({ name: 'case-large', text: largeCase, values });
  if (!rows[0]) return null;
  const balance = rows[0]['ledgerBalanceCents'] as string | null;
  return {
    ...(rows[0] as LargeCase),
    documents: documentsOf(rows[0]),
    ledgerBalanceCents: balance === null ? null : Number(balance),
  };
}

/** What the statement that found a credential has read with it: the case of that id, null where the caller has none. */
export interface SeenCase {
  id: string;
  row: FoundCase | null;
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
  return { key, seen: { id, row: row['id'] === null ? null : toFoundCase(row) } };
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

/** A page of cases, or the next part of one. */
export interface CaseBatch {
  items: FoundCase[];
  /** What they take when they are shown, about. */
  bytes: number;
  /** Whether there are more after them. */
  more: boolean;
}

/**
 * Newest first, without erased ones: up to `limit` cases after the given end, and up to `maxBytes` of them. A first case
 * that takes more comes alone and without its facts.
 */
export async function listCases(
  pool: Pool,
  scope: Scope,
  { limit, after, maxBytes }: { limit: number; after: PageEnd | null; maxBytes: number },
): Promise<CaseBatch> {
  const values = [scope.organizationId, scope.mode, limit, maxBytes];
  const { rows } = await pool.query(
    after
      ? { name: 'case-later-page', text: laterPage, values: [...values, after.createdAt, after.id] }
      : { name: 'case-first-page', text: firstPage, values },
  );
  return {
    items: rows.map(({ bytesSoFar: _bytes, candidates: _candidates, ...row }) => toFoundCase(row)),
    bytes: Number(rows.at(-1)?.bytesSoFar ?? 0),
    more: rows.length > 0 && Number(rows[0].candidates) > rows.length,
  };
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

/** The customer-visible events of a case, oldest first, in batches; each is one short query. */
export async function* listCustomerEvents(pool: Pool, caseId: string): AsyncGenerator<EventRow[], void, undefined> {
  for (let after = -1; ;) {
    const { rows } = await pool.query<EventRow & { sequence?: number }>({
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

/** Rows of a list that are read at a time. */
export const batchSize = 200;

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
  return { ...(row as CaseRow), ...(toFoundCase(row) as ShownCase), clockAheadMs: Number(row['clockAheadMs']) };
}

function toFoundCase(row: QueryResultRow): FoundCase {
  return { ...(row as FoundCase), documents: documentsOf(row) };
}

function documentsOf(row: QueryResultRow): DocumentRow[] {
  const made = row['documents'] as (Omit<DocumentRow, 'createdAt'> & { createdAt: string })[];
  return made.map((document) => ({ ...document, createdAt: new Date(document.createdAt) }));
}
