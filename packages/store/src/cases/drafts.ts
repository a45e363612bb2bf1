import {
  type CaseFacts,
  type DocumentPurpose,
  isFinished,
  type Mode,
  type NextAction,
  type State,
} from '@evict/case-model';
import type { Prisma } from '../generated/client.ts';
import type { Store } from '../store.ts';
import type { DocumentRow, Scope } from './types.ts';

/** A draft is a row: it needs no process until its first command. One of that id is left as it is. */
export async function createDraft(
  { prisma }: Store,
  { organizationId, mode }: Scope,
  { id, facts, nextAction }: { id: string; facts: CaseFacts; nextAction: NextAction },
): Promise<void> {
  const row = { id, organizationId, mode, state: 'draft', nextAction: { ...nextAction }, ...factColumns(facts) };
  await prisma.case.createMany({ data: [row], skipDuplicates: true });
}

/** What a draft edit does under the row's lock; `null` where the scope has no such case. */
export type DraftEdit<T> = { state: 'draft'; result: T } | { state: State; result?: undefined } | 'erased' | null;

/**
 * Changes the facts of a draft. The row is locked meanwhile, so that no submit can freeze half of a change; `change`
 * sees the newest facts. A case that is no draft is left alone and its state told.
 */
export async function updateDraftFacts(
  store: Store,
  scope: Scope,
  id: string,
  change: (facts: CaseFacts) => CaseFacts,
): Promise<DraftEdit<void>> {
  return withLockedCase(store, scope, id, async (transaction, locked) => {
    if (locked.state !== 'draft') return { state: locked.state };
    const now = new Date();
    const data = {
      ...factColumns(change(locked.facts)),
      factsVersion: { increment: 1 },
      clock: caseClock(locked.clockAheadMs, now),
      updatedAt: now,
    };
    await transaction.case.update({ where: { id }, data });
    return { state: 'draft', result: undefined };
  });
}

export interface Upload {
  documentId: string;
  purpose: DocumentPurpose;
  filename: string;
  contentType: string;
  contentHash: string;
  sizeBytes: number;
}

export interface AddedEvidence {
  document: DocumentRow;
  /** For a case that has been submitted: the version of facts and uploads since, of which its process has to hear. */
  underReview: { factsVersion: number } | null;
}

/** Why an upload was not taken. */
export type UploadRefusal = 'not_draft' | 'prior_notice_missing' | 'storage_full' | 'erased';

/**
 * Adds evidence to a draft, or, of purpose `other`, to a live case until it is finished. `keepBytes` is called once
 * the upload is allowed and before its row is written, under the row's lock: a row never names bytes that are not
 * there. `maxStoredBytes` bounds what one case may keep.
 */
export async function addEvidence(
  store: Store,
  scope: Scope,
  caseId: string,
  upload: Upload,
  { maxStoredBytes, keepBytes }: { maxStoredBytes: number; keepBytes: () => Promise<unknown> },
): Promise<AddedEvidence | UploadRefusal | null> {
  return withLockedCase(store, scope, caseId, async (transaction, { state, mode, facts, clockAheadMs }) => {
    // Sent again after its row was written: the answer was lost, not the document.
    const known = await transaction.document.findUnique({ where: { id: upload.documentId, caseId } });
    if (known) return { document: known as DocumentRow, underReview: null };
    if (!mayAdd(upload, { state, mode })) return 'not_draft';
    if (upload.purpose === 'prior_notice' && !facts.priorNotice) return 'prior_notice_missing';
    const { _sum } = await transaction.document.aggregate({ where: { caseId }, _sum: { sizeBytes: true } });
    if ((_sum.sizeBytes ?? 0) + upload.sizeBytes > maxStoredBytes) return 'storage_full';
    await keepBytes();
    const { documentId, sizeBytes, ...rest } = upload;
    const now = new Date();
    const data = { factsVersion: { increment: 1 }, clock: caseClock(clockAheadMs, now), updatedAt: now };
    const { factsVersion } = await transaction.case.update({
      where: { id: caseId },
      data,
      select: { factsVersion: true },
    });
    const { createdAt } = await transaction.document.create({
      data: { id: documentId, caseId, kind: 'evidence', sizeBytes, ...rest },
    });
    const document = { id: documentId, kind: 'evidence', specId: null, ...rest, createdAt } as const;
    return { document, underReview: state === 'draft' ? null : { factsVersion } };
  });
}

/** What was approved stays what it is: later evidence is for the attorney to look at. */
function mayAdd({ purpose }: Upload, { state, mode }: Pick<LockedCase, 'state' | 'mode'>): boolean {
  return state === 'draft' || (mode === 'live' && purpose === 'other' && !isFinished(state));
}

interface LockedCase {
  state: State;
  facts: CaseFacts;
  mode: Mode;
  clockAheadMs: bigint;
  erasedAt: Date | null;
}

/** Edits a case under its row's lock. Null where the scope has none of that id. */
async function withLockedCase<T>(
  { prisma }: Store,
  { organizationId, mode }: Scope,
  id: string,
  edit: (transaction: Prisma.TransactionClient, locked: LockedCase) => Promise<T>,
): Promise<T | 'erased' | null> {
  return prisma.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<LockedCase[]>`
      SELECT state, facts, mode, "clockAheadMs", "erasedAt" FROM "Case"
      WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} FOR UPDATE`;
    if (!row) return null;
    return row.erasedAt ? 'erased' : edit(transaction, row);
  }, lockBounds);
}

/** An upload of 10 MB takes a tenth of a second; the bounds are for a database under load. */
const lockBounds = { maxWait: 5000, timeout: 15_000 };

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
