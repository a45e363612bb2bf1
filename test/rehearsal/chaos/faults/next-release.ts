import type { CaseStart } from '@evict/temporal/messages';
import { patched, sleep } from '@temporalio/workflow';
import { evictionCase as before } from '../../../../services/case-worker/src/workflows.ts';

// The next release, as docs/upgrade.md asks for one: what it does in another order is behind `patched`, so that it replays
// the histories of the release before.

export * from '../../../../services/case-worker/src/workflows.ts';

export async function evictionCase(start: CaseStart): Promise<void> {
  const life = before(start);
  if (patched('next-release')) void sleep('50 ms').catch(() => {});
  await life;
}
