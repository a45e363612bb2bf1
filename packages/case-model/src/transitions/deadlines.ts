import type { RecordedDeadline } from '../record.ts';
import type { Turn } from '../turn.ts';

/** Returns the deadline that an attorney or operator added under this id. The platform's own deadlines have no id. */
export function reportedDeadline({ record }: Turn, deadlineId: string): RecordedDeadline | undefined {
  return record.deadlines.find(({ id }) => id === deadlineId);
}

/** Records the old and new values of an added deadline in the history. `to` is null for a removed one. */
export function noteCorrected(turn: Turn, from: RecordedDeadline, to: RecordedDeadline | null): void {
  turn.note('corrected', turn.author, {
    deadlineId: from.id,
    from: { date: from.date },
    to: to && { date: to.date },
    name: { from: from.name, to: to?.name ?? null },
    citation: { from: from.citation, to: to?.citation ?? null },
  });
}
