import {
  type CaseFacts,
  type DocumentPurpose,
  isFinished,
  isSandbox,
  type Mode,
  type NextAction,
  type State,
} from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';
import { QuotaExceededError, type StorageQuota, withinQuota, wouldFit } from '../bytes/storage-quota.ts';
import { inTransaction, poolOf, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import type { DocumentRow, Scope } from './types.ts';

/**
 * A draft is a row: it needs no process until its first command. One of that id is left as it is. Throws
 * `QuotaExceededError` where the quota does not hold its facts; drafts of one scope are counted one after the other.
 */
export async function createDraft(
  store: Store,
  { organizationId, mode }: Scope,
  { id, facts, nextAction, quota = unbounded }: NewDraft,
): Promise<void> {
  const columns = factColumns(facts);
  const { rows } = await poolOf(store).query<{ isKept: boolean }>({
    name: 'draft-create',
    text: `WITH stored AS (
        INSERT INTO "StoredBytes" AS s ("organizationId", mode, bytes) VALUES ($2, $3, 0)
        ON CONFLICT ("organizationId", mode) DO UPDATE SET bytes = s.bytes RETURNING bytes
      ), created AS (
        INSERT INTO "Case" (id, "organizationId", mode, state, "nextAction", ground, "entryPoint", jurisdiction, facts)
        SELECT $1, $2, $3, 'draft', $4::jsonb, $5, $6, $7, $8::jsonb FROM stored
        WHERE stored.bytes + octet_length($8::jsonb::text) <= $9
        ON CONFLICT (id) DO NOTHING RETURNING 1
      )
      SELECT EXISTS (SELECT FROM created) OR EXISTS (SELECT FROM "Case" WHERE id = $1) AS "isKept"`,
    values: [
      id,
      organizationId,
      mode,
      JSON.stringify(nextAction),
      columns.ground,
      columns.entryPoint,
      columns.jurisdiction,
      JSON.stringify(facts),
      quota[mode],
    ],
  });
  if (!rows[0]?.isKept) throw new QuotaExceededError();
}

export interface NewDraft {
  id: string;
  facts: CaseFacts;
  nextAction: NextAction;
  /** None by default, as for rows that a test seeds. */
  quota?: StorageQuota;
}

const unbounded: StorageQuota = { test: Number.MAX_SAFE_INTEGER, live: Number.MAX_SAFE_INTEGER };

/** What a draft edit does under the row's lock; `null` where the scope has no such case. */
export type DraftEdit<T> = { state: 'draft'; result: T } | { state: State; result?: undefined } | 'erased' | null;

/**
 * Changes the facts of a draft. The row is locked meanwhile, so that no submit can freeze half of a change; `change`
 * sees the newest facts. A case that is no draft is left alone and its state told. Throws `QuotaExceededError` where the
 * change adds bytes that the quota does not hold.
 */
export async function updateDraftFacts(
  store: Store,
  scope: Scope,
  id: string,
  change: (facts: CaseFacts) => CaseFacts,
  quota: StorageQuota = unbounded,
): Promise<DraftEdit<void>> {
  return withLockedCase(store, 'updateDraftFacts', scope, id, async (transaction, locked) => {
    if (locked.state !== 'draft') return { state: locked.state };
    const { now } = locked;
    const data = {
      ...factColumns(change(locked.facts)),
      factsVersion: { increment: 1 },
      clock: caseClock(locked.clockAheadMs, now),
      updatedAt: now,
    };
    await withinQuota(transaction, scope, quota, () =>
      transaction.case.update({ where: { id }, data, select: { id: true } }),
    );
    return { state: 'draft', result: undefined };
  });
}

export interface Upload {
  documentId: string;
  purpose: DocumentPurpose;
  filename: string;
  contentHash: string;
  sizeBytes: number;
}

interface StoredBounds {
  maxStoredBytes: number;
  maxDocuments: number;
}

export interface AddedEvidence {
  document: DocumentRow;
  /** For a case that has been submitted: the version of facts and uploads since, of which its process has to hear. */
  underReview: { factsVersion: number } | null;
}

/** Why an upload was not taken. */
export type UploadRefusal = 'not_draft' | 'prior_notice_missing' | 'storage_full' | 'too_many_documents' | 'erased';

/** What an upload goes through, and what bounds it. */
export interface UploadTerms extends StoredBounds {
  /** What the organization may store; unbounded by default. */
  quota?: StorageQuota;
  judge: () => Promise<string>;
  keepBytes: () => Promise<unknown>;
}

/**
 * Adds evidence to a draft, or, of purpose `other`, to a live case until it is finished. `judge` says which content type
 * the bytes are, or throws; it is asked once the case is known to take uploads at all. `keepBytes` is called once the
 * upload looks allowed and before the transaction that decides: a row never names bytes that are not there.
 * `maxStoredBytes` and `maxDocuments` bound what one case may keep.
 * Throws `QuotaExceededError` where the quota of the organization does not hold it.
 */
export async function addEvidence(
  store: Store,
  scope: Scope,
  caseId: string,
  upload: Upload,
  { judge, keepBytes, quota = unbounded, ...bounds }: UploadTerms,
): Promise<AddedEvidence | UploadRefusal | null> {
  const found = await findUploadTarget(store, scope, caseId, upload.documentId);
  if (found === null || found === 'erased') return found;
  // No connection is held while bytes are kept. Where the locked row then refuses the upload, no row names them.
  if (!found.known && !mayAdd(upload, found)) return 'not_draft';
  const contentType = found.known ? '' : await judge();
  const early = found.known ? null : await refusal(prismaOf(store), caseId, upload, found, bounds);
  if (early) return early;
  if (!found.known && !(await wouldFit(store, scope, quota, upload.sizeBytes))) throw new QuotaExceededError();
  if (!found.known) await keepBytes();
  return withLockedCase(store, 'addEvidence', scope, caseId, async (transaction, locked) => {
    // Sent again after its row was written: the answer was lost, not the document.
    const known = await transaction.document.findUnique({ where: { id: upload.documentId, caseId } });
    if (known) return { document: known as DocumentRow, underReview: null };
    const refused = await refusal(transaction, caseId, upload, locked, bounds);
    if (refused) return refused;
    const { documentId, sizeBytes, ...named } = upload;
    const rest = { ...named, contentType };
    const { now } = locked;
    const data = { factsVersion: { increment: 1 }, clock: caseClock(locked.clockAheadMs, now), updatedAt: now };
    const { factsVersion } = await transaction.case.update({
      where: { id: caseId },
      data,
      select: { factsVersion: true },
    });
    const { createdAt } = await withinQuota(transaction, scope, quota, () =>
      transaction.document.create({ data: { id: documentId, caseId, kind: 'evidence', sizeBytes, ...rest } }),
    );
    const document = { id: documentId, kind: 'evidence', specId: null, ...rest, createdAt } as const;
    return { document, underReview: locked.state === 'draft' ? null : { factsVersion } };
  });
}

/** The case of an upload as it is now, and whether the document is there. */
async function findUploadTarget(store: Store, scope: Scope, caseId: string, documentId: string) {
  const { organizationId, mode } = scope;
  const row = await prismaOf(store).case.findUnique({
    where: { id: caseId, organizationId, mode },
    select: { state: true, mode: true, facts: true, erasedAt: true, documents: { where: { id: documentId } } },
  });
  if (!row) return null;
  if (row.erasedAt) return 'erased';
  const { state, facts, documents } = row;
  return { state: state as State, mode, facts: facts as unknown as CaseFacts, known: documents.length > 0 };
}

async function refusal(
  { document }: Transaction,
  caseId: string,
  upload: Upload,
  { state, mode, facts }: Pick<LockedCase, 'state' | 'mode' | 'facts'>,
  { maxStoredBytes, maxDocuments }: StoredBounds,
): Promise<UploadRefusal | null> {
  if (!mayAdd(upload, { state, mode })) return 'not_draft';
  if (upload.purpose === 'prior_notice' && !facts.priorNotice) return 'prior_notice_missing';
  const { _sum, _count } = await document.aggregate({ where: { caseId }, _sum: { sizeBytes: true }, _count: true });
  if (_count >= maxDocuments) return 'too_many_documents';
  return (_sum.sizeBytes ?? 0) + upload.sizeBytes > maxStoredBytes ? 'storage_full' : null;
}

/** What was approved stays what it is: later evidence is for the attorney to look at. */
function mayAdd({ purpose }: Upload, { state, mode }: Pick<LockedCase, 'state' | 'mode'>): boolean {
  return state === 'draft' || (!isSandbox({ mode }) && purpose === 'other' && !isFinished(state));
}

interface LockedCase {
  state: State;
  facts: CaseFacts;
  mode: Mode;
  clockAheadMs: bigint;
  erasedAt: Date | null;
  /** The database's clock, read after the row was locked. */
  now: Date;
}

/** Edits a case under its row's lock. Null where the scope has none of that id. */
async function withLockedCase<T>(
  store: Store,
  name: 'updateDraftFacts' | 'addEvidence',
  { organizationId, mode }: Scope,
  id: string,
  edit: (transaction: Transaction, locked: LockedCase) => Promise<T>,
): Promise<T | 'erased' | null> {
  // Requests of another organization for this id wait for nobody and keep nobody waiting.
  return inTransaction(store, name, `${organizationId} ${id}`, async (transaction) => {
    const [row] = await transaction.$queryRaw<LockedCase[]>`
      SELECT state, facts, mode, "clockAheadMs", "erasedAt", clock_timestamp() AS now FROM "Case"
      WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} FOR NO KEY UPDATE`;
    if (!row) return null;
    return row.erasedAt ? 'erased' : edit(transaction, row);
  });
}

function factColumns(facts: CaseFacts) {
  return {
    ground: facts.ground,
    entryPoint: facts.entryPoint,
    jurisdiction: facts.property.state.toUpperCase(),
    facts: facts as unknown as Prisma.InputJsonObject,
  };
}

function caseClock(aheadMs: bigint, now: Date): Date {
  return new Date(now.getTime() + Number(aheadMs));
}
