import { ApiError, routes } from '@evict/contract';
import { documentAnswer, type Gateway } from '@evict/http';
import { findAssignedDocument, recordView } from '@evict/store/cases';
import type { Dependencies } from '../dependencies.ts';

/** The bytes that an attorney approves, serves and files, and what the customer uploaded. */
export function attorneyDocumentRoutes(gateway: Gateway, { store, blobs }: Omit<Dependencies, 'cases'>): void {
  gateway.route(routes.downloadAttorneyDocument, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    // First the trace, then the bytes: where the one cannot be written there is no other.
    const view = await recordView(store, viewed, { documentId: params.docId });
    if (view === 'none') throw new ApiError('not_found');
    if (view === 'erased') throw new ApiError('erased', { status: 410 });
    const document = await findAssignedDocument(store, viewed, params.docId);
    const blob = document && (await blobs.open(params.id, document.id));
    if (!document || !blob) throw new ApiError('not_found');
    return documentAnswer(document, blob);
  });
}
