import { judgmentFields, judgmentOutcomes, reviewDecisions } from '@evict/case-model';
import { component, day, list, oneOf, strictObject, text, variants } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { attorneyCase, attorneyQueue } from '../schemas/attorney.ts';
import { caseResponse } from '../schemas/case.ts';
import { recordOf } from '../schemas/command-fields.ts';
import type { Route } from './route.ts';

export const reviewBody = component(
  'Review',
  strictObject({
    decision: oneOf(reviewDecisions),
    notes: text({ min: 1, max: 5000 }).optional().meta({
      description: 'With `request_changes` the customer gets them as a note. With other decisions they are internal.',
    }),
    documentHashes: list(text({ min: 1, max: 128 }), { max: 50 }).meta({
      description:
        'With `approve`: `contentHash` of every document under review, and optionally of others of the case. Empty for other decisions.',
    }),
  }),
  { decision: 'approve', documentHashes: ['b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'] },
);

const hearingScheduled = component(
  'HearingScheduled',
  strictObject({ type: oneOf(['hearing_scheduled']), date: day() }),
  {
    type: 'hearing_scheduled',
    date: '2026-08-12',
  },
);
const judgmentDetails = component('JudgmentDetails', recordOf(judgmentFields), {
  date: '2026-08-12',
  manner: 'default',
  amountCents: 140000,
  costsCents: 6500,
});
const judgment = component(
  'Judgment',
  strictObject({
    type: oneOf(['judgment']),
    outcome: oneOf(judgmentOutcomes),
    judgment: judgmentDetails.optional().meta({
      description: 'An addition: facts of the judgment, each optional. They appear in `data.progress.judgment`.',
    }),
  }),
  { type: 'judgment', outcome: 'plaintiff' },
);
const writRequested = component('WritRequested', strictObject({ type: oneOf(['writ_requested']) }), {
  type: 'writ_requested',
});
const writIssued = component('WritIssued', strictObject({ type: oneOf(['writ_issued']) }), { type: 'writ_issued' });
const closed = component(
  'Closed',
  strictObject({
    type: oneOf(['closed']),
    dismissedOn: day().optional().meta({
      description:
        'The day on which the court dismissed its case. Only after a filing, and not in the future. Without it no dismissal is on record: it can be reported later as the fact `dismissed`, also after a withdrawal.',
    }),
  }),
  { type: 'closed' },
);

export const outcomeBody = component(
  'Outcome',
  variants('type', {
    hearing_scheduled: hearingScheduled,
    judgment,
    writ_requested: writRequested,
    writ_issued: writIssued,
    closed,
  }),
  { type: 'hearing_scheduled', date: '2026-08-12' },
);

const attorney = {
  gateway: 'attorney',
  auth: 'attorney',
  tag: 'Attorneys',
  bodyLimitBytes: bodyLimits.default,
} as const;
const ofCase = { ...attorney, params: { id: 'case' } } as const;

/** The endpoints of partner attorneys, each for the live cases assigned to them. */
export const attorneyRoutes = {
  getAttorneyQueue: {
    ...attorney,
    method: 'GET',
    path: '/v1/attorney/queue',
    summary: 'List the cases that need the attorney',
    description:
      'Cases in notice or filing review, open ones on hold or with a failed job, and those that wait for their acceptance; oldest first, without names.',
    success: { status: 200, schema: attorneyQueue, description: 'The cases.' },
    errors: [],
  },
  getAttorneyCase: {
    ...ofCase,
    method: 'GET',
    path: '/v1/attorney/cases/{id}',
    summary: 'Read a case',
    description:
      'The case with its gates, evidence, filings, service attempts and audit trail, in which each read is recorded. A case of another attorney is 404, like one that does not exist.',
    success: { status: 200, schema: attorneyCase, description: 'The case.' },
    errors: ['erased'],
  },
  downloadAttorneyDocument: {
    ...ofCase,
    params: { id: 'case', docId: 'document' },
    method: 'GET',
    path: '/v1/attorney/cases/{id}/documents/{docId}',
    summary: 'Download a document',
    description: 'The bytes with their stored content type. Each download is recorded in the audit trail.',
    success: { status: 200, schema: 'bytes', description: 'The bytes of the document.' },
    errors: [['erased', 410]],
  },
  reviewCase: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/reviews',
    summary: 'Review the documents of a case',
    description:
      '`approve` covers exact bytes: it must name the hash of every document under review. `request_changes` makes the case a draft again. `reject` ends the engagement and puts the case on hold; it also declines a case that the attorney was asked to take and has not accepted. An amended complaint takes `approve` alone, which does not change the state.',
    body: reviewBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition', 'stale_approval'],
    idempotent: 'key',
  },
  reportOutcome: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/outcomes',
    summary: 'Report an outcome of the court',
    description:
      'Every outcome except `closed` needs a current approval of the filing. `hearing_scheduled` reports a continuance too, and after a judgment that it was vacated. `writ_requested` after `writ_issued` asks for an alias writ. `closed` on a case with a pending withdrawal confirms that all work has stopped, and withdraws the case. After a filing the court case needs its own dismissal: `closed` takes its date as `dismissedOn`.',
    body: outcomeBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition'],
    idempotent: 'key',
  },
} as const satisfies Record<string, Route>;
