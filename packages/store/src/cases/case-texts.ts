import type { EntryPoint, Ground, Mode, State } from '@evict/case-model';
import type { QueryResultRow } from 'pg';
import type { KeyCredential } from '../accounts/api-keys.ts';
import { poolOf, type Store } from '../database/store.ts';
import type { Scope, StoredProgress } from './types.ts';

// How customers read their cases: one indexed, named statement each, on the shared pool. What is shown as it is kept
// comes as the text of JSON, and is parsed nowhere on its way to the caller.

/** A case as it is shown. */
export interface CaseText {
  id: string;
  mode: Mode;
  state: State;
  heldFrom: State | null;
  ground: Ground;
  entryPoint: EntryPoint;
  courtCaseNumber: string | null;
  progress: StoredProgress;
  clock: Date;
  /** When its details were erased. */
  erasedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** JSON, as are the next four. */
  packVersions: string | null;
  deadlines: string;
  /** The current ones. */
  documents: string;
  nextAction: string;
  /** Without ground and entry point; null for a large case, whose facts are read by themselves. */
  facts: string | null;
  /** Charges less payments; null without a ledger, and where there are no facts. */
  ledgerBalanceCents: number | null;
}

/** A case that takes more bytes than this when it is shown is large: its facts are read and sent one at a time. */
export const largeCaseBytes = 256 * 1024;

// Documents made in one step have one time: they are in the order of their specs, not of random ids.
const shownDocuments = `(SELECT coalesce(json_agg(json_build_object(
    'id', d.id, 'kind', d.kind, 'specId', d."specId", 'filename', d.filename, 'contentHash', d."contentHash",
    'createdAt', to_char(d."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) ORDER BY d."createdAt", d."specId", d.id), '[]')::text
  FROM "Document" d WHERE d."caseId" = c.id AND NOT d.superseded)`;

/** Of case `c`, and of its facts `f`. The sum is exact in numeric: a thousand rows of the largest amount pass 2^53. */
const columns = `c.id, c.mode, c.state, c."heldFrom", c.ground, c."entryPoint", c."courtCaseNumber", c.progress, c.clock,
  c."erasedAt", c."createdAt", c."updatedAt", c."packVersions"::text, c.deadlines::text, c."nextAction"::text,
  f.facts::text, CASE WHEN jsonb_typeof(f.facts -> 'ledger') = 'array' THEN (
    SELECT coalesce(sum(CASE l ->> 'type' WHEN 'charge' THEN 1 ELSE -1 END * (l ->> 'amountCents')::numeric), 0)
    FROM jsonb_array_elements(f.facts -> 'ledger') l
  ) END AS "ledgerBalanceCents"`;

/** The facts of case `c` where the condition holds; OFFSET 0 has them unpacked once, however often they are named. */
const factsWhere = (condition: string) => `LATERAL (
    SELECT CASE WHEN ${condition} THEN c.facts - ARRAY['ground', 'entryPoint'] END AS facts OFFSET 0
  ) f`;
const isSmall = `c."shownBytes" <= ${largeCaseBytes}`;

const caseOfKey = `SELECT k.id AS "keyId", k."organizationId" AS "keyOrganizationId", k.mode AS "keyMode",
    ${columns}, ${shownDocuments} AS documents
  FROM "ApiKey" k LEFT JOIN "Case" c ON c.id = $2 AND c."organizationId" = k."organizationId" AND c.mode = k.mode
    CROSS JOIN ${factsWhere(isSmall)}
  WHERE k.hash = $1 AND k."revokedAt" IS NULL`;

const oneCase = (condition: string) => `SELECT ${columns}, ${shownDocuments} AS documents
  FROM "Case" c CROSS JOIN ${factsWhere(condition)}
  WHERE c.id = $1 AND c."organizationId" = $2 AND c.mode = $3`;
const smallCase = oneCase(isSmall);
const wholeCase = oneCase('true');

/**
 * A page ends after $3 cases or at $4 bytes. Its first case is there whatever it takes, without its facts where it takes
 * more. Sizes are summed up along the index: of cases beyond the end no facts are touched. OFFSET 0 keeps the documents
 * of a case from being read once for each time that they are named.
 */
const pageAfter = (condition: string) => `SELECT ${columns}, c.documents, c."bytesSoFar", c."candidates"
  FROM (
    SELECT c.*, count(*) OVER () AS "candidates",
      sum(c."pageBytes") OVER (ORDER BY c."createdAt" DESC, c.id DESC) AS "bytesSoFar" FROM (
      SELECT c.*, c."shownBytes" + octet_length(c.documents) AS "pageBytes" FROM (
        SELECT c.*, ${shownDocuments} AS documents FROM "Case" c
        WHERE c."organizationId" = $1 AND c.mode = $2 AND c."erasedAt" IS NULL ${condition}
        ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3 + 1 OFFSET 0
      ) c
    ) c
  ) c CROSS JOIN ${factsWhere('c."pageBytes" <= $4')}
  WHERE c."bytesSoFar" <= $4 OR c."bytesSoFar" = c."pageBytes"
  ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3`;

const firstPage = pageAfter('');
const laterPage = pageAfter('AND (c."createdAt", c.id) < ($5::timestamptz, $6)');

/** The case, without the facts of a large one; null where the scope has none of that id. */
export async function findCaseText(store: Store, scope: Scope, id: string): Promise<CaseText | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await poolOf(store).query({ name: 'case-text', text: smallCase, values });
  return rows[0] ? toCaseText(rows[0]) : null;
}

/** The case with its facts, however large; null where the scope has none of that id. */
export async function findWholeCaseText(store: Store, scope: Scope, id: string): Promise<CaseText | null> {
  const values = [id, scope.organizationId, scope.mode];
  const { rows } = await poolOf(store).query({ name: 'case-text-whole', text: wholeCase, values });
  return rows[0] ? toCaseText(rows[0]) : null;
}

/** What the statement that found a credential has read with it: the case of that id, null where the caller has none. */
export interface SeenCase {
  id: string;
  row: CaseText | null;
}

/** The key of this hash, unless it is revoked, and the case of that id in its scope. */
export async function findApiKeyAndCase(
  store: Store,
  hash: Buffer,
  id: string,
): Promise<{ key: KeyCredential; seen: SeenCase } | null> {
  const { rows } = await poolOf(store).query({ name: 'case-of-key', text: caseOfKey, values: [hash, id] });
  if (!rows[0]) return null;
  const { keyId, keyOrganizationId, keyMode, ...row } = rows[0] as QueryResultRow;
  const key: KeyCredential = { id: keyId, organizationId: keyOrganizationId, mode: keyMode };
  return { key, seen: { id, row: row['id'] === null ? null : toCaseText(row) } };
}

/** Where a page ends: the next one begins after it. */
export interface PageEnd {
  createdAt: Date;
  id: string;
}

/** A page of cases, or the next part of one. */
export interface CaseBatch {
  items: CaseText[];
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
  store: Store,
  scope: Scope,
  { limit, after, maxBytes }: { limit: number; after: PageEnd | null; maxBytes: number },
): Promise<CaseBatch> {
  const values = [scope.organizationId, scope.mode, limit, maxBytes];
  const { rows } = await poolOf(store).query(
    after
      ? { name: 'case-later-page', text: laterPage, values: [...values, after.createdAt, after.id] }
      : { name: 'case-first-page', text: firstPage, values },
  );
  return {
    items: rows.map(({ bytesSoFar: _bytes, candidates: _candidates, ...row }) => toCaseText(row)),
    bytes: Number(rows.at(-1)?.bytesSoFar ?? 0),
    more: rows.length > 0 && Number(rows[0].candidates) > rows.length,
  };
}

function toCaseText(row: QueryResultRow): CaseText {
  // PostgreSQL gives a numeric as text.
  const balance = row['ledgerBalanceCents'] as string | null;
  return { ...(row as CaseText), ledgerBalanceCents: balance === null ? null : Number(balance) };
}
