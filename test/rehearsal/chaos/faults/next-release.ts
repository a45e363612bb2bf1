import type { CaseStart } from '@evict/temporal/messages';
import { patched, sleep } from '@temporalio/workflow';
import { evictionCase as before } from '../../../../services/case-worker/src/workflows.ts';

// This file stands for the next release. As docs/backup-and-upgrade.md requires, it guards changes to the order of
// operations with `patched`, so it can replay the histories of the previous release.

export * from '../../../../services/case-worker/src/workflows.ts';

export async function evictionCase(start: CaseStart): Promise<void> {
  const life = before(start);
  if (patched('next-release')) void sleep('50 ms').catch(() => {});
  await life;
}
