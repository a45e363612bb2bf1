import { attention, type CaseRecord, type Wait, waitOf } from '@evict/case-model';
import type { CaseWait } from '@evict/temporal/messages';

/**
 * Describes what the case waits for at a time on its clock (epoch milliseconds), for its workflow and for Temporal Web.
 */
export function shownWait(record: CaseRecord, caseTime: number, wait = waitOrRepair(record, caseTime)): CaseWait {
  const reasons = attention(record);
  const notes = notesOn(record);
  return {
    state: record.state,
    waitsFor: wait.kind,
    dueInMs: wait.dueAt === null ? null : Math.max(0, wait.dueAt - caseTime),
    summary: wait.summary,
    attributes: {
      ...(record.attorneyId !== null && { AttorneyId: record.attorneyId }),
      ...(reasons.length > 0 && { Attention: reasons }),
    },
    clock: caseTime,
    ...(notes.length > 0 && { notes }),
  };
}

/**
 * Returns the wait for a case whose next step can't be decided because of a bug. The step is tried again every minute,
 * and a command may get the case out of this wait.
 */
export function repair(caseTime: number): ShownWait {
  return { kind: 'repair', dueAt: caseTime + 60_000, summary: 'A decision failed and is retried every minute' };
}

function waitOrRepair(record: CaseRecord, caseTime: number): ShownWait {
  try {
    return waitOf(record, caseTime);
  } catch {
    return repair(caseTime);
  }
}

type ShownWait = Pick<Wait, 'dueAt' | 'summary'> & { readonly kind: CaseWait['waitsFor'] };

/**
 * Returns notes for Temporal Web without tenant data. Reported deadlines are left out, because their names and
 * citations are free text.
 */
function notesOn({ mailFailed, heldFrom, holdReason, deadlines }: CaseRecord): string[] {
  return [
    ...(mailFailed ? ['**Failed email:** operators have to send it again'] : []),
    ...(heldFrom ? [`**Held from:** ${heldFrom} (${holdReason ?? ''})`] : []),
    ...deadlines.flatMap(({ id, name, date }) => (id === undefined ? `**${name}:** ${date}` : [])),
  ];
}
