import { ApiError, routes } from '@evict/contract';
import { documentResponse, type Gateway } from '@evict/http';
import { findAssignedDocument, recordView } from '@evict/store/cases';
import type { Dependencies } from '../dependencies.ts';

/** Downloads of the documents that an attorney approves, serves and files, and of the customer's uploads. */
export function attorneyDocumentRoutes(gateway: Gateway, { store, blobs }: Omit<Dependencies, 'cases'>): void {
  gateway.route(routes.downloadAttorneyDocument, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    // The view is recorded first: without a record nothing is shown.
    const view = await recordView(store, viewed, { documentId: params.docId });
    if (view === 'none') throw new ApiError('not_found');
    if (view === 'erased') throw new ApiError('erased', { status: 410 });
    const document = await findAssignedDocument(store, viewed, params.docId);
    const blob = document && (await blobs.open(params.id, document.id));
    if (!document || !blob) throw new ApiError('not_found');
    return documentResponse(document, blob);
  });
}
