import {
  attention,
  type CaseRecord,
  isFinished,
  nextAction,
  type RecordedDeadline,
  type Wait,
  waitOf,
} from '@evict/case-model';
import type { CaseWait } from '@evict/temporal/messages';

/** What the case waits for at a time on its clock (epoch milliseconds), for its workflow and for Temporal Web. */
export function shownWait(record: CaseRecord, caseTime: number, wait = waitOrRepair(record, caseTime)): CaseWait {
  const deadline = nextDeadline(record, caseTime);
  const reasons = attention(record);
  return {
    state: record.state,
    waitsFor: wait.kind,
    dueInMs: wait.dueAt === null ? null : Math.max(0, wait.dueAt - caseTime),
    summary: wait.summary,
    attributes: {
      ...(record.submission && { Jurisdiction: record.submission.jurisdiction }),
      ...(record.attorneyId !== null && { AttorneyId: record.attorneyId }),
      ...(deadline && { NextDeadline: deadline.date }),
      ...(reasons.length > 0 && { Attention: reasons }),
    },
    details: details(record, wait, caseTime),
  };
}

/** What a case waits for while a bug keeps its next step from being decided. Commands may lead out of it. */
export function repair(caseTime: number): ShownWait {
  return { kind: 'repair', dueAt: caseTime + 60_000, summary: 'A decision failed, and is made again every minute' };
}

function waitOrRepair(record: CaseRecord, caseTime: number): ShownWait {
  try {
    return waitOf(record, caseTime);
  } catch {
    return repair(caseTime);
  }
}

type ShownWait = Pick<Wait, 'dueAt' | 'summary'> & { readonly kind: CaseWait['waitsFor'] };

/** Beside the state and the summary. No tenant data: names and citations of deadlines that were reported are text, and stay in the database. */
function details(record: CaseRecord, { dueAt }: ShownWait, caseTime: number): string {
  const lines = [
    `- **Next:** ${nextAction(record).by}`,
    dueAt !== null && `- **Due at:** ${iso(dueAt)}`,
    record.mailFailed && '- **Failed mail:** operators have to send it again',
    record.heldFrom && `- **Held from:** ${record.heldFrom} (${record.holdReason ?? ''})`,
    ...record.deadlines.flatMap(({ id, name, date }) => (id === undefined ? `- **${name}:** ${date}` : [])),
    `- **Case clock:** ${iso(caseTime)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** The next deadline from today on; null for a finished case. */
function nextDeadline({ deadlines, state }: CaseRecord, caseTime: number): RecordedDeadline | null {
  if (isFinished(state)) return null;
  const today = iso(caseTime).slice(0, 10);
  return deadlines.filter(({ date }) => date >= today).toSorted((a, b) => (a.date < b.date ? -1 : 1))[0] ?? null;
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
