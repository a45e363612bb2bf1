import type { CaseSummaryRequest } from '../summary-spec.ts';
import type { DocumentRequest } from '../specs.ts';

/** One document to render, as it is sent to a renderer. */
export type RenderJob =
  | { readonly kind: 'document'; readonly request: DocumentRequest }
  | { readonly kind: 'summary'; readonly request: CaseSummaryRequest };

/** What a renderer sends: `ready` once, when its fonts are loaded, and then one answer to each job. */
export type RendererMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly bytes: Uint8Array }
  /** Only the class of the error: its message may quote the text that it is about. */
  | { readonly kind: 'failed'; readonly errorClass: string };
