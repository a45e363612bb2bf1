export { documentSpecs, type DocumentRequest, type DocumentSpecId, type Exhibit } from './specs.ts';
export { renderDocument } from './render.ts';
export { renderCaseSummary } from './case-summary.ts';
export { caseSummarySpec } from './summary-spec.ts';
export { UnprintableTextError } from './printable-request.ts';
export { sniffContentType, type StoredContentType, storedContentType } from './content-type.ts';
export { type BlobStore, createPostgresBlobStore, type Queryable, sha256Hex } from './blob-store.ts';
export { type BlobStoreSettings, moveToBucket, openBlobStore } from './open-blob-store.ts';
