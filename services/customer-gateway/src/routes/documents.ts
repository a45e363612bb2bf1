import type { Mode } from '@evict/case-model';
import { ApiError, maxCaseBytes, maxDocumentBytes, routes } from '@evict/contract';
import { sha256Hex, sniffContentType, storedContentType } from '@evict/documents';
import { documentAnswer, type Gateway } from '@evict/http';
import { addEvidence, findDocument, newId, presentDocument, type UploadRefusal } from '@evict/store';
import type { Dependencies } from '../dependencies.ts';

export function documentRoutes(gateway: Gateway, { store, blobs, cases }: Dependencies): void {
  gateway.route(routes.uploadDocument, async ({ caller, params, body, work }) => {
    // Validated as canonical, so that these are the very bytes.
    const bytes = Buffer.from(body.contentBase64, 'base64');
    body.contentBase64 = ''; // larger than the bytes, and not needed any more while they are stored
    if (bytes.length > maxDocumentBytes)
      throw new ApiError('payload_too_large', { message: 'The document is over 10 MB.' });
    const { filename, purpose } = body;
    const upload = {
      documentId: newId('document', work.uuid('document')),
      filename,
      purpose,
      contentType: await contentTypeOf(caller.mode, filename, bytes),
      contentHash: sha256Hex(bytes),
      sizeBytes: bytes.length,
    };
    const keepBytes = () => blobs.put(params.id, upload.documentId, bytes);
    const stored = await addEvidence(store, caller, params.id, upload, {
      maxStoredBytes: maxCaseBytes[caller.mode],
      keepBytes,
    });
    if (stored === null) throw new ApiError('not_found');
    if (typeof stored === 'string') throw refusals[stored](caller.mode);
    const { document, underReview } = stored;
    if (underReview) {
      const ref = { caseId: params.id, organizationId: caller.organizationId, mode: caller.mode };
      // Nobody waits for it: a case that has not heard of it finds out at its next review.
      cases.tellEvidenceAdded(ref, underReview.factsVersion).catch(() => {});
    }
    return { status: 201, body: presentDocument(document) };
  });

  gateway.route(routes.downloadDocument, async ({ caller, params }) => {
    const document = await findDocument(store.pool, caller, params.id, params.docId);
    if (document?.erasedAt) throw new ApiError('erased', { status: 410 });
    const bytes = document && (await blobs.get(params.id, document.id));
    if (!document || !bytes) throw new ApiError('not_found');
    return documentAnswer(document, bytes);
  });
}

const refusals: Record<UploadRefusal, (mode: Mode) => ApiError> = {
  not_draft: () => new ApiError('invalid_state'),
  prior_notice_missing: () => new ApiError('prior_notice_missing'),
  erased: () => new ApiError('erased'),
  storage_full: (mode) =>
    new ApiError('payload_too_large', {
      message: `A ${mode} case keeps at most ${maxCaseBytes[mode] / 1024 ** 2} MB of documents.`,
    }),
};

/** A live document goes to an attorney and a court: it is what its bytes are, or it is not taken. */
async function contentTypeOf(mode: Mode, filename: string, bytes: Buffer): Promise<string> {
  if (mode === 'test') return storedContentType(filename, bytes);
  const type = await sniffContentType(bytes);
  if (!type) throw new ApiError('unsupported_media_type', { message: 'The file must be a PDF, a JPEG or a PNG.' });
  return type;
}
