import { isDeepStrictEqual } from 'node:util';
import {
  balanceOfLedger,
  type CaseFacts,
  type DocumentPurpose,
  isFinished,
  isSandbox,
  type Mode,
  type PreparedNextAction,
  type State,
  waitOf,
} from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';
import { currentAuthorId } from '../audit/origin.ts';
import { countStored, hasRoomFor, QuotaExceededError, type StorageQuota, unlimited } from '../bytes/storage-quota.ts';
import { firstRow, inTransaction, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { readRecord } from '../decisions/versions.ts';
import { showDocuments } from '../documents/shown-documents.ts';
import { factsForSearch } from '../search-text.ts';
import { type CaseFullness, fullness, runAlone, runInside, type StoredBounds } from './stored-bounds.ts';
import type { DocumentRow, Scope } from './types.ts';

/**
 * Creates a draft, which needs no workflow until its first command. Has no effect if the id exists. Throws
 * `QuotaExceededError` if the quota has no room for the facts. Drafts in the same scope are counted one at a time.
 */
export async function createDraft(store: Store, scope: Scope, draft: NewDraft): Promise<void> {
  const keep = () => firstRow<{ isKept: boolean }>(store)`${newDraft(scope, draft)}`;
  const row = await keep().catch((error: unknown) => {
    // Another call created the same draft at this moment, so it exists now.
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
    return keep();
  });
  if (!row?.isKept) throw new QuotaExceededError();
}

const uniqueViolation = '23505';

/**
 * Returns the statement that creates a draft. Its row says whether the draft now exists in the scope. The statement
 * fails if another call is creating the same draft.
 */
export function newDraft(
  { organizationId, mode }: Scope,
  { id, facts, nextAction, quota = unlimited }: NewDraft,
): Statement {
  const { ground, entryPoint, jurisdiction, ledgerBalanceCents } = factColumns(facts);
  return sql`
    WITH draft AS (
        SELECT ${JSON.stringify(facts)}::jsonb AS facts WHERE NOT EXISTS (SELECT FROM "Case" WHERE id = ${id})
      ), stored AS (
        INSERT INTO "StoredBytes" AS s ("organizationId", mode, bytes)
        SELECT ${organizationId}, ${mode}, octet_length(facts::text) FROM draft
        WHERE octet_length(facts::text) <= ${quota[mode]}::bigint
        ON CONFLICT ("organizationId", mode) DO UPDATE SET bytes = s.bytes + excluded.bytes
          WHERE s.bytes + excluded.bytes <= ${quota[mode]}::bigint
        RETURNING bytes
      ), created AS (
        INSERT INTO "Case" (id, "organizationId", mode, state, "nextAction", ground, "entryPoint", jurisdiction, facts,
          "ledgerBalanceCents")
        SELECT ${id}, ${organizationId}, ${mode}, 'draft', ${JSON.stringify(nextAction)}::jsonb, ${ground}, ${entryPoint},
          ${jurisdiction}, draft.facts, ${ledgerBalanceCents}::bigint FROM draft, stored
        RETURNING id, "createdAt"
      ), findable AS (
        INSERT INTO "CaseSearch" ("caseId", "organizationId", mode, "createdAt", facts)
        SELECT id, ${organizationId}, ${mode}, "createdAt", ${factsForSearch(facts)} FROM created
      )
      SELECT EXISTS (SELECT FROM created) OR EXISTS (
        SELECT FROM "Case" WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode}) AS "isKept"`;
}

export interface NewDraft {
  id: string;
  facts: CaseFacts;
  nextAction: PreparedNextAction;
  /** Unlimited by default, for tests that insert rows. */
  quota?: StorageQuota;
}

/**
 * The result of editing a draft under its row's lock. If the case isn't a draft, nothing changes and `state` is its
 * current state. `erased` if the case was erased, and null if the scope has no such case.
 */
export type DraftEdit<T> = { state: 'draft'; result: T } | { state: State; result?: undefined } | 'erased' | null;

/**
 * Changes the facts of a draft under the row's lock, so that a submit can't freeze half of a change. `change` gets the
 * current facts and returns the new ones. If the case isn't a draft, it stays unchanged and its state is returned.
 * Throws `QuotaExceededError` if the change adds bytes beyond the quota.
 */
export async function updateDraftFacts(
  store: Store,
  scope: Scope,
  id: string,
  change: (facts: CaseFacts) => CaseFacts,
  quota: StorageQuota = unlimited,
): Promise<DraftEdit<void>> {
  return withLockedCase(store, 'updateDraftFacts', scope, id, async (transaction, locked) => {
    if (locked.state !== 'draft') return { state: locked.state };
    const facts = change(locked.facts);
    if (isDeepStrictEqual(facts, locked.facts)) return { state: 'draft', result: undefined };
    const data = { ...factColumns(facts), ...changedNow(locked) };
    await countStored(transaction, scope, { caseIds: [id], quota }, () =>
      transaction.case.update({ where: { id }, data, select: { id: true } }),
    );
    await transaction.caseSearch.updateMany({ where: { caseId: id }, data: { facts: factsForSearch(facts) } });
    return { state: 'draft', result: undefined };
  });
}

/** A file for a case. It becomes a document once its bytes are stored and `addEvidence` has recorded it. */
export interface Upload {
  documentId: string;
  purpose: DocumentPurpose;
  filename: string;
  contentHash: string;
  sizeBytes: number;
  needsPassword: boolean;
}

export interface AddedEvidence {
  document: DocumentRow;
  /** Whether the case is under review, so its workflow has to make a new summary for the review. */
  isDue: boolean;
}

export type UploadRefusal = 'not_found' | 'erased' | 'not_draft' | 'prior_notice_missing' | CaseFullness;

/** Limits for one case and one organization. */
export interface UploadBounds extends StoredBounds {
  /** The quota of the organization. Unlimited by default. */
  quota?: StorageQuota;
}

/**
 * Returns why the case can't take an upload now, or null if it can. Throws `QuotaExceededError` if the organization's
 * quota has no room. Reserves no space, because `addEvidence` makes the decision.
 */
export async function uploadRefusal(
  store: Store,
  scope: Scope,
  caseId: string,
  upload: Upload,
  { quota = unlimited, ...bounds }: UploadBounds,
): Promise<UploadRefusal | null> {
  const row = await firstRow<Pick<LockedCase, 'state' | 'mode' | 'facts' | 'erasedAt'>>(store)`
    SELECT state, mode, facts, "erasedAt" FROM "Case"
    WHERE id = ${caseId} AND "organizationId" = ${scope.organizationId} AND mode = ${scope.mode}`;
  if (!row) return 'not_found';
  if (row.erasedAt) return 'erased';
  const refused = await refusal(runAlone(store), caseId, upload, row, bounds);
  if (refused === null && !(await hasRoomFor(store, scope, quota, upload.sizeBytes))) throw new QuotaExceededError();
  return refused;
}

/**
 * Records an upload whose bytes are stored. It becomes evidence of a draft or, with the purpose `other`, of an open
 * live case. If the upload is already recorded, returns it unchanged. Throws `QuotaExceededError` if the organization's
 * quota has no room.
 */
export async function addEvidence(
  store: Store,
  scope: Scope,
  caseId: string,
  upload: Upload & { contentType: string },
  { quota = unlimited, ...bounds }: UploadBounds,
): Promise<AddedEvidence | UploadRefusal> {
  const added = await withLockedCase(store, 'addEvidence', scope, caseId, async (transaction, locked) => {
    // In a retry, the document is already recorded, and only the response was lost.
    const known = await transaction.document.findUnique({ where: { id: upload.documentId, caseId } });
    if (known) return { document: known as DocumentRow, isDue: false };
    const refused = await refusal(runInside(transaction), caseId, upload, locked, bounds);
    if (refused) return refused;
    const { documentId, sizeBytes, ...named } = upload;
    const rest = { ...named, authorId: currentAuthorId() };
    const dueAt = dueAfterUpload(locked);
    const data = { ...changedNow(locked), ...(dueAt && { dueAt }) };
    await transaction.case.update({ where: { id: caseId }, data, select: { id: true } });
    const { createdAt } = await countStored(transaction, scope, { caseIds: [caseId], quota }, () =>
      transaction.document.create({ data: { id: documentId, caseId, kind: 'evidence', sizeBytes, ...rest } }),
    );
    await showDocuments(transaction, caseId);
    const document = { id: documentId, kind: 'evidence', specId: null, ...rest, createdAt } as const;
    return { document, isDue: dueAt !== null };
  });
  return added ?? 'not_found';
}

/**
 * Removes an upload from a draft under the row's lock. The result is false if the draft has no upload with this id.
 * Once the case has been submitted, the upload stays on record for the attorney, because a review may have used it.
 */
export async function deleteUpload(
  store: Store,
  scope: Scope,
  caseId: string,
  documentId: string,
): Promise<DraftEdit<boolean>> {
  return withLockedCase(store, 'deleteUpload', scope, caseId, async (transaction, locked) => {
    const { state } = locked;
    if (state !== 'draft') return { state };
    const isGone =
      locked.sequence === 0
        ? await deleteDocument(transaction, scope, caseId, documentId)
        : await supersedeDocument(transaction, caseId, documentId);
    if (!isGone) return { state, result: false };
    await showDocuments(transaction, caseId);
    await transaction.case.update({ where: { id: caseId }, data: changedNow(locked), select: { id: true } });
    return { state, result: true };
  });
}

async function deleteDocument(transaction: Transaction, scope: Scope, caseId: string, id: string): Promise<boolean> {
  return countStored(transaction, scope, { caseIds: [caseId] }, async () => {
    const { count } = await transaction.document.deleteMany({ where: { id, caseId, purpose: { not: null } } });
    if (count > 0) await transaction.blob.deleteMany({ where: { documentId: id, caseId } });
    return count > 0;
  });
}

async function supersedeDocument(transaction: Transaction, caseId: string, id: string): Promise<boolean> {
  const where = { id, caseId, purpose: { not: null }, superseded: false };
  const { count } = await transaction.document.updateMany({ where, data: { superseded: true } });
  return count > 0;
}

async function refusal(
  run: Parameters<typeof fullness>[0],
  caseId: string,
  upload: Upload,
  { state, mode, facts }: Pick<LockedCase, 'state' | 'mode' | 'facts'>,
  bounds: StoredBounds,
): Promise<UploadRefusal | null> {
  if (!canAdd(upload, { state, mode })) return 'not_draft';
  if (upload.purpose === 'prior_notice' && !facts.priorNotice) return 'prior_notice_missing';
  return fullness(run, caseId, upload.sizeBytes, bounds);
}

/**
 * Returns whether the case accepts this upload. A draft accepts any upload. After the submit, only open live cases do,
 * and only with the purpose `other`: what was approved must not change, and the attorney reviews the new evidence.
 */
function canAdd({ purpose }: Upload, { state, mode }: Pick<LockedCase, 'state' | 'mode'>): boolean {
  return state === 'draft' || (!isSandbox({ mode }) && purpose === 'other' && !isFinished(state));
}

interface LockedCase {
  state: State;
  /** The sequence number of the case's last event, or 0 if the case was never submitted. */
  sequence: number;
  facts: CaseFacts;
  factsVersion: number;
  record: unknown;
  mode: Mode;
  clockAheadMs: bigint;
  erasedAt: Date | null;
  /**
   * The database's clock, read after the lock was acquired. Never before the case's `updatedAt`, which must not go
   * back, because retention counts from it.
   */
  now: Date;
}

/** Edits a case under its row's lock. Returns null if the scope has no such case. */
async function withLockedCase<T>(
  store: Store,
  name: 'updateDraftFacts' | 'addEvidence' | 'deleteUpload',
  { organizationId, mode }: Scope,
  id: string,
  edit: (transaction: Transaction, locked: LockedCase) => Promise<T>,
): Promise<T | 'erased' | null> {
  // In each process, transactions for the same row wait in a queue. Its key includes the organization, so that other
  // organizations' requests for this id don't wait in it.
  return inTransaction(store, name, `${organizationId} ${id}`, async (transaction) => {
    const [row] = await transaction.$queryRaw<LockedCase[]>`
      SELECT state, sequence, facts, "factsVersion", record, mode, "clockAheadMs", "erasedAt",
        greatest(clock_timestamp(), "updatedAt") AS now FROM "Case"
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
    ledgerBalanceCents: balanceOfLedger(facts.ledger),
    facts: facts as unknown as Prisma.InputJsonObject,
  };
}

/**
 * Returns when the workflow has to make new documents after an upload to a submitted case, or null if it doesn't have
 * to. It doesn't if nothing is under review. If making a summary has failed, its scheduled retry still applies.
 */
function dueAfterUpload({ record: stored, factsVersion, now }: LockedCase): Date | null {
  const record = readRecord(stored);
  if (record === null) return null;
  const { kind, dueAt } = waitOf({ ...record, factsVersion: factsVersion + 1 }, now.getTime());
  return kind === 'documents' && dueAt !== null ? new Date(dueAt) : null;
}

/** Returns the columns that every change to the facts or the evidence also updates. */
function changedNow({ clockAheadMs, now }: LockedCase) {
  const clock = new Date(now.getTime() + Number(clockAheadMs));
  return { factsVersion: { increment: 1 }, clock, updatedAt: now };
}
