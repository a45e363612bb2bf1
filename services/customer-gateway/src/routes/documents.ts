import { type DocumentPurpose, isFinished, isSandbox, type Mode } from '@evict/case-model';
import { ApiError, invalidRequest, maxCaseBytes, maxCaseDocuments, maxDocumentBytes, routes } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { withOrigin } from '@evict/store/audit';
import { toSource } from '@evict/store/bytes';
import {
  addEvidence,
  deleteUpload,
  findDocument,
  presentDocument,
  type Scope,
  uploadRefusal,
  type UploadRefusal,
} from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { createUploadLink, ownerOfUploadLink, returnUploadLink, takeUploadLink } from '@evict/store/upload-links';
import { needsPassword, sniffContentType, storedContentType } from '@evict/papers';
import { type Call, documentResponse, enforceLimit, type Gateway, type Work } from '@evict/http';
import { shortNetwork } from '@evict/http/client-address';
import { loadCase, noDraft } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';
import { orTooLarge } from '../storage-quota.ts';

export function documentRoutes(
  gateway: Gateway,
  { store, blobs, cases, storageQuota, refuseInfected, websiteOrigin }: Dependencies,
): void {
  gateway.route(routes.uploadDocument, async ({ caller, params, body, content, work }) => ({
    status: 201,
    body: await upload(caller, { caseId: params.id, ...body }, content, work),
  }));

  gateway.route(routes.createUpload, async ({ caller, body }) => {
    const { state, mode } = await loadCase(store, caller, body.caseId);
    const isOpen = state === 'draft' || (!isSandbox({ mode }) && body.purpose === 'other' && !isFinished(state));
    if (!isOpen) throw noDraft();
    await enforceLimit(store, 'uploadLink', `${caller.organizationId}:${mode}`);
    const { organizationId, credentialId } = caller;
    const secret = newId('uploadLink');
    const authorId = caller.user?.id ?? credentialId;
    const link = { organizationId, mode, authorId, credentialId, ...body };
    if (!(await createUploadLink(store, secret, link))) throw new ApiError('not_found');
    const expiresAt = new Date(Date.now() + uploadMinutes * 60_000).toISOString();
    return {
      status: 201,
      body: { url: `${websiteOrigin}${routes.putUpload.path}`.replace('{link}', secret), expiresAt },
    };
  });

  // A browser that opens the link is redirected to the upload page.
  gateway.serve({ method: 'GET', path: routes.putUpload.path, bodyLimitBytes: 0 }, async (ctx) => {
    if (!ctx.get('accept').includes('text/html')) throw new ApiError('not_found');
    ctx.redirect(`${websiteOrigin}${websitePages.upload(ctx.path.split('/').at(-1) ?? '')}`);
  });

  gateway.route(routes.putUpload, uploadByLink, async ({ link = '' }) => {
    const owner = await ownerOfUploadLink(store, link);
    if (owner === null) throw new ApiError('not_found');
    return owner;
  });

  async function uploadByLink({ params, content, work, clientAddress }: Call<typeof routes.putUpload>) {
    if (content === null || content.length === 0) throw invalidRequest([noBytes]);
    const link = await takeUploadLink(store, params.link);
    if (!link) throw new ApiError('not_found');
    const { authorId, credentialId } = link;
    const type = authorId === credentialId ? 'api_key' : 'user';
    const network = shortNetwork(clientAddress) || null;
    const origin = { actor: { type, id: authorId }, credentialId, network } as const;
    try {
      return { status: 201, body: await withOrigin(origin, () => upload(link, link, content, work)) } as const;
    } catch (error) {
      // A refused upload stores nothing, so its link can be used again. After any other error, the file may have been
      // stored.
      if (error instanceof ApiError && error.status < 500) await returnUploadLink(store, params.link).catch(() => {});
      throw error;
    }
  }

  /** Adds a file to a case in the scope. */
  async function upload(
    scope: Scope,
    { caseId, filename, purpose }: { caseId: string; filename: string; purpose: DocumentPurpose },
    content: Buffer,
    work: Work,
  ) {
    const { organizationId, mode } = scope;
    const documentId = newId('document', work.uuid('document'));
    const known = work.isRetryOfUnknownOutcome ? await findDocument(store, scope, caseId, documentId) : null;
    // An earlier attempt stored the file, and only its response was lost.
    if (known && !known.erasedAt) return presentDocument(known);
    const source = toSource(content);
    const { sizeBytes, sha256: contentHash } = source;
    const file = { documentId, filename, purpose, contentHash, sizeBytes, needsPassword: needsPassword(content) };
    const bounds = { maxStoredBytes: maxCaseBytes[mode], maxDocuments: maxCaseDocuments[mode], quota: storageQuota };
    const refused = await orTooLarge(scope, storageQuota, uploadRefusal(store, scope, caseId, file, bounds));
    if (refused) throw uploadRefusals[refused](mode);
    if (sizeBytes > maxDocumentBytes) {
      throw new ApiError('payload_too_large', { message: 'The document is larger than 10 MB.' });
    }
    await enforceLimit(store, 'upload', `${organizationId}:${mode}`);
    await work.releaseDuring(() => refuseInfected(organizationId, content));
    const contentType = await contentTypeOf(mode, filename, content);
    // Store the bytes first, so that no document refers to missing ones. If the document is refused after all,
    // retention deletes them.
    const put = () => blobs.put(caseId, documentId, source);
    await (blobs.isBucket ? work.releaseDuring(put) : put());
    const adding = addEvidence(store, scope, caseId, { ...file, contentType }, bounds);
    const added = await orTooLarge(scope, storageQuota, adding);
    if (typeof added === 'string') throw uploadRefusals[added](mode);
    // If this fails, the reconciler signals the workflow later.
    if (added.isDue) cases.look(caseId).catch(() => {});
    return presentDocument(added.document);
  }

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

/** How long an upload link is valid. The store uses the same value. */
const uploadMinutes = 15;

const noBytes = { path: '', code: 'empty', message: 'Send the bytes of the file.' };

export const uploadRefusals: Record<UploadRefusal, (mode: Mode) => ApiError> = {
  not_found: () => new ApiError('not_found'),
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

/**
 * Returns the content type of a document. In live mode, it is detected from the bytes, and any type other than PDF,
 * JPEG and PNG is refused with 415.
 */
async function contentTypeOf(mode: Mode, filename: string, bytes: Uint8Array): Promise<string> {
  if (isSandbox({ mode })) return storedContentType(filename, bytes);
  const type = await sniffContentType(bytes);
  if (!type) throw new ApiError('unsupported_media_type', { message: 'The file must be a PDF, JPEG or PNG.' });
  return type;
}
