export type { DocumentRequest, Exhibit } from './specs.ts';
export { caseSummarySpec } from './summary-spec.ts';
export { type Render, renderLimits, RenderPool, type RenderPoolOptions } from './renderers/render-pool.ts';
export { RenderFailure } from './renderers/render-failure.ts';
export { sniffContentType, type StoredContentType, storedContentType } from './content-type.ts';
