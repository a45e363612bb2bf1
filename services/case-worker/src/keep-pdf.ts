import type { NewDocument } from '@evict/case-model';
import type { BlobStore } from '@evict/store/bytes';
import { newId } from '@evict/store/ids';

/** Stores a rendered document's bytes under a new id. The decision adds the document's row. */
export async function keepPdf(
  blobs: BlobStore,
  caseId: string,
  described: Pick<NewDocument, 'kind' | 'specId' | 'filename'>,
  bytes: Buffer,
): Promise<NewDocument> {
  const id = newId('document');
  const contentHash = await blobs.put(caseId, id, bytes);
  return { id, ...described, contentType: 'application/pdf', contentHash, sizeBytes: bytes.length };
}
