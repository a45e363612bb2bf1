const readReview = 'GET /v1/attorney/cases/{id}/review lists every hash that an approval has to name.';

interface Guard {
  /** The error code of the interface. */
  readonly code: 'guard_failed' | 'stale_approval';
  /** What is missing and where to read it, for attorneys and operators. Never names a tenant or a hash. */
  readonly text: string;
}

/** What a step can lack, by the reason of the refusal. */
export const guards = {
  notice_not_approved: {
    code: 'guard_failed',
    text: `No approval of the attorney covers the current notice documents. In notice review, ${readReview}`,
  },
  filing_not_approved: {
    code: 'guard_failed',
    text: `No approval of the attorney covers the current filing documents. In filing review, ${readReview}`,
  },
  notice_paper_missing: {
    code: 'guard_failed',
    text: `The approval covers the case summary and no notice. Attach the notice as a document of the kind \`notice\`, which returns the case to review. ${readReview}`,
  },
  filing_paper_missing: {
    code: 'guard_failed',
    text: `The approval covers the case summary and no court filing. Attach the filing as a document of the kind \`filing\`, which returns the case to review. ${readReview}`,
  },
  period_running: {
    code: 'guard_failed',
    text: 'The last day of the notice period is not over everywhere in the United States (UTC-10). The case shows it as the deadline `notice_expires`.',
  },
  service_dates_missing: {
    code: 'guard_failed',
    text: 'Served needs the day of service, and a served notice the last day of its period with its citation.',
  },
  service_in_future: { code: 'guard_failed', text: 'The day of service cannot be after today.' },
  served_before_approval: {
    code: 'guard_failed',
    text: 'The day of service cannot be before the day on which the attorney approved what was served.',
  },
  summary_missing: {
    code: 'guard_failed',
    text: `The case summary is still being made, and there is nothing to approve without it. When it is there, ${readReview}`,
  },
  judgment_not_for_plaintiff: {
    code: 'guard_failed',
    text: 'A writ needs a judgment for the plaintiff. The case shows the judgment on record in `data.progress.judgment`.',
  },
  period_before_service: {
    code: 'guard_failed',
    text: 'The last day of a notice period cannot be before the day of service.',
  },
  period_not_given: {
    code: 'guard_failed',
    text: 'The notice period is counted from the day of service: give its last day with the day that is right, also where it stays the same.',
  },
  withdrawal_pending: {
    code: 'guard_failed',
    text: 'A withdrawal is pending: the attorney confirms with the outcome `closed`, or an operator with `case withdraw`, that all work has stopped.',
  },
  no_withdrawal: {
    code: 'guard_failed',
    text: 'No withdrawal is pending that could be confirmed. `case show` has the state of the case and its attorney.',
  },
  no_attorney: {
    code: 'guard_failed',
    text: 'No attorney is engaged. Assign one with `case assign`; `attorney list` shows who is licensed where.',
  },
  engagement_not_accepted: {
    code: 'guard_failed',
    text: 'The attorney of the case was asked and has not accepted it: POST /v1/attorney/cases/{id}/accept, or decline with the review `reject`.',
  },
  nothing_filed: { code: 'guard_failed', text: 'Nothing was filed, so there is no court case to dismiss.' },
  approval_unused: {
    code: 'guard_failed',
    text: 'Documents are approved and not yet served or filed. Put the case on hold, assign the other attorney, and resume it.',
  },
  no_defendant: { code: 'guard_failed', text: 'The index of a party must be that of a defendant in `data.parties`.' },
  other_method: {
    code: 'guard_failed',
    text: 'The pending attempt is by another method: report its result, then the next one. The case lists its service attempts.',
  },
  too_many_attempts: { code: 'guard_failed', text: 'A case has at most 100 service attempts.' },
  notice_only: { code: 'guard_failed', text: 'Only the service of a notice has `expires` and `citation`.' },
  filing_not_accepted: { code: 'guard_failed', text: 'Only an accepted filing has a court case number.' },
  too_many_deadlines: { code: 'guard_failed', text: 'A case has at most 50 deadlines that were added. Remove one.' },
  too_many_facts: {
    code: 'guard_failed',
    text: 'A customer reports at most 200 facts of a case. Write a note instead.',
  },
  filed_stays: {
    code: 'guard_failed',
    text: 'What was filed stays on record. Attach the amended complaint beside it, without `replaces` and under another name.',
  },
  documents_missing: { code: 'guard_failed', text: 'The documents of this step have not been made.' },
  not_on_record: { code: 'guard_failed', text: 'The command does not agree with what is on record.' },
  summary_outdated: {
    code: 'stale_approval',
    text: `Facts or evidence have changed, and a new case summary is being made. When it is there, ${readReview}`,
  },
  summary_not_named: {
    code: 'stale_approval',
    text: `The approval does not name the current case summary. ${readReview}`,
  },
  paper_not_named: {
    code: 'stale_approval',
    text: `The approval does not name every attached document under review. ${readReview}`,
  },
  unknown_hash: {
    code: 'stale_approval',
    text: `The approval names a hash that no current document of the case has. ${readReview}`,
  },
} as const satisfies Record<string, Guard>;

/** Why a command is refused: not in this state, not by this attorney, or for something that is missing. */
export type RefusalCode =
  | 'invalid_transition'
  | 'nothing_to_advance'
  | 'attorney_not_eligible'
  | 'not_found'
  | keyof typeof guards;
