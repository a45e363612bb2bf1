import { type Render, RenderFailure, type RenderPool } from '@evict/papers';
import type { Store } from '@evict/store/database';
import { activityInfo, cancellationSignal } from '@temporalio/activity';

export interface Rendering {
  store: Store;
  renderers: RenderPool;
}

/** No renderer was free in time. This says nothing about the document. */
export class RenderersBusyError extends Error {
  override readonly name = 'RenderersBusyError';
}

/** How long the sender of a command waits for documents within the workflow task, in milliseconds. */
const atOnceMs = 3000;
/**
 * How many times a document is rendered if its renderer dies. The second attempt runs alone, because the document may
 * be the cause.
 */
const attemptsWithDeaths = 2;

/**
 * Calls `run` once the case's organization gets a renderer. A local activity waits only briefly, then throws
 * RenderersBusyError, so that it is called again as a regular activity, which may wait. Throws RenderFailure if the
 * document itself fails.
 */
export async function withRenderer<T>(
  { renderers }: Rendering,
  organizationId: string,
  run: (render: Render) => Promise<T>,
): Promise<T> {
  const { isLocal } = activityInfo();
  const signal = isLocal
    ? AbortSignal.any([cancellationSignal(), AbortSignal.timeout(atOnceMs)])
    : cancellationSignal();
  try {
    return await renderers.use({ organizationId, signal }, run);
  } catch (error) {
    if (!(error instanceof RenderFailure) || !isWorthAnotherAttempt(error)) throw error;
    throw new RenderersBusyError('the renderers were not free', { cause: error });
  }
}

/** After a local activity comes a regular one, and only there does a failure count against the document. */
function isWorthAnotherAttempt({ isRetryable, outcome }: RenderFailure): boolean {
  const { isLocal, attempt } = activityInfo();
  return isRetryable && (isLocal || outcome !== 'died' || attempt < attemptsWithDeaths);
}
