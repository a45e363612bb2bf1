import { type BlobStore, IncompleteBytesError, sha256Of } from '../bytes/blob-store.ts';
import { batchSize, inBatches } from '../database/batches.ts';
import { allRows, firstRow, raw, type Store } from '../database/store.ts';
import { verifyApprovals } from './approvals.ts';
import { signedApprovalOf, verifySignatures } from './verify-signatures.ts';

/** How many items were verified. */
interface Counts {
  /** Approvals in the history. */
  approvals: number;
  /** Documents whose bytes have the recorded SHA-256. */
  documents: number;
  /** Approvals with a valid signature, and those of them whose passkey has been removed since. */
  signatures: number;
  removedKeys: number;
}

/** The result for one case. */
interface Verified extends Counts {
  caseId: string;
  /** In plain words, without tenant data. */
  faults: string[];
}

/** The result for all cases. */
interface VerifiedAll extends Counts {
  cases: number;
  /** The number of cases with a fault. */
  broken: number;
  /** The first thousand faults. */
  faults: string[];
}

/** The database, and the blob store with the bytes of documents. */
export interface Evidence {
  store: Store;
  blobs: BlobStore;
}

/** An event that may refer to a document by its hash. */
export interface NamingEvent {
  id: string;
  action: string;
  detail: Record<string, unknown> | null;
}

const maxFaults = 1000;

/**
 * Verifies a case: its documents have the recorded bytes, each approval and each attached paper refers to such a
 * document, each approval follows from a command of its attorney, and the signatures of approvals are valid. Can run
 * while the service is running. Returns null if there is no such case.
 */
export async function verifyCase({ store, blobs }: Evidence, caseId: string): Promise<Verified | null> {
  const found = await firstRow<{ isErased: boolean; approvals: StandingApprovals | null }>(store)`
    SELECT "erasedAt" IS NOT NULL AS "isErased", record -> 'approvals' AS approvals FROM "Case" WHERE id = ${caseId}`;
  if (!found) return null;
  const events = await allRows<NamingEvent>(store)`
    SELECT id, action, detail FROM "CaseEvent"
    WHERE "caseId" = ${caseId} AND action IN ('review_recorded', 'attorney_action', 'operator_action')
    ORDER BY "createdAt", id`;
  const standing = Object.values(found.approvals ?? {}).flatMap((approval) => approval?.documentHashes ?? []);
  const named = new Set([...events.flatMap(hashesIn), ...standing]);
  const documents = await verifyDocuments({ store, blobs }, { caseId, isErased: found.isErased, named });
  const signatures = await verifySignatures(store, caseId, events.flatMap(signedApprovalOf));
  return {
    caseId,
    approvals: events.filter(isApproval).length,
    documents: documents.count,
    signatures: signatures.count,
    removedKeys: signatures.removedKeys,
    faults: [...(await verifyApprovals(store, caseId)), ...documents.faults, ...signatures.faults],
  };
}

/** Verifies all cases one after the other, ordered by id. Memory use doesn't grow with their number. */
export async function verifyAllCases(evidence: Evidence): Promise<VerifiedAll> {
  const all: VerifiedAll = {
    cases: 0,
    broken: 0,
    approvals: 0,
    documents: 0,
    signatures: 0,
    removedKeys: 0,
    faults: [],
  };
  const pages = inBatches<{ id: string }>(
    (last) => allRows<{ id: string }>(evidence.store)`
      SELECT id FROM "Case" WHERE id > ${last?.id ?? ''} ORDER BY id LIMIT ${raw(batchSize)}`,
  );
  for await (const page of pages) {
    for (const { id } of page) {
      const found = await verifyCase(evidence, id);
      if (!found) continue; // it was deleted meanwhile
      all.cases += 1;
      all.approvals += found.approvals;
      all.documents += found.documents;
      all.signatures += found.signatures;
      all.removedKeys += found.removedKeys;
      if (found.faults.length > 0) all.broken += 1;
      const faults = found.faults.map((fault) => `${id}: ${fault}`);
      all.faults.push(...faults.slice(0, maxFaults - all.faults.length));
    }
  }
  return all;
}

/** The current approvals by stage, from the case's row. */
type StandingApprovals = Record<string, { documentHashes: string[] } | null>;

function isApproval({ action, detail }: NamingEvent): boolean {
  return action === 'review_recorded' && detail?.['decision'] === 'approve';
}

/** Returns the document hashes in an approval or in the event of an attached paper. */
function hashesIn(event: NamingEvent): string[] {
  const { action, detail } = event;
  if (isApproval(event)) return (detail?.['documentHashes'] ?? []) as string[];
  const attached = detail?.['contentHash'];
  return action !== 'review_recorded' && typeof attached === 'string' ? [attached] : [];
}

async function verifyDocuments(
  { store, blobs }: Evidence,
  { caseId, isErased, named }: { caseId: string; isErased: boolean; named: ReadonlySet<string> },
): Promise<{ count: number; faults: string[] }> {
  const faults: string[] = [];
  const missing = new Set(named);
  let count = 0;
  const rows = await allRows<{ id: string; contentHash: string }>(store)`
    SELECT id, "contentHash" FROM "Document" WHERE "caseId" = ${caseId} ORDER BY "createdAt", id`;
  for (const { id, contentHash } of rows) {
    missing.delete(contentHash);
    const hash = await storedHash(blobs, caseId, id);
    if (hash === contentHash) count += 1;
    else if (!isErased) {
      faults.push(`the bytes of document ${id} ${hash === null ? 'are missing' : 'do not match the hash on record'}`);
    }
  }
  for (const hash of missing) faults.push(`the history names the hash ${hash}, but no document of the case has it`);
  return { count, faults };
}

/**
 * Returns the SHA-256 of the stored bytes, or null if they are missing or incomplete. Throws if the bucket or database
 * can't be reached.
 */
async function storedHash(blobs: BlobStore, caseId: string, documentId: string): Promise<string | null> {
  const blob = await blobs.open(caseId, documentId);
  try {
    return blob === null ? null : await sha256Of(blob);
  } catch (error) {
    if (error instanceof IncompleteBytesError) return null;
    throw error;
  }
}
