import { type Render, RenderFailure, type RenderPool } from '@evict/papers';
import type { Store } from '@evict/store/database';
import { activityInfo, cancellationSignal } from '@temporalio/activity';

export interface Rendering {
  store: Store;
  renderers: RenderPool;
}

/** The renderers were not free in time. Nothing is known against the document. */
export class RenderersBusyError extends Error {
  override readonly name = 'RenderersBusyError';
}

/** How long the sender of a command waits for documents within its workflow task, in milliseconds. */
const atOnceMs = 3000;
/** How often a document whose renderer died is rendered again, alone: the document may be the cause. */
const attemptsWithDeaths = 2;

/**
 * Calls `run` once the case's organization gets a renderer. In a local activity only for a short time: then throws
 * RenderersBusyError, so that the activity is called again as one that may wait. Throws RenderFailure where the document
 * itself fails.
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

/** A local activity is followed by one that is not, in which a document counts against itself. */
function isWorthAnotherAttempt({ isRetryable, outcome }: RenderFailure): boolean {
  const { isLocal, attempt } = activityInfo();
  return isRetryable && (isLocal || outcome !== 'died' || attempt < attemptsWithDeaths);
}
