const listsHashes = 'GET /v1/attorney/cases/{id}/review lists the hashes an approval must name.';

// Reasons for refusals. Each text tells attorneys and operators what is missing and what to do. No text contains tenant
// data or a hash.

const failed = {
  notice_not_approved: `The attorney has not approved the current notice documents. ${listsHashes}`,
  filing_not_approved: `The attorney has not approved the current filing documents. ${listsHashes}`,
  notice_paper_missing:
    'The approval covers only the case summary. Attach the notice as a document of kind `notice`; the case then returns to review.',
  filing_paper_missing:
    'The approval covers only the case summary. Attach the court filing as a document of kind `filing`; the case then returns to review.',
  period_running:
    'The notice period is still running. It ends once its last day, the deadline `notice_expires`, is over everywhere in the United States (UTC-10).',
  service_dates_missing:
    'Send the date of service and, for a served notice, the last day of its period with a citation.',
  service_in_future: 'The date of service is in the future.',
  served_before_approval: 'The date of service is before the day the attorney approved what was served.',
  summary_missing: 'The case summary is not ready yet, so there is nothing to approve. Try again in a few seconds.',
  judgment_not_for_plaintiff:
    'A writ requires a judgment for the plaintiff. `data.progress.judgment` shows the judgment on record.',
  period_before_service: 'The last day of the notice period is before the date of service.',
  withdrawal_pending:
    'A withdrawal is pending. Once all work has stopped, the attorney confirms it with the outcome `closed`, or an operator with `case withdraw`.',
  no_withdrawal: 'No withdrawal is pending. `case show` prints the state of the case and its attorney.',
  no_attorney: 'No attorney is engaged. Assign one with `case assign`; `attorney list` shows who is licensed where.',
  engagement_not_accepted:
    'The attorney has not accepted the case. POST /v1/attorney/cases/{id}/accept accepts it, and the review `reject` declines it.',
  nothing_filed: 'Nothing was filed, so there is no court case to dismiss.',
  approval_unused:
    'Approved documents have not been served or filed yet. Put the case on hold, assign the other attorney, then resume it.',
  no_defendant: 'The party at `partyIndex` in `data.parties` is not a defendant.',
  other_method:
    'The pending attempt uses another method. Report its result first; the case lists its service attempts.',
  too_many_attempts: 'A case can have at most 100 service attempts.',
  notice_only: 'Only the service of a notice has `expires` and `citation`.',
  filing_not_accepted: 'Only an accepted filing has a court case number.',
  too_many_deadlines: 'A case can have at most 50 added deadlines. Remove one first.',
  too_many_facts: 'A customer can report at most 200 facts about a case. Write a note instead.',
  review_full:
    'An approval can name at most 50 documents, and this would be one more. Replace one with `replaces`, or combine them in one file.',
  filed_stays: 'What was filed stays on record. Attach the amended complaint under another name, without `replaces`.',
  signature_missing:
    'An approval must be signed with a passkey here. Add one to your account; GET /v1/attorney/cases/{id}/review then returns what it has to sign.',
  signature_invalid:
    'The signature was not made for this approval with one of your passkeys, or it was already used. GET /v1/attorney/cases/{id}/review returns what to sign.',
  documents_missing: 'The documents for this step have not been generated yet.',
  changed_since_confirmed: 'The case was changed after a person confirmed this. Ask for a new confirmation.',
  not_on_record: 'The command does not match what is on record.',
} as const;

const stale = {
  summary_outdated: 'Facts or evidence have changed, and a new case summary is being made. Try again in a few seconds.',
  summary_not_named: `The approval does not name the current case summary. ${listsHashes}`,
  paper_not_named: `The approval does not name every attached document under review. ${listsHashes}`,
  unknown_hash: `The approval names a hash that belongs to no current document of the case. ${listsHashes}`,
} as const;

/** The API's error code and text for each reason. */
export const guards = { ...guardsOf('guard_failed', failed), ...guardsOf('stale_approval', stale) };

function guardsOf<Code extends string, Reason extends string>(code: Code, texts: Readonly<Record<Reason, string>>) {
  return Object.fromEntries(Object.entries(texts).map(([reason, text]) => [reason, { code, text }])) as {
    readonly [R in Reason]: { readonly code: Code; readonly text: string };
  };
}

/** Why a command is refused: it isn't possible in this state or for this attorney, or something is missing. */
export type RefusalCode =
  | 'invalid_transition'
  | 'nothing_to_advance'
  | 'attorney_not_eligible'
  | 'not_found'
  | keyof typeof guards;
