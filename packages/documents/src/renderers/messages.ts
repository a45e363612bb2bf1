import type { CaseSummaryRequest } from '../summary-spec.ts';
import type { DocumentRequest } from '../specs.ts';

/** One document to render. */
export type RenderJob =
  | { readonly kind: 'document'; readonly request: DocumentRequest }
  | { readonly kind: 'summary'; readonly request: CaseSummaryRequest };

/** Messages of a renderer: `ready` once, when its fonts are loaded, and then one result per job. */
export type RendererMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  /** Only the class of the error: its message may quote a text of the document. */
  | { readonly kind: 'failed'; readonly errorClass: string };
