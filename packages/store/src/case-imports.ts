import { isDeepStrictEqual } from 'node:util';
import { balanceOfLedger, type CaseFacts, type PreparedNextAction, type State } from '@evict/case-model';
import { countStored, QuotaExceededError, type StorageQuota } from './bytes/storage-quota.ts';
import type { Scope } from './cases/types.ts';
import { allRows, countRows, firstRow, inTransaction, type Store } from './database/store.ts';
import type { Transaction } from './database/transactions.ts';
import { newId } from './ids.ts';
import { factsForSearch, linesForSearch } from './search-text.ts';

/** What the import did with a row, or would have done without `dryRun`. */
export type RowStatus = 'created' | 'updated' | 'unchanged' | 'invalid';

export interface RowIssue {
  path: string;
  code: string;
  message: string;
}

export interface CaseImport {
  id: string;
  status: 'running' | 'done' | 'failed';
  counts: Record<'rows' | RowStatus, number>;
  createdAt: Date;
  finishedAt: Date | null;
}

/** The maximum number of imports that may run at once per organization and mode. */
const maxRunning = 2;
/**
 * Rows per statement. Each row is copied into several strings on its way to the database, so larger batches would hold
 * up other requests and fill the heap.
 */
const rowsAtOnce = 200;
const bytesAtOnce = 1024 * 1024;

/**
 * Creates an import and stores its rows as the JSON that was sent. If the import already exists, keeps it unchanged and
 * returns true. Returns false if too many imports are running.
 */
export async function createCaseImport(
  store: Store,
  { organizationId, mode }: Scope,
  { id, dryRun, rows }: { id: string; dryRun: boolean; rows: readonly Buffer[] },
): Promise<boolean> {
  return inTransaction(store, 'createCaseImport', `${organizationId} ${mode}`, async (transaction) => {
    // Delete finished dry runs together with their rows, so that only the latest one is kept.
    const checked = { organizationId, mode, dryRun: true, status: { not: 'running' }, id: { not: id } };
    await transaction.caseImport.deleteMany({ where: checked });
    const isNew = await transaction.$executeRaw`
      INSERT INTO "CaseImport" (id, "organizationId", mode, "dryRun")
      SELECT ${id}, ${organizationId}, ${mode}, ${dryRun} WHERE ${maxRunning} > (SELECT count(*) FROM "CaseImport"
        WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND status = 'running' AND id <> ${id})
      ON CONFLICT (id) DO NOTHING`;
    if (!isNew) return (await transaction.caseImport.count({ where: { id, organizationId, mode } })) > 0;
    for (let from = 0, end = 0; from < rows.length; from = end) {
      end = endOfBatch(rows, from);
      // PostgreSQL can't store U+0000. U+0001 is invalid in JSON too, so the row still fails validation.
      const texts = rows.slice(from, end).map((row) => row.toString().replaceAll('\0', '\u0001'));
      await transaction.$executeRaw`
        INSERT INTO "CaseImportRow" ("importId", "row", input) SELECT ${id}, ${from}::int + r.place, r.value
        FROM unnest(${texts}::text[]) WITH ORDINALITY r(value, place)`;
    }
    return true;
  });
}

/**
 * Returns the index at which the next batch ends. A batch has at most `rowsAtOnce` rows and `bytesAtOnce` bytes, but
 * always at least one row.
 */
export function endOfBatch(rows: readonly Buffer[], from: number): number {
  let bytes = 0;
  for (let end = from; end < rows.length; end += 1) {
    bytes += rows[end]?.length ?? 0;
    if (end > from && (end - from >= rowsAtOnce || bytes > bytesAtOnce)) return end;
  }
  return rows.length;
}

/** Finds the import with this id, or returns null if the scope has none. */
export async function findCaseImport(store: Store, scope: Scope, id: string): Promise<CaseImport | null> {
  return firstRow<CaseImport>(store)`
    SELECT i.id, i.status, i."createdAt", i."finishedAt", (
      SELECT json_build_object('rows', count(*), 'created', count(*) FILTER (WHERE r.status = 'created'),
        'updated', count(*) FILTER (WHERE r.status = 'updated'),
        'unchanged', count(*) FILTER (WHERE r.status = 'unchanged'),
        'invalid', count(*) FILTER (WHERE r.status = 'invalid'))
      FROM "CaseImportRow" r WHERE r."importId" = i.id) AS counts
    FROM "CaseImport" i
    WHERE i.id = ${id} AND i."organizationId" = ${scope.organizationId} AND i.mode = ${scope.mode}`;
}

export interface ImportedRow {
  row: number;
  reference: string | null;
  status: RowStatus;
  caseId: string | null;
  issues: RowIssue[] | null;
  /** The row's JSON after a dry run, or null if the row is invalid. Always null after a real import. */
  input: string | null;
}

/** Lists processed rows in order, starting after row `after`. */
export async function listImportedRows(
  store: Store,
  { organizationId, mode }: Scope,
  importId: string,
  { status, after, limit }: { status: RowStatus | null; after: number; limit: number },
): Promise<ImportedRow[]> {
  return allRows<ImportedRow>(store)`
    SELECT r."row", r.reference, r.status, r."caseId", r.issues, r.input
    FROM "CaseImport" i JOIN "CaseImportRow" r ON r."importId" = i.id
    WHERE i.id = ${importId} AND i."organizationId" = ${organizationId} AND i.mode = ${mode}
      AND r.status IS NOT NULL AND (${status}::text IS NULL OR r.status = ${status})
      AND r."row" > ${after} ORDER BY r."row" LIMIT ${limit}`;
}

/**
 * An import claimed by a gateway. If the gateway has not processed the next rows within 30 seconds, another one can
 * claim the import.
 */
export interface ClaimedImport extends Scope {
  id: string;
  dryRun: boolean;
}

/**
 * Claims the import that has waited longest, of any organization, so that a large import doesn't hold up the others.
 * Returns null if no import is waiting. Marks imports older than an hour as failed.
 */
export async function claimCaseImport(store: Store): Promise<ClaimedImport | null> {
  await countRows(store)`
    UPDATE "CaseImport" SET status = 'failed', "finishedAt" = now()
    WHERE status = 'running' AND "createdAt" < now() - interval '1 hour'`;
  return firstRow<ClaimedImport>(store)`
    UPDATE "CaseImport" SET "claimedUntil" = now() + interval '30 seconds'
    WHERE id = (SELECT id FROM "CaseImport"
      WHERE status = 'running' AND coalesce("claimedUntil" <= now(), true)
      ORDER BY "claimedUntil" NULLS FIRST, "createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, "organizationId", mode, "dryRun"`;
}

export interface PendingRow {
  row: number;
  /** The JSON as sent. */
  input: string;
}

/** Lists the next unprocessed rows of an import, up to `limit`. */
export async function listPendingRows(store: Store, importId: string, limit: number): Promise<PendingRow[]> {
  return allRows<PendingRow>(store)`
    SELECT "row", input FROM "CaseImportRow" WHERE "importId" = ${importId} AND status IS NULL
    ORDER BY "row" LIMIT ${limit}`;
}

/** A validated row: either the facts of a case with its reference, or the issues that make it invalid. */
export type JudgedRow = { row: number; reference: string | null } & (
  | { facts: CaseFacts; issues?: undefined }
  | { facts?: undefined; issues: RowIssue[] }
);

export interface ImportTerms {
  quota: StorageQuota;
  nextAction: PreparedNextAction;
  /** Returns why these facts can't replace those of a draft, or null if they can. */
  clash: (before: CaseFacts, after: CaseFacts) => RowIssue | null;
}

/**
 * Creates a draft for each valid row, or updates the draft with the same reference, and records each row's result, all
 * in one transaction. A dry run only records the results. Skips rows that another gateway has processed meanwhile. If
 * the storage quota has no room, marks all of the given rows as invalid.
 */
export async function importRows(
  store: Store,
  claimed: ClaimedImport,
  rows: readonly JudgedRow[],
  terms: ImportTerms,
): Promise<void> {
  try {
    await importWithin(store, claimed, rows, terms);
  } catch (error) {
    if (!(error instanceof QuotaExceededError)) throw error;
    const message = 'The storage of the organization is full.';
    const issues = [{ path: '', code: 'storage_quota', message }];
    const refused = rows.map(({ row, reference }) => ({ row, reference, issues }));
    await importWithin(store, claimed, refused, terms);
  }
}

/** Marks a running import as done. */
export async function finishCaseImport(store: Store, id: string): Promise<void> {
  await countRows(store)`
    UPDATE "CaseImport" SET status = 'done', "finishedAt" = now() WHERE id = ${id} AND status = 'running'`;
}

/** Releases the claim, so that other imports get their turn. */
export async function releaseCaseImport(store: Store, id: string): Promise<void> {
  await countRows(store)`UPDATE "CaseImport" SET "claimedUntil" = now() WHERE id = ${id}`;
}

interface KnownCase {
  id: string;
  reference: string;
  state: State;
  facts: CaseFacts;
  erasedAt: Date | null;
}

interface Outcome {
  row: number;
  reference: string | null;
  status: RowStatus;
  caseId: string | null;
  issues: RowIssue[] | null;
}

interface Written {
  id: string;
  reference: string;
  facts: CaseFacts;
}

async function importWithin(
  store: Store,
  { id, organizationId, mode, dryRun }: ClaimedImport,
  rows: readonly JudgedRow[],
  { quota, nextAction, clash }: ImportTerms,
): Promise<void> {
  const scope = { organizationId, mode };
  await inTransaction(store, 'importCases', id, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "CaseImport" WHERE id = ${id} FOR NO KEY UPDATE`;
    const open = await pendingAmong(transaction, id, rows);
    const references = open.flatMap(({ reference, facts }) => (facts && reference !== null ? [reference] : []));
    const known = await lockCases(transaction, scope, references);
    const taken = await referencesOf(transaction, id, references);
    const [created, updated, outcomes]: [Written[], Written[], Outcome[]] = [[], [], []];
    for (const { row, reference, facts, issues } of open) {
      const invalid = (faults: RowIssue[]) =>
        outcomes.push({ row, reference, status: 'invalid', caseId: null, issues: faults });
      if (!facts || reference === null) {
        invalid(issues ?? []);
        continue;
      }
      if (taken.has(reference)) {
        invalid([repeated]);
        continue;
      }
      taken.add(reference);
      const before = known.get(reference);
      if (!before) {
        const caseId = newId('case');
        created.push({ id: caseId, reference, facts });
        outcomes.push({ row, reference, status: 'created', caseId: dryRun ? null : caseId, issues: null });
        continue;
      }
      const after = updatedFacts(before.facts, facts);
      const isSame = before.erasedAt === null && isDeepStrictEqual(after, before.facts);
      const refused = isSame ? null : (refusalOf(before) ?? clash(before.facts, after));
      if (refused) {
        invalid([refused]);
        continue;
      }
      if (!isSame) updated.push({ id: before.id, reference, facts: after });
      outcomes.push({ row, reference, status: isSame ? 'unchanged' : 'updated', caseId: before.id, issues: null });
    }
    if (!dryRun && created.length + updated.length > 0) {
      const caseIds = [...created, ...updated].map((one) => one.id);
      await countStored(transaction, scope, { caseIds, quota }, async () => {
        await insertDrafts(transaction, scope, created, nextAction);
        await updateDrafts(transaction, updated);
      });
    }
    await recordOutcomes(transaction, id, outcomes, dryRun);
  });
}

const repeated: RowIssue = {
  path: 'reference',
  code: 'repeated',
  message: 'An earlier row of this import has this reference.',
};

function refusalOf({ state, erasedAt }: KnownCase): RowIssue | null {
  if (erasedAt) return { path: 'reference', code: 'erased', message: 'The case with this reference was erased.' };
  if (state === 'draft') return null;
  return { path: 'reference', code: 'invalid_state', message: 'The case with this reference is no longer a draft.' };
}

async function pendingAmong(transaction: Transaction, importId: string, rows: readonly JudgedRow[]) {
  const places = rows.map(({ row }) => row);
  const pending = await transaction.$queryRaw<{ row: number }[]>`
    SELECT "row" FROM "CaseImportRow" WHERE "importId" = ${importId} AND "row" = ANY (${places}) AND status IS NULL`;
  const open = new Set(pending.map(({ row }) => row));
  return rows.filter(({ row }) => open.has(row));
}

/**
 * Locks the cases with these references in the order of their ids. Also takes the lock that serializes changes to
 * references in this scope.
 */
async function lockCases(
  transaction: Transaction,
  { organizationId, mode }: Scope,
  references: readonly string[],
): Promise<Map<string, KnownCase>> {
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`reference ${organizationId} ${mode}`}, 0))`;
  const cases = await transaction.$queryRaw<KnownCase[]>`
    SELECT id, reference, state, facts, "erasedAt" FROM "Case"
    WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND reference = ANY (${references})
    ORDER BY id FOR NO KEY UPDATE`;
  return new Map(cases.map((one) => [one.reference, one]));
}

/** Returns those references that earlier rows of the import have already used. */
async function referencesOf(
  transaction: Transaction,
  importId: string,
  references: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction.$queryRaw<{ reference: string }[]>`
    SELECT DISTINCT reference FROM "CaseImportRow"
    WHERE "importId" = ${importId} AND status <> 'invalid' AND reference = ANY (${references})`;
  return new Set(rows.map(({ reference }) => reference));
}

async function insertDrafts(
  transaction: Transaction,
  { organizationId, mode }: Scope,
  created: readonly Written[],
  nextAction: PreparedNextAction,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "Case" (id, "organizationId", mode, state, "nextAction", ground, "entryPoint", jurisdiction, facts,
      "ledgerBalanceCents", reference)
    SELECT c.id, ${organizationId}, ${mode}, 'draft', ${JSON.stringify(nextAction)}::jsonb, c.facts ->> 'ground',
      c.facts ->> 'entryPoint', upper(c.facts -> 'property' ->> 'state'), c.facts, c.balance, c.reference
    FROM jsonb_to_recordset(${withBalances(created)}::jsonb) AS c(id text, reference text, facts jsonb, balance bigint)`;
  await transaction.$executeRaw`
    INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", facts, reference)
    SELECT c.id, c."organizationId", c.mode, c."createdAt", f.facts, f.reference
    FROM jsonb_to_recordset(${searched(created)}::jsonb) AS f(id text, reference text, facts text)
    JOIN "Case" c ON c.id = f.id`;
}

async function updateDrafts(transaction: Transaction, updated: readonly Written[]): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "Case" c SET facts = u.facts, jurisdiction = upper(u.facts -> 'property' ->> 'state'),
      "ledgerBalanceCents" = u.balance, "factsVersion" = c."factsVersion" + 1, "updatedAt" = clock_timestamp(),
      clock = clock_timestamp() + make_interval(secs => c."clockAheadMs" / 1000.0)
    FROM jsonb_to_recordset(${withBalances(updated)}::jsonb) AS u(id text, facts jsonb, balance bigint) WHERE c.id = u.id`;
  await transaction.$executeRaw`
    UPDATE "CaseSearch" s SET facts = f.facts
    FROM jsonb_to_recordset(${searched(updated)}::jsonb) AS f(id text, facts text) WHERE s."caseId" = f.id`;
}

/** The cases with their ledger balances, as JSON. */
function withBalances(cases: readonly Written[]): string {
  return JSON.stringify(cases.map((one) => ({ ...one, balance: balanceOfLedger(one.facts.ledger)?.toString() })));
}

/** The search text of each case, as JSON. */
function searched(cases: readonly Written[]): string {
  return JSON.stringify(
    cases.map(({ id, reference, facts }) => ({
      id,
      reference: linesForSearch(reference),
      facts: factsForSearch(facts),
    })),
  );
}

async function recordOutcomes(
  transaction: Transaction,
  importId: string,
  outcomes: readonly Outcome[],
  dryRun: boolean,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "CaseImportRow" r SET status = o.status, reference = o.reference, "caseId" = o."caseId", issues = o.issues,
      input = CASE WHEN ${dryRun}::boolean AND o.status <> 'invalid' THEN r.input END
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS o("row" int, reference text, status text, "caseId" text, issues jsonb)
    WHERE r."importId" = ${importId} AND r."row" = o."row"`;
}

/**
 * Merges a row into a draft's facts. Keeps values that the row omits, including those inside the property, the lease,
 * the attestations, and parties with the same role and name.
 */
export function updatedFacts(before: CaseFacts, row: CaseFacts): CaseFacts {
  const knownParty = ({ role, name }: CaseFacts['parties'][number]) =>
    before.parties.find((party) => party.role === role && party.name === name);
  return {
    ...before,
    ...row,
    property: { ...before.property, ...row.property },
    parties: row.parties.map((party) => ({ ...knownParty(party), ...party })),
    ...((before.lease ?? row.lease) && { lease: { ...before.lease, ...row.lease } }),
    attestations: { ...before.attestations, ...row.attestations },
  };
}
