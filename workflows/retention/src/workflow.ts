import {
  retentionQuery,
  type RetentionActivities,
  type RetentionCounts,
  type RetentionProgress,
  type RetentionRule,
  retentionRules,
  type RetentionStart,
} from '@evict/temporal/retention';
import {
  continueAsNew,
  defineQuery,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

/**
 * The daily retention job. Applies each rule in turn, one page of cases at a time. Failures are counted and left to the
 * next run. Returns the counts.
 */
export async function retention({ progress: carried }: RetentionStart): Promise<RetentionProgress> {
  let progress = carried ?? fresh();
  setHandler(progressQuery, () => progress);
  for (let { rule } = progress; rule !== null; { rule } = progress) {
    const { after } = progress;
    const page = await applyRetention.executeWithOptions({ summary: rule }, [{ rule, after }]);
    progress = afterPage(progress, rule, page);
    setCurrentDetails(details(progress));
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof retention>({ progress });
  }
  await clearLeftovers();
  return progress;
}

function fresh(): RetentionProgress {
  const counts = Object.fromEntries(retentionRules.map((rule) => [rule, { done: 0, failed: 0 }]));
  return { rule: retentionRules[0] ?? null, after: '', counts: counts as Record<RetentionRule, RetentionCounts> };
}

function afterPage(
  { counts }: RetentionProgress,
  rule: RetentionRule,
  { last, done, failed }: RetentionCounts & { last: string | null },
): RetentionProgress {
  // A run started by a version without this rule has no counts for it.
  const before = counts[rule] ?? { done: 0, failed: 0 };
  const sum = { done: before.done + done, failed: before.failed + failed };
  const next = last === null ? (retentionRules[retentionRules.indexOf(rule) + 1] ?? null) : rule;
  return { rule: next, after: last ?? '', counts: { ...counts, [rule]: sum } };
}

function details({ counts }: RetentionProgress): string {
  return retentionRules
    .map((rule) => `- **${rule}:** ${counts[rule]?.done ?? 0} done, ${counts[rule]?.failed ?? 0} failed`)
    .join('\n');
}

/** The size of a page is limited. A retry starts the page again, but no longer finds the cases that are done. */
const { applyRetention } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1s', maximumInterval: '5 minutes' },
});

/** Lists all stored documents, which takes hours with a hundred million of them. */
const { clearLeftovers } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '20 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1s', maximumInterval: '5 minutes' },
});

const progressQuery = defineQuery<RetentionProgress>(retentionQuery);
