import { isSandbox, type Mode } from '@evict/case-model';
import { ApiError, maxCaseBytes, maxCaseDocuments, maxDocumentBytes, routes } from '@evict/contract';
import { toSource } from '@evict/store/bytes';
import { addEvidence, deleteUpload, findDocument, presentDocument, type UploadRefusal } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { needsPassword, sniffContentType, storedContentType } from '@evict/documents';
import { documentResponse, enforceLimit, type Gateway } from '@evict/http';
import { noDraft } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';
import { orTooLarge } from '../storage-quota.ts';

export function documentRoutes(
  gateway: Gateway,
  { store, blobs, cases, storageQuota, refuseInfected }: Dependencies,
): void {
  gateway.route(routes.uploadDocument, async ({ caller, params, body, content, work }) => {
    const { filename, purpose } = body;
    const source = toSource(content);
    const { sizeBytes, sha256: contentHash } = source;
    const upload = {
      documentId: newId('document', work.uuid('document')),
      filename,
      purpose,
      contentHash,
      sizeBytes,
      needsPassword: needsPassword(content),
    };
    const adding = addEvidence(store, caller, params.id, upload, {
      maxStoredBytes: maxCaseBytes[caller.mode],
      maxDocuments: maxCaseDocuments[caller.mode],
      quota: storageQuota,
      async detectContentType() {
        if (sizeBytes > maxDocumentBytes) {
          throw new ApiError('payload_too_large', { message: 'The document is larger than 10 MB.' });
        }
        await enforceLimit(store, 'upload', `${caller.organizationId}:${caller.mode}`);
        await work.outside(() => refuseInfected(caller.organizationId, content));
        return contentTypeOf(caller.mode, filename, content);
      },
      storeBytes: () => blobs.put(params.id, upload.documentId, source),
    });
    const stored = await orTooLarge(caller, storageQuota, adding);
    if (stored === null) throw new ApiError('not_found');
    if (typeof stored === 'string') throw refusals[stored](caller.mode);
    const { document, isUnderReview } = stored;
    if (isUnderReview) {
      // Best effort: the reconciler tells the workflow otherwise.
      cases.look(params.id).catch(() => {});
    }
    return { status: 201, body: presentDocument(document) };
  });

  gateway.route(routes.deleteDocument, async ({ caller, params }) => {
    const edit = await deleteUpload(store, caller, params.id, params.docId);
    if (edit === null || edit === 'erased') throw new ApiError(edit ?? 'not_found');
    if (edit.result === undefined) throw noDraft();
    if (!edit.result) throw new ApiError('not_found');
    return { status: 204 };
  });

  gateway.route(routes.downloadDocument, async ({ caller, params }) => {
    const document = await findDocument(store, caller, params.id, params.docId);
    if (document?.erasedAt) throw new ApiError('erased', { status: 410 });
    const blob = document && (await blobs.open(params.id, document.id));
    if (!document || !blob) throw new ApiError('not_found');
    return documentResponse(document, blob);
  });
}

const refusals: Record<UploadRefusal, (mode: Mode) => ApiError> = {
  not_draft: noDraft,
  prior_notice_missing: () => new ApiError('prior_notice_missing'),
  erased: () => new ApiError('erased'),
  too_many_documents: (mode) =>
    new ApiError('payload_too_large', {
      message: `A ${mode} case can hold at most ${maxCaseDocuments[mode]} documents.`,
    }),
  storage_full: (mode) =>
    new ApiError('payload_too_large', {
      message: `A ${mode} case can hold at most ${maxCaseBytes[mode] / 1024 ** 2} MB of documents.`,
    }),
};

/** The type of a live document is detected from its bytes; other types are refused. */
async function contentTypeOf(mode: Mode, filename: string, bytes: Uint8Array): Promise<string> {
  if (isSandbox({ mode })) return storedContentType(filename, bytes);
  const type = await sniffContentType(bytes);
  if (!type) throw new ApiError('unsupported_media_type', { message: 'The file must be a PDF, JPEG or PNG.' });
  return type;
}
