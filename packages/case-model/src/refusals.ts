const listsHashes = 'GET /v1/attorney/cases/{id}/review lists the hashes an approval must name.';

interface Guard {
  /** The error code of the interface. */
  readonly code: 'guard_failed' | 'stale_approval';
  /** What is missing and what to do, for attorneys and operators. Never names a tenant or a hash. */
  readonly text: string;
}

/** What a step can lack, by the reason of the refusal. */
export const guards = {
  notice_not_approved: {
    code: 'guard_failed',
    text: `The attorney has not approved the current notice documents. ${listsHashes}`,
  },
  filing_not_approved: {
    code: 'guard_failed',
    text: `The attorney has not approved the current filing documents. ${listsHashes}`,
  },
  notice_paper_missing: {
    code: 'guard_failed',
    text: 'The approval covers only the case summary. Attach the notice as a document of kind `notice`; the case then returns to review.',
  },
  filing_paper_missing: {
    code: 'guard_failed',
    text: 'The approval covers only the case summary. Attach the court filing as a document of kind `filing`; the case then returns to review.',
  },
  period_running: {
    code: 'guard_failed',
    text: 'The notice period is still running. It ends once its last day, the deadline `notice_expires`, is over everywhere in the United States (UTC-10).',
  },
  service_dates_missing: {
    code: 'guard_failed',
    text: 'Send the date of service and, for a served notice, the last day of its period with a citation.',
  },
  service_in_future: { code: 'guard_failed', text: 'The date of service is in the future.' },
  served_before_approval: {
    code: 'guard_failed',
    text: 'The date of service is before the day the attorney approved what was served.',
  },
  summary_missing: {
    code: 'guard_failed',
    text: 'The case summary is not ready yet, so there is nothing to approve. Try again in a few seconds.',
  },
  judgment_not_for_plaintiff: {
    code: 'guard_failed',
    text: 'A writ requires a judgment for the plaintiff. `data.progress.judgment` shows the judgment on record.',
  },
  period_before_service: {
    code: 'guard_failed',
    text: 'The last day of the notice period is before the date of service.',
  },
  period_not_given: {
    code: 'guard_failed',
    text: 'The notice period is counted from the date of service. Send `expires` with a new date, even if it stays the same.',
  },
  withdrawal_pending: {
    code: 'guard_failed',
    text: 'A withdrawal is pending. Once all work has stopped, the attorney confirms it with the outcome `closed`, or an operator with `case withdraw`.',
  },
  no_withdrawal: {
    code: 'guard_failed',
    text: 'No withdrawal is pending. `case show` prints the state of the case and its attorney.',
  },
  no_attorney: {
    code: 'guard_failed',
    text: 'No attorney is engaged. Assign one with `case assign`; `attorney list` shows who is licensed where.',
  },
  engagement_not_accepted: {
    code: 'guard_failed',
    text: 'The attorney has not accepted the case. POST /v1/attorney/cases/{id}/accept accepts it, and the review `reject` declines it.',
  },
  nothing_filed: { code: 'guard_failed', text: 'Nothing was filed, so there is no court case to dismiss.' },
  approval_unused: {
    code: 'guard_failed',
    text: 'Approved documents have not been served or filed yet. Put the case on hold, assign the other attorney, then resume it.',
  },
  no_defendant: {
    code: 'guard_failed',
    text: 'The party at `partyIndex` in `data.parties` is not a defendant.',
  },
  other_method: {
    code: 'guard_failed',
    text: 'The pending attempt uses another method. Report its result first; the case lists its service attempts.',
  },
  too_many_attempts: { code: 'guard_failed', text: 'A case can have at most 100 service attempts.' },
  notice_only: { code: 'guard_failed', text: 'Only the service of a notice has `expires` and `citation`.' },
  filing_not_accepted: { code: 'guard_failed', text: 'Only an accepted filing has a court case number.' },
  too_many_deadlines: {
    code: 'guard_failed',
    text: 'A case can have at most 50 added deadlines. Remove one first.',
  },
  too_many_facts: {
    code: 'guard_failed',
    text: 'A customer can report at most 200 facts about a case. Write a note instead.',
  },
  filed_stays: {
    code: 'guard_failed',
    text: 'What was filed stays on record. Attach the amended complaint under another name, without `replaces`.',
  },
  documents_missing: { code: 'guard_failed', text: 'The documents for this step have not been generated yet.' },
  not_on_record: { code: 'guard_failed', text: 'The command does not match what is on record.' },
  summary_outdated: {
    code: 'stale_approval',
    text: 'Facts or evidence have changed, and a new case summary is being made. Try again in a few seconds.',
  },
  summary_not_named: {
    code: 'stale_approval',
    text: `The approval does not name the current case summary. ${listsHashes}`,
  },
  paper_not_named: {
    code: 'stale_approval',
    text: `The approval does not name every attached document under review. ${listsHashes}`,
  },
  unknown_hash: {
    code: 'stale_approval',
    text: `The approval names a hash that belongs to no current document of the case. ${listsHashes}`,
  },
} as const satisfies Record<string, Guard>;

/** Why a command is refused: not in this state, not by this attorney, or for something that is missing. */
export type RefusalCode =
  | 'invalid_transition'
  | 'nothing_to_advance'
  | 'attorney_not_eligible'
  | 'not_found'
  | keyof typeof guards;
