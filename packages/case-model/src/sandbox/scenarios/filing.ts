import { amendableStates, documentsToApprove, stageUnderReview } from '../../approvals.ts';
import { attach } from '../../commands/attach.ts';
import { correctFiling } from '../../commands/correct-filing.ts';
import { recordFiling } from '../../commands/record-filing.ts';
import { review } from '../../commands/review.ts';
import type { CaseRecord } from '../../record.ts';
import { stageOrders } from '../../stage-documents.ts';
import { rejectionCodes, rejectionNames } from '../../vocabulary.ts';
import { activeStates, report, type Scenario, type Step } from './scenario.ts';

/** Approves every document under review. */
export const approved: Step = report(review)(({ record }) => {
  const stage = stageUnderReview(record);
  const documents = stage && documentsToApprove(record, stage);
  if (!documents) return null;
  const documentHashes = documents.map(({ contentHash }) => contentHash);
  return { kind: 'review', decision: 'approve', documentHashes, otherHashes: [] };
});

const filingPapers = (record: CaseRecord) => stageOrders(record, 'filing');

/** Attaches the documents that the worker made for the scenario, the way an attorney would. */
const attached: Step = (turn, documents) => {
  for (const { id, contentHash } of documents) {
    const document = { id, contentHash, filename: id, contentType: 'application/pdf', sizeBytes: 0 };
    const given = { kind: 'attach', as: 'filing', document, replaces: [], replacesAttached: true } as const;
    const decision = attach.decide(turn, given);
    if (!decision.ok) return decision;
  }
  return turn.done();
};

/** Advances the filing's revision, so the next amended complaint is a new file. */
const counted: Step = (turn) => {
  const { revisions } = turn.record;
  return turn.patch({ revisions: { ...revisions, filing: revisions.filing + 1 } }).done();
};

const submitted = report(recordFiling)(() => ({ kind: 'record_filing', status: 'submitted' }));
const accepted = report(recordFiling)(() => ({ kind: 'record_filing', status: 'accepted' }));
const rejected = (code: (typeof rejectionCodes)[number]) =>
  report(recordFiling)(() => ({
    kind: 'record_filing',
    status: 'rejected',
    rejectionReasons: [
      { code, description: `${rejectionNames[code]}. In a live case, the clerk's own words would be here.` },
    ],
  }));

const rejections = Object.fromEntries(
  rejectionCodes.map((code): [string, Scenario] => [
    `filing_rejected_${code}`,
    {
      description: `The clerk returns the filing. Reason: ${rejectionNames[code].toLowerCase()}.`,
      from: ['filing_submitted'],
      events: ['filing_rejected'],
      steps: [rejected(code)],
    },
  ]),
);

/** Returns a number that differs from this one: adds or removes the suffix `-A`. */
const other = (number: string) => (number.endsWith('-A') ? number.slice(0, -2) : `${number}-A`);

const afterAcceptance = activeStates.slice(activeStates.indexOf('filing_accepted'));

/** Scenarios in which the attorney files and the clerk responds. */
export const filingScenarios: Readonly<Record<string, Scenario>> = {
  filing_submitted: {
    description: 'The attorney files the complaint.',
    from: ['filing_approved'],
    events: ['submit_filing'],
    steps: [submitted],
  },
  filing_accepted: {
    description: 'The court accepts the filing. The summons has not gone out yet.',
    from: ['filing_submitted'],
    events: ['filing_accepted'],
    steps: [accepted],
  },
  ...rejections,
  filing_reworked: {
    description: 'The attorney attaches a corrected filing, which returns to review.',
    from: ['filing_rejected'],
    events: ['rework_filing'],
    documents: filingPapers,
    steps: [attached],
  },
  court_numbers_corrected: {
    description: 'The envelope and case numbers were reported wrong, and are corrected.',
    from: afterAcceptance,
    events: ['submit_filing', 'filing_accepted'],
    steps: [
      report(correctFiling)(({ record }) => {
        const filing = record.filings.findLast(({ status }) => status === 'accepted');
        if (!filing?.envelopeId || !filing.courtCaseNumber) return null;
        const { id: filingId, envelopeId, courtCaseNumber } = filing;
        const numbers = { envelopeId: other(envelopeId), courtCaseNumber: other(courtCaseNumber) };
        return { kind: 'correct_filing', filingId, ...numbers, reason: 'The numbers were misread.' };
      }),
    ],
  },
  amended_complaint: {
    description: 'The attorney files an amended complaint, and the court accepts it.',
    from: amendableStates,
    events: ['submit_filing', 'filing_accepted'],
    documents: filingPapers,
    steps: [attached, approved, submitted, accepted, counted],
  },
  amended_complaint_rejected: {
    description: 'The attorney files an amended complaint, and the clerk returns it.',
    from: amendableStates,
    events: ['submit_filing', 'filing_rejected'],
    documents: filingPapers,
    steps: [attached, approved, submitted, rejected('other'), counted],
  },
};
