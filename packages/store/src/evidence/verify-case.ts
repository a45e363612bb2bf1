import type { Mode } from '@evict/case-model';
import { type BlobStore, IncompleteBytesError, sha256Of } from '../bytes/blob-store.ts';
import { allRows, anyRow, type Store } from '../database/store.ts';
import { type ChainEnd, type LinkRow, listUnlinked, pageSize, readChainPage } from './chain-rows.ts';
import { beforeFirst, checkLink } from './chain.ts';
import { type SignedApproval, signedApprovalOf, verifySignatures } from './verify-signatures.ts';

/** What was verified. */
export interface Counts {
  /** Links of the chain: events, and audited reads. */
  events: number;
  reads: number;
  /** Events whose detail was erased, and reads whose rows retention has deleted. Their links hold. */
  erasedDetails: number;
  deletedReads: number;
  /** Documents whose bytes have the SHA-256 on record. */
  documents: number;
  /** Approvals whose signature holds, and those of them whose passkey was removed since. */
  signatures: number;
  removedKeys: number;
}

export const nothing: Counts = {
  events: 0,
  reads: 0,
  erasedDetails: 0,
  deletedReads: 0,
  documents: 0,
  signatures: 0,
  removedKeys: 0,
};

/** What was found of a case, or of the audit of an organization. */
export interface Verified extends Counts {
  caseId: string;
  /** The end of the chain; null for a case without events. */
  head: { position: number; hash: string; mode: Mode } | null;
  /** The first broken place of the chain and every broken document, in plain words without tenant data. */
  faults: string[];
}

/** Where to look: the bytes of documents are read from the blob store. */
export interface Evidence {
  store: Store;
  blobs: BlobStore;
}

/**
 * Verifies a case: recomputes its hash chain from its rows, and the SHA-256 of the bytes of its documents, and looks for
 * a document under each hash that an approval or an attached paper names. Verifies the signatures of approvals. Can run
 * while the service does. Null if there is neither case nor chain. With the id of an organization, verifies the chain of
 * its audit.
 */
export async function verifyCase({ store, blobs }: Evidence, caseId: string): Promise<Verified | null> {
  const found: Verified = { caseId, ...nothing, head: null, faults: [] };
  const chain = await verifyChain(store, found);
  if (!chain) return null;
  if (found.faults.length === 0) {
    for (const id of await listUnlinked(store, caseId)) found.faults.push(`${id} is not in the chain`);
  }
  await verifyDocuments({ store, blobs }, found, chain.named);
  const { faults, ...counts } = await verifySignatures(store, caseId, chain.signed);
  Object.assign(found, counts);
  found.faults.push(...faults);
  return found;
}

/** Reads the chain page by page, up to its first broken place. Returns the hashes that it names, and what is signed. */
async function verifyChain(
  store: Store,
  found: Verified,
): Promise<{ named: Set<string>; signed: SignedApproval[] } | null> {
  const { caseId, faults } = found;
  const named = new Set<string>();
  const signed: SignedApproval[] = [];
  const last = { position: 0, hash: beforeFirst, sequence: 0, erasedDetail: 0, erasure: 0 };
  for (;;) {
    const { end, links } = await readChainPage(store, caseId, last.position);
    if (end.caseSequence === null && end.headPosition === null && links.length === 0) return null;
    for (const link of links) {
      const checked = checkLink(link, { caseId, position: last.position, hash: last.hash }, new Date());
      if (!checked.ok) {
        faults.push(checked.fault);
        return { named, signed };
      }
      last.position = link.position;
      last.hash = link.hash;
      count(found, checked.kind);
      if (checked.kind === 'erased_event') last.erasedDetail = link.position;
      if (link.action === 'erased') last.erasure = link.position;
      last.sequence = Math.max(last.sequence, link.sequence ?? 0);
      for (const hash of namedBy(link)) named.add(hash);
      const approval = signedApprovalOf(link);
      if (approval) signed.push(approval);
    }
    if (links.length === pageSize) continue;
    const fault = faultOfEnd(end, last);
    if (fault !== null) faults.push(fault);
    if (last.position > 0 && end.mode) found.head = { position: last.position, hash: last.hash, mode: end.mode };
    const stages = Object.values(end.approvals ?? {});
    for (const hash of stages.flatMap((stage) => stage?.documentHashes ?? [])) named.add(hash);
    return { named, signed };
  }
}

function count(found: Verified, kind: 'event' | 'erased_event' | 'read' | 'deleted_read'): void {
  if (kind === 'event' || kind === 'erased_event') found.events += 1;
  else found.reads += 1;
  if (kind === 'erased_event') found.erasedDetails += 1;
  if (kind === 'deleted_read') found.deletedReads += 1;
}

function faultOfEnd(
  { headPosition, headHash, caseSequence, erasedAt }: ChainEnd,
  last: { position: number; hash: string; sequence: number; erasedDetail: number; erasure: number },
): string | null {
  if (caseSequence === null) return 'the row of the case is gone';
  if (last.position < (headPosition ?? 0)) {
    return `the chain ends after event ${last.position}, and its head is event ${headPosition}: the end is missing`;
  }
  if (last.position > (headPosition ?? 0) || (last.position > 0 && last.hash !== headHash)) {
    return `the head of the chain is not its last event, ${last.position}`;
  }
  if (last.erasedDetail > 0 && (erasedAt === null || last.erasure < last.erasedDetail)) {
    return `the detail of event ${last.erasedDetail} is gone, and no erasure is recorded after it`;
  }
  if (erasedAt === null && caseSequence > last.sequence) {
    return `the case has taken step ${caseSequence}, and its events end with step ${last.sequence}`;
  }
  return null;
}

/** The hashes of an approval, or of a paper that was attached. */
function namedBy({ action, detail }: LinkRow): string[] {
  const attached = detail?.['contentHash'];
  if (typeof attached === 'string' && (action === 'attorney_action' || action === 'operator_action')) return [attached];
  if (action !== 'review_recorded' || detail?.['decision'] !== 'approve') return [];
  return (detail['documentHashes'] ?? []) as string[];
}

async function verifyDocuments({ store, blobs }: Evidence, found: Verified, named: Set<string>): Promise<void> {
  const { caseId, faults } = found;
  const rows = await allRows<{ id: string; contentHash: string }>(store)`
    SELECT id, "contentHash" FROM "Document" WHERE "caseId" = ${caseId} ORDER BY "createdAt", id`;
  for (const { id, contentHash } of rows) {
    named.delete(contentHash);
    const hash = await storedHash(blobs, caseId, id);
    if (hash === contentHash) found.documents += 1;
    else if (!(await anyRow(store)`SELECT FROM "Case" WHERE id = ${caseId} AND "erasedAt" IS NOT NULL`)) {
      faults.push(`the bytes of document ${id} ${hash === null ? 'are missing' : 'are not those on record'}`);
    }
  }
  for (const hash of named) faults.push(`the history names ${hash}, and no document of the case has that hash`);
}

/** Null where the bytes are missing or incomplete. An unreachable bucket or database throws. */
async function storedHash(blobs: BlobStore, caseId: string, documentId: string): Promise<string | null> {
  const blob = await blobs.open(caseId, documentId);
  try {
    return blob === null ? null : await sha256Of(blob);
  } catch (error) {
    if (error instanceof IncompleteBytesError) return null;
    throw error;
  }
}
