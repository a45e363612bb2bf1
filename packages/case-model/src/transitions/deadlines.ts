import type { RecordedDeadline } from '../record.ts';
import type { Turn } from '../turn.ts';

/** A deadline that was reported. */
export function reportedDeadline({ record }: Turn, deadlineId: string): RecordedDeadline | undefined {
  return record.deadlines.find(({ id }) => id === deadlineId);
}

/** Keeps the previous values in the history. */
export function noteCorrected(turn: Turn, from: RecordedDeadline, to: RecordedDeadline | null): void {
  turn.note('corrected', turn.author, {
    deadlineId: from.id,
    from: { date: from.date },
    to: to && { date: to.date },
    name: { from: from.name, to: to?.name ?? null },
    citation: { from: from.citation, to: to?.citation ?? null },
  });
}
