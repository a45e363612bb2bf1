import { acceptsAttachment, type AttachmentKind } from '@evict/case-model';
import { ApiError, invalidRequest, maxCaseBytes, maxCaseDocuments, maxDocumentBytes, routes } from '@evict/contract';
import { sniffContentType } from '@evict/papers';
import {
  type Call,
  type Commanded,
  decideOnce,
  documentResponse,
  enforceLimit,
  type Gateway,
  requireFaultless,
} from '@evict/http';
import { findAssignedDocument } from '@evict/store/attorney-desk';
import { attachmentRefusal, getDocument } from '@evict/store/documents';
import { type CaseRow, presentDocument } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { loadAssigned, requireEligible, requireView } from '../assigned-case.ts';
import { sendAct } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';

type AttachmentDependencies = Pick<Dependencies, 'store' | 'cases' | 'blobs' | 'refuseInfected'>;

/**
 * Serves the documents of a case. Attorneys download those that they approve, and attach their own papers and proofs of
 * service.
 */
export function attorneyDocumentRoutes(gateway: Gateway, dependencies: AttachmentDependencies): void {
  const { store, blobs, refuseInfected } = dependencies;

  gateway.route(routes.downloadAttorneyDocument, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    await requireView(store, viewed, { documentId: params.docId }, { erasedStatus: 410 });
    const document = await findAssignedDocument(store, viewed, params.docId);
    const blob = document && (await blobs.open(params.id, document.id));
    if (!document || !blob) throw new ApiError('not_found');
    return documentResponse(document, blob);
  });

  gateway.route(routes.attachDocument, async (call) => {
    const documentId = newId('document', call.work.uuid('document'));
    await decideOnce(store, { ...call, documentId }, attach);
    return { status: 201, body: presentDocument(await getDocument(store, call.params.id, documentId)) };
  });

  async function attach(call: Call<typeof routes.attachDocument> & { documentId: string }): Promise<Commanded> {
    const { caller, params, content, work, documentId: id } = call;
    const { kind, filename, replaces: replaced } = call.body;
    const replaces = replaced === undefined ? [] : [replaced];
    const row = await loadAssigned(store, { attorneyId: caller.attorneyId, caseId: params.id });
    await requireEligible(store, caller.attorneyId, row);
    if (!acceptsAttachment(row, kind)) throw new ApiError('invalid_transition');
    await requireRoom(row, kind, replaces, content.length);
    // Count only now, because the limit is for files that would be stored.
    await enforceLimit(store, 'attachment', caller.attorneyId);
    await work.releaseDuring(() => refuseInfected(caller.attorneyId, content));
    const contentType = await sniffContentType(content);
    if (!contentType) {
      throw new ApiError('unsupported_media_type', { message: 'The file must be a PDF, JPEG or PNG.' });
    }
    // Store the bytes first, so that no document refers to missing ones. If the document is refused after all,
    // retention deletes them.
    const put = () => blobs.put(params.id, id, content);
    const contentHash = await (blobs.isBucket ? work.releaseDuring(put) : put());
    const document = { id, filename, contentHash, contentType, sizeBytes: content.length };
    const command = { kind: 'attach', as: kind, document, replaces } as const;
    requireFaultless(command, row);
    return sendAct(dependencies, call, row, command);
  }

  async function requireRoom(
    { id: caseId, mode }: CaseRow,
    kind: AttachmentKind,
    replaces: string[],
    sizeBytes: number,
  ): Promise<void> {
    const bounds = { maxStoredBytes: maxCaseBytes[mode], maxDocuments: maxCaseDocuments[mode] };
    const refused = await attachmentRefusal(store, { caseId, kind, sizeBytes, replaces }, bounds);
    if (refused === 'not_attached') {
      const message = `Must be the id of a current document attached as ${kind}.`;
      throw invalidRequest([{ path: 'replaces', code: 'not_attached', message }]);
    }
    if (sizeBytes > maxDocumentBytes) {
      throw new ApiError('payload_too_large', { message: 'The document is larger than 10 MB.' });
    }
    if (refused === null) return;
    const most =
      refused === 'storage_full'
        ? `${bounds.maxStoredBytes / 1024 ** 2} MB of documents`
        : `${bounds.maxDocuments} documents`;
    throw new ApiError('payload_too_large', { message: `A ${mode} case can hold at most ${most}.` });
  }
}
