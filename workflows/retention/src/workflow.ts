import {
  retentionQuery,
  type RetentionActivities,
  type RetentionCounts,
  retentionDays,
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
 * Ends, erases and deletes what has been kept for long enough: each rule in its turn, a page of cases at a time. What fails is counted
 * and left to the next run. The answer tells what was done.
 */
export async function retention({ days, progress: carried }: RetentionStart): Promise<RetentionProgress> {
  let progress = carried ?? fresh();
  setHandler(progressQuery, () => progress);
  for (let { rule } = progress; rule !== null; { rule } = progress) {
    const { after } = progress;
    const page = await applyRetention.executeWithOptions({ summary: rule }, [
      { rule, days: days[rule] ?? retentionDays[rule], after },
    ]);
    progress = afterPage(progress, rule, page);
    setCurrentDetails(details(progress));
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof retention>({ days, progress });
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
  // A run that a version without this rule has begun counts nothing for it yet.
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

/** A page is bounded, and one that died is begun anew: what it has done is not found again. */
const { applyRetention, clearLeftovers } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1s', maximumInterval: '5 minutes' },
});

const progressQuery = defineQuery<RetentionProgress>(retentionQuery);
