import { getOrganizationOf } from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import { type Render, RenderFailure, type RenderPool } from '@evict/documents';
import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { withoutValues } from './failures.ts';

export interface RenderingDependencies {
  store: Store;
  renderers: RenderPool;
}

/** Heartbeat interval, in milliseconds. */
const heartbeatMs = 2000;
/** How often a document whose renderer died is rendered again, alone: the document may be the cause. */
const attemptsWithDeaths = 2;

/**
 * Calls `render` when it is the turn of the case's organization, then releases the renderer and calls `keep` with the
 * result. The activity heartbeats throughout. Errors are reduced to their class; Temporal retries only those of the
 * renderer.
 */
export async function renderAndKeep<T, R>(
  { store, renderers }: RenderingDependencies,
  caseId: string,
  { render, keep }: { render: (render: Render) => Promise<T>; keep: (rendered: T) => Promise<R> },
): Promise<R> {
  // A local activity needs no heartbeat.
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
