import { attention, type CaseRecord, isFinished, nextAction, type PendingWork } from '@evict/case-model';
import type { searchAttributes } from '@evict/temporal/messages';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';

/** Shows the case in Temporal Web: search attributes for lists, details for one case. Never tenant data. */
export function showInTemporalWeb(record: CaseRecord, work: PendingWork): void {
  const deadline = nextDeadline(record);
  const reasons = attention(record);
  upsertSearchAttributes([
    { key: keys.state, value: record.state },
    { key: keys.mode, value: record.mode },
    { key: keys.jurisdiction, value: record.submission?.jurisdiction ?? null },
    { key: keys.organization, value: record.organizationId },
    { key: keys.attorney, value: record.attorneyId },
    { key: keys.deadline, value: deadline ? new Date(`${deadline.date}T00:00:00Z`) : null },
    { key: keys.attention, value: reasons.length > 0 ? reasons : null },
    { key: keys.sequence, value: record.sequence },
  ]);
  setCurrentDetails(details(record, work));
}

function details(record: CaseRecord, { kind, summary, dueAt }: PendingWork): string {
  const { by, description } = nextAction(record);
  const lines = [
    `### ${record.state}`,
    `- **Next:** ${by}: ${description}`,
    // A command's author is already in the line above.
    kind !== 'command' && `- **Waits for:** ${summary}${dueAt === null ? '' : ` (due at ${iso(dueAt)})`}`,
    record.mailFailed && '- **Failed mail:** operators have to send it again',
    record.heldFrom && `- **Held from:** ${record.heldFrom} (${record.holdReason ?? ''})`,
    // As code: the page would render the (c) in "§ 9058(c)" as a copyright sign.
    ...record.deadlines.map(({ name, date, citation }) => `- **${name}:** ${date} \`${citation}\``),
    `- **Case clock:** ${iso(record.restingSince)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** The next deadline after the case entered its state; null for a finished case. */
function nextDeadline({ deadlines, restingSince, state }: CaseRecord) {
  if (isFinished(state)) return null;
  const today = iso(restingSince).slice(0, 10);
  return deadlines.filter(({ date }) => date >= today).toSorted((a, b) => (a.date < b.date ? -1 : 1))[0] ?? null;
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

type Names = keyof typeof searchAttributes;
const keyword = (name: Names) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);
const keys = {
  state: keyword('CaseState'),
  mode: keyword('CaseMode'),
  jurisdiction: keyword('Jurisdiction'),
  organization: keyword('OrganizationId'),
  attorney: keyword('AttorneyId'),
  deadline: defineSearchAttributeKey('NextDeadline' satisfies Names, SearchAttributeType.DATETIME),
  attention: defineSearchAttributeKey('Attention' satisfies Names, SearchAttributeType.KEYWORD_LIST),
  sequence: defineSearchAttributeKey('CaseSequence' satisfies Names, SearchAttributeType.INT),
} as const;
