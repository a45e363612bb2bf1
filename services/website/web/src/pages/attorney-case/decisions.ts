import type { ReportField } from '../../shared/report-fields.ts';
import { decisionWords as words } from '../../wording/desk.ts';

export type ReviewDecision = 'approve' | 'request_changes' | 'reject';

const internalNotes: ReportField = { name: 'notes', label: words.internalNotes, kind: 'long' };

/** The decisions of a review, with what each means. */
export const reviewDecisions: Readonly<
  Record<ReviewDecision, { verb: string; meaning: string; fields: readonly ReportField[] }>
> = {
  approve: { verb: words.approve, meaning: words.approveMeaning, fields: [internalNotes] },
  request_changes: {
    verb: words.requestChanges,
    meaning: words.requestMeaning,
    fields: [{ name: 'notes', label: words.changes, kind: 'long', help: words.changesHelp }],
  },
  reject: { verb: words.reject, meaning: words.rejectMeaning, fields: [internalNotes] },
};
