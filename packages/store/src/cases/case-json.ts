import type { EntryPoint, Ground, Mode, State } from '@evict/case-model';
import { apiKeyWith, type KeyCredential } from '../accounts/api-keys.ts';
import { isUnread } from '../case-reads.ts';
import { attorneyOfCase } from './reads.ts';
import { allRows, firstRow, raw, sql, type Statement, type Store } from '../database/store.ts';
import { type CaseFilter, casePage, type PageBounds } from './case-pages.ts';
import type { Scope, StoredProgress } from './types.ts';

// Queries for customers' cases. Each is one named statement that uses an index. JSON columns are passed on as strings,
// without being parsed.

/** A case with its JSON columns as strings. */
export interface CaseJson {
  id: string;
  mode: Mode;
  state: State;
  heldFrom: State | null;
  ground: Ground;
  entryPoint: EntryPoint;
  courtCaseNumber: string | null;
  reference: string | null;
  progress: StoredProgress;
  clock: Date;
  /** When the details of the case were erased. */
  erasedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** This field and the next five are JSON. */
  attorney: string | null;
  packVersions: string | null;
  deadlines: string;
  /** The current documents. */
  documents: string;
  nextAction: string;
  /** The facts without ground and entry point. Null for a large case, whose facts are read separately. */
  facts: string | null;
  ledgerBalanceCents: number | null;
  /** Present only if a signed-in user reads the list. */
  unread?: boolean | undefined;
}

/** Cases above this size are large. Their facts are read and sent one case at a time. */
export const largeCaseBytes = 256 * 1024;

/** Columns of case `c`, with `facts` as a string. */
const columnsWith = (facts: Statement) => sql`c.id, c.mode, c.state, c."heldFrom", c.ground, c."entryPoint",
  c."courtCaseNumber", c.reference, c.progress, c.clock, c."erasedAt", c."createdAt", c."updatedAt",
  (${attorneyOfCase})::text AS attorney, c."packVersions"::text, c.deadlines::text, c."nextAction"::text,
  c."ledgerBalanceCents"::float8 AS "ledgerBalanceCents", c."shownDocuments" AS documents, ${facts} AS facts`;

/**
 * The generated column `shownFacts` if the condition holds, or else null. For some large cases the column itself is
 * null.
 */
const factsIf = (condition: Statement) => sql`CASE WHEN ${condition} THEN c."shownFacts" END`;
const smallColumns = columnsWith(factsIf(sql`c."shownBytes" <= ${raw(largeCaseBytes)}`));
const wholeColumns = columnsWith(sql`coalesce(c."shownFacts", (c.facts - 'ground' - 'entryPoint')::text)`);

/** Reads a case, without facts if it is large. Returns null if the scope has no such case. */
export async function findCaseJson(store: Store, scope: Scope, id: string): Promise<CaseJson | null> {
  return findWith(store, smallColumns, scope, id);
}

/** Reads a case with its facts, whatever its size. Returns null if the scope has no such case. */
export async function findWholeCaseJson(store: Store, scope: Scope, id: string): Promise<CaseJson | null> {
  return findWith(store, wholeColumns, scope, id);
}

function findWith(store: Store, columns: Statement, { organizationId, mode }: Scope, id: string) {
  return firstRow<CaseJson>(store)`
    SELECT ${columns} FROM "Case" c
    WHERE c.id = ${id} AND c."organizationId" = ${organizationId} AND c.mode = ${mode}`;
}

/** A case that was read in the same statement as the credential. `row` is null if the caller has no such case. */
export interface PrefetchedCase {
  id: string;
  row: CaseJson | null;
}

/**
 * Finds the active key with this hash, together with the case with this id if it is in the key's scope. Returns null if
 * there is no such key.
 */
export async function findApiKeyAndCase(
  store: Store,
  hash: Buffer,
  id: string,
): Promise<{ key: KeyCredential; prefetched: PrefetchedCase } | null> {
  type KeyRow = Omit<CaseJson, 'id'> & { id: string | null; key: KeyCredential };
  const found = await firstRow<KeyRow>(store)`
    SELECT row_to_json(k) AS key, ${smallColumns}
    FROM (${apiKeyWith(hash)}) k
      LEFT JOIN "Case" c ON c.id = ${id} AND c."organizationId" = k."organizationId" AND c.mode = k.mode`;
  if (!found) return null;
  const { key, ...row } = found;
  return { key, prefetched: { id, row: row.id === null ? null : (row as CaseJson) } };
}

/** The query that `listCases` runs. */
function pageStatement(scope: Scope, filter: CaseFilter, bounds: PageBounds): Statement {
  const { reader } = bounds;
  return casePage(
    (condition) => {
      const columns = columnsWith(factsIf(condition));
      return reader === undefined ? columns : sql`${columns}, ${isUnread(reader)} AS unread`;
    },
    scope,
    filter,
    bounds,
  );
}

/** A page of cases, or part of one. */
export interface CaseBatch {
  items: CaseJson[];
  /** The approximate size of these cases as JSON, in bytes. */
  bytes: number;
  /** Whether more cases follow. */
  more: boolean;
}

/**
 * Returns the cases of the scope that match the filter, in its order and without erased ones: up to `limit` cases after
 * the given end, and up to `maxBytes` in total. If the first case alone exceeds `maxBytes`, it is returned alone and
 * without facts.
 */
export async function listCases(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  bounds: PageBounds,
): Promise<CaseBatch> {
  type PageRow = CaseJson & { bytesSoFar: string; candidates: string };
  const rows = await allRows<PageRow>(store)`${pageStatement(scope, filter, bounds)}`;
  return {
    items: rows.map(({ bytesSoFar: _bytes, candidates: _candidates, ...row }) => row),
    bytes: Number(rows.at(-1)?.bytesSoFar ?? 0),
    more: rows.length > 0 && Number(rows[0]?.candidates) > rows.length,
  };
}
