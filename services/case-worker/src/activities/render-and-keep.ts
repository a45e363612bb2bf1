import { getOrganizationOf } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import { type Render, RenderFailure, type RenderPool } from '@evict/documents';
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { withoutValues } from './failures.ts';

export interface RenderingDependencies {
  store: Store;
  renderers: RenderPool;
}

/** How often an activity that waits says that its worker is alive, in milliseconds. */
const heartbeatMs = 2000;
/** How often a document is rendered anew by itself when its renderer dies: that may be the document's fault. */
const attemptsWithDeaths = 2;

/**
 * Calls `render` when it is the turn of the case's organization, and then `keep` with what it made, the renderer given
 * back. The activity heartbeats all the while. An error leaves by its class alone, and is retried by Temporal only where
 * the renderer was at fault.
 */
export async function renderAndKeep<T, R>(
  { store, renderers }: RenderingDependencies,
  caseId: string,
  { render, keep }: { render: (render: Render) => Promise<T>; keep: (rendered: T) => Promise<R> },
): Promise<R> {
  // A local activity has its worker's word already.
  const beat = activityInfo().isLocal ? undefined : setInterval(heartbeat, heartbeatMs);
  try {
    return await withoutValues(
      async () => {
        const organizationId = await getOrganizationOf(store, caseId);
        return keep(await renderers.turn({ organizationId, signal: cancellationSignal() }, render));
      },
      { nonRetryable: (error) => !isWorthAnotherAttempt(error) },
    );
  } finally {
    clearInterval(beat);
  }
}

function isWorthAnotherAttempt(error: unknown): boolean {
  if (!(error instanceof RenderFailure) || !error.isRetryable) return false;
  return error.outcome !== 'died' || activityInfo().attempt < attemptsWithDeaths;
}
