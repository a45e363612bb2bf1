import type { Attributes, CaseWait } from '@evict/temporal/messages';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

/** Shows the case in Temporal Web: sets its details, and the search attributes that have changed. */
export function showInTemporalWeb(wait: CaseWait, before: CaseWait | null): void {
  const [now, shown] = [wait.attributes, before?.attributes ?? {}];
  const changed = [
    ...(now.AttorneyId === shown.AttorneyId ? [] : [{ key: keys.AttorneyId, value: now.AttorneyId ?? null }]),
    ...(String(now.Attention) === String(shown.Attention)
      ? []
      : [{ key: keys.Attention, value: now.Attention ?? null }]),
  ];
  if (changed.length > 0) upsertSearchAttributes(changed);
  setCurrentDetails(`### ${wait.state}\n- ${linesOn(wait).join('\n- ')}`);
}

function linesOn({ summary, clock, dueInMs, notes = [] }: CaseWait): string[] {
  const due = dueInMs === null ? [] : [`**Due at:** ${minuteOf(clock + dueInMs)}`];
  return [`**Waits for:** ${summary}`, ...due, ...notes, `**Case clock:** ${minuteOf(clock)}`];
}

/**
 * Formats a time as `YYYY-MM-DD HH:MM` in UTC. Returns an empty string if there is no time, as in the answer of an
 * earlier release.
 */
function minuteOf(epochMs: number): string {
  return Number.isFinite(epochMs) ? new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ') : '';
}

const keys = {
  AttorneyId: defineSearchAttributeKey('AttorneyId', SearchAttributeType.KEYWORD),
  Attention: defineSearchAttributeKey('Attention', SearchAttributeType.KEYWORD_LIST),
} as const satisfies Record<keyof Attributes, unknown>;
