export { caseSummarySpec, type DocumentRequest, type Exhibit } from './requests.ts';
export {
  type Render,
  RenderFailure,
  renderLimits,
  RenderPool,
  type RenderPoolOptions,
} from './renderers/render-pool.ts';
export { needsPassword } from './pdf-password.ts';
export { intakeContentType, sniffContentType, type StoredContentType, storedContentType } from './content-type.ts';
