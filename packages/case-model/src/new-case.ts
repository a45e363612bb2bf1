import type { CaseRecord } from './record.ts';

/** Returns the record of a case before its first command. `now` is in epoch milliseconds. */
export function newCase(input: Pick<CaseRecord, 'caseId' | 'organizationId' | 'mode'>, now: number): CaseRecord {
  return {
    ...input,
    state: 'draft',
    heldFrom: null,
    holdReason: null,
    holdUntil: null,
    submission: null,
    fired: [],
    stageDocuments: { notice: [], filing: [] },
    summaries: { notice: null, filing: null },
    factsVersion: 0,
    revisions: { notice: 0, filing: 0 },
    approvals: { notice: null, filing: null },
    amendment: null,
    attorneyId: null,
    accepted: false,
    serviceAttempts: [],
    filings: [],
    notice: null,
    hearing: null,
    judgment: null,
    cureReports: [],
    withdrawal: null,
    dismissedOn: null,
    courtCaseNumber: null,
    deadlines: [],
    failure: null,
    mailFailed: false,
    changesRequested: false,
    restingSince: now,
    sequence: 0,
  };
}
