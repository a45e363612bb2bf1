import { ApiError, routes } from '@evict/contract';
import { documentResponse, type Gateway } from '@evict/http';
import { findAssignedDocument } from '@evict/store/attorney-desk';
import { requireView } from '../assigned-case.ts';
import type { Dependencies } from '../dependencies.ts';

/** Downloads of the documents that an attorney approves, serves and files, and of the customer's uploads. */
export function attorneyDocumentRoutes(
  gateway: Gateway,
  { store, blobs }: Pick<Dependencies, 'store' | 'blobs'>,
): void {
  gateway.route(routes.downloadAttorneyDocument, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    await requireView(store, viewed, { documentId: params.docId }, 410);
    const document = await findAssignedDocument(store, viewed, params.docId);
    const blob = document && (await blobs.open(params.id, document.id));
    if (!document || !blob) throw new ApiError('not_found');
    return documentResponse(document, blob);
  });
}
