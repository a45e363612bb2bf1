import { type Render, RenderFailure, type RenderPool } from '@evict/papers';
import type { Store } from '@evict/store/database';
import { activityInfo, cancellationSignal } from '@temporalio/activity';

export interface Rendering {
  store: Store;
  renderers: RenderPool;
}

/** Thrown if a document can't be rendered now and the activity has to run again. The document itself isn't at fault. */
export class RenderersBusyError extends Error {
  override readonly name = 'RenderersBusyError';
}

/** How long a local activity waits for documents within the workflow task, in milliseconds. */
const atOnceMs = 3000;
/** How many attempts a document gets if its renderer dies. After that, the document is considered the cause. */
const attemptsWithDeaths = 2;

/**
 * Calls `run` once the organization gets a renderer. A local activity waits only briefly, then throws
 * RenderersBusyError, so that the workflow calls the regular activity, which may wait longer. Throws RenderFailure if
 * the document itself fails.
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
    throw new RenderersBusyError('no renderer was free in time', { cause: error });
  }
}

/**
 * Whether the activity should run again. A local activity is followed by a regular one, so a dead renderer counts
 * against the document only in the regular activity.
 */
function isWorthAnotherAttempt({ isRetryable, outcome }: RenderFailure): boolean {
  const { isLocal, attempt } = activityInfo();
  return isRetryable && (isLocal || outcome !== 'died' || attempt < attemptsWithDeaths);
}
