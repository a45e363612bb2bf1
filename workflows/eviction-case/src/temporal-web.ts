import type { CaseWait, searchAttributes } from '@evict/temporal/messages';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

/** Shows the case in Temporal Web: search attributes for lists, where they have changed, and details for one case. */
export function showInTemporalWeb(wait: CaseWait, before: CaseWait | null): void {
  const [now, shown] = [attributesOf(wait), before ? attributesOf(before) : {}];
  const changed = Object.entries(keys).flatMap(([name, { key, valueOf }]) => {
    const value = now[name as keyof typeof now];
    const isShown = String(value) === String(shown[name as keyof typeof shown]);
    return isShown ? [] : [{ key, value: value === undefined ? null : valueOf(value) }];
  });
  if (changed.length > 0) upsertSearchAttributes(changed as Parameters<typeof upsertSearchAttributes>[0]);
  setCurrentDetails(`### ${wait.state}\n- ${linesOn(wait).join('\n- ')}`);
}

function linesOn({ summary, clock, dueInMs, notes = [] }: CaseWait): string[] {
  const due = dueInMs === null ? [] : [`**Due at:** ${minuteOf(clock + dueInMs)}`];
  return [`**Waits for:** ${summary}`, ...due, ...notes, `**Case clock:** ${minuteOf(clock)}`];
}

/** `YYYY-MM-DD HH:MM`, UTC. An answer of an earlier release has no clock. */
function minuteOf(epochMs: number): string {
  return Number.isFinite(epochMs) ? new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ') : '';
}

function attributesOf({ state, attributes }: CaseWait) {
  return { CaseState: state, ...attributes };
}

const asIs = (value: string | string[]) => value;
const keys = {
  CaseState: { key: defineSearchAttributeKey('CaseState', SearchAttributeType.KEYWORD), valueOf: asIs },
  Jurisdiction: { key: defineSearchAttributeKey('Jurisdiction', SearchAttributeType.KEYWORD), valueOf: asIs },
  AttorneyId: { key: defineSearchAttributeKey('AttorneyId', SearchAttributeType.KEYWORD), valueOf: asIs },
  NextDeadline: {
    key: defineSearchAttributeKey('NextDeadline', SearchAttributeType.DATETIME),
    valueOf: (day: string | string[]) => new Date(`${String(day)}T00:00:00Z`),
  },
  Attention: { key: defineSearchAttributeKey('Attention', SearchAttributeType.KEYWORD_LIST), valueOf: asIs },
} as const satisfies Partial<Record<keyof typeof searchAttributes, unknown>>;
