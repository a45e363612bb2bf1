import { attorneyWork, judgmentOutcomes, maxUnderReview, reviewDecisions } from '@evict/case-model';
import {
  component,
  day,
  flag,
  id,
  instant,
  integer,
  list,
  oneOf,
  patternText,
  responseText,
  strictObject,
  text,
  variants,
} from '../fields.ts';
import { auditEventResponse } from './events.ts';
import type { RouteRow } from './route.ts';
import { exampleOf } from '../shape.ts';
import { caseInputFields, paymentAddressField } from '../schemas/case-input.ts';
import { caseExample, caseFields, caseResponse } from '../schemas/case.ts';
import { documentResponse } from '../schemas/document.ts';
import { entryPoint, ground, mode, state } from '../schemas/enumerations.ts';
import { nextCursor, pageQuery } from '../schemas/page.ts';
import { gateResults } from '../schemas/gates.ts';

const attention = component(
  'Attention',
  strictObject({
    needed: flag().meta({
      description: 'Whether the open case needs someone to look at it. True if `reasons` is not empty.',
    }),
    reasons: list(responseText()).meta({
      description:
        'Any of `on_hold`, `withdrawal_requested`, `job_failed:<step>` (a step failed permanently), `dismissal_recorded`, `attorney_needed`, `summons_unserved` and `judgment_before_hearing`.',
    }),
  }),
  { needed: true, reasons: ['on_hold', 'withdrawal_requested'] },
);

/** A case in an attorney's queue. It contains no names, so it can be shown before the conflict check. */
const queueItem = component(
  'AttorneyQueueItem',
  strictObject({
    id: id('case'),
    mode,
    state,
    ground,
    entryPoint,
    jurisdiction: strictObject({
      state: responseText().meta({ description: "The property's state, as a two-letter code." }),
      county: responseText().optional(),
    }),
    attention,
    createdAt: instant(),
    updatedAt: instant(),
  }),
  {
    id: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    mode: 'live',
    state: 'notice_review',
    ground: 'nonpayment',
    entryPoint: 'notice',
    jurisdiction: { state: 'MD', county: 'Montgomery' },
    attention: { needed: false, reasons: [] },
    createdAt: '2026-07-01T09:29:00.000Z',
    updatedAt: '2026-07-01T09:31:00.000Z',
  },
);

const attorneyQueue = strictObject({ items: list(queueItem) });

/** A case in its attorney's list, with the caption and the address by which the attorney knows it. */
const attorneyCaseItem = component(
  'AttorneyCaseItem',
  strictObject({
    id: id('case'),
    state,
    ground,
    caption: responseText(),
    address: responseText(),
    courtCaseNumber: responseText().nullable(),
    waitsFor: oneOf(attorneyWork),
    nextDate: strictObject({ date: day(), name: responseText() })
      .nullable()
      .meta({ description: 'The earliest of the `deadlines` that has not passed.' }),
    unreadNotes: integer({ min: 0 }).meta({
      description: "The number of the customer's notes since the attorney last read the notes.",
    }),
    attention,
    updatedAt: instant(),
  }),
  {
    id: 'case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
    state: 'hearing_scheduled',
    ground: 'nonpayment',
    caption: 'Sample Owner LLC v. Terry Example et al.',
    address: '12 Sandbox Way, Rockville, MD 20850',
    courtCaseNumber: 'D-06-CV-26-001443',
    waitsFor: 'hearing',
    nextDate: { date: '2026-08-12', name: 'hearing' },
    unreadNotes: 1,
    attention: { needed: false, reasons: [] },
    updatedAt: '2026-07-01T09:31:00.000Z',
  },
);

const attorneyCasePage = strictObject({ items: list(attorneyCaseItem), nextCursor });

const attorneyCasesQuery = strictObject({
  ...pageQuery,
  waitsFor: oneOf(attorneyWork).optional().meta({ description: 'Only cases that wait for this.' }),
  q: text({ min: 1, max: 100 }).optional().meta({
    description:
      "Part of a party's name, the address or the court case number. Capitalization, accents and punctuation are ignored.",
  }),
  sort: oneOf(['nextDate', 'updatedAt']).optional().meta({
    description:
      '`nextDate` (the default): the earliest next date first, then cases without one. `updatedAt`: the most recently changed case first.',
  }),
});

const filing = component(
  'Filing',
  strictObject({
    id: id('filing'),
    status: oneOf(['submitted', 'accepted', 'rejected']),
    envelopeId: responseText().nullable(),
    courtCaseNumber: responseText().nullable(),
    filedOn: day()
      .nullable()
      .meta({ description: 'The reported day of filing. An addition to the published interface.' }),
    rejectionReasons: list(strictObject({ code: responseText(), description: responseText() }))
      .nullable()
      .meta({ description: "The court's reasons." }),
    createdAt: instant(),
  }),
  {
    id: 'fil_3e5d7c9b-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
    status: 'rejected',
    envelopeId: '10442913',
    courtCaseNumber: null,
    filedOn: '2026-07-18',
    rejectionReasons: [{ code: 'party_name', description: "The plaintiff's name differs from the name on the deed." }],
    createdAt: '2026-07-20T14:02:00.000Z',
  },
);

const serviceAttempt = component(
  'ServiceAttempt',
  strictObject({
    id: id('serviceAttempt'),
    stage: oneOf(['notice', 'summons']),
    method: responseText(),
    partyIndex: integer({ min: 0 }).nullable().meta({
      description: 'The index of the defendant in `data.parties`. Null if the attempt covers all defendants.',
    }),
    status: oneOf(['pending', 'served', 'failed']),
    servedDate: day().nullable(),
    expires: day().nullable().meta({ description: 'For a served notice: the reported end of its period.' }),
    citation: responseText().nullable().meta({ description: 'The law that sets `expires`.' }),
    failureReason: responseText().nullable(),
    createdAt: instant(),
  }),
  {
    id: 'att_7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910',
    stage: 'notice',
    method: 'personal',
    partyIndex: null,
    status: 'served',
    servedDate: '2026-07-02',
    expires: '2026-07-16',
    citation: 'Md. Code, Real Prop. § 8-401',
    failureReason: null,
    createdAt: '2026-07-02T09:31:00.000Z',
  },
);

/** A case with everything that its attorney needs. */
const attorneyCase = component(
  'AttorneyCase',
  strictObject({
    ...caseFields,
    gates: gateResults,
    evidence: list(documentResponse).meta({ description: 'What the customer uploaded.' }),
    filings: list(filing).meta({ description: 'Oldest first.' }),
    serviceAttempts: list(serviceAttempt).meta({ description: 'Oldest first.' }),
    attention,
    beforeChanges: strictObject({
      at: instant(),
      facts: strictObject({ ...caseInputFields, paymentAddress: paymentAddressField }),
    })
      .nullable()
      .meta({
        description:
          'The time when the case last became a draft again, and its facts at that time. Null if it never did. An addition to the published interface.',
      }),
    events: list(auditEventResponse).meta({
      description: 'The whole audit trail, including internal events and this read, oldest first.',
    }),
  }),
  {
    ...caseExample,
    mode: 'live',
    packVersions: null,
    gates: { passed: true, results: [{ gate: 'parties_present', status: 'pass' }] },
    evidence: [],
    filings: [],
    serviceAttempts: [],
    attention: { needed: false, reasons: [] },
    beforeChanges: null,
    events: [exampleOf(auditEventResponse)],
  },
);

/** A base64url string, as browsers return it. */
const base64Url = (max: number) => patternText(/^[A-Za-z0-9_-]+$/u, 'Must be base64url.', { max });

/** A passkey signature: parts of WebAuthn's `AuthenticationResponseJSON`. */
const assertion = component(
  'Assertion',
  strictObject({
    credentialId: base64Url(2048),
    authenticatorData: base64Url(4096),
    clientDataJSON: base64Url(4096),
    signature: base64Url(2048),
  }),
  {
    credentialId: 'q1Ue2Rk3',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    signature: 'MEUCIQ',
  },
);

export const reviewBody = component(
  'Review',
  strictObject({
    decision: oneOf(reviewDecisions),
    notes: text({ min: 1, max: 5000 }).optional().meta({
      description: 'With `request_changes`, the customer gets them as a note. With other decisions, they are internal.',
    }),
    documentHashes: list(text({ min: 1, max: 128 }), { max: maxUnderReview }).meta({
      description:
        'With `approve`: the `contentHash` of every document under review, and optionally of other documents of the case. Empty for other decisions.',
    }),
    assertion: assertion.optional().meta({
      description:
        "With `approve`: a signature of these hashes by one of the attorney's passkeys. `GET /v1/attorney/cases/{id}/review` returns the data to sign. An addition to the published interface.",
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
const judgment = component('Judgment', strictObject({ type: oneOf(['judgment']), outcome: oneOf(judgmentOutcomes) }), {
  type: 'judgment',
  outcome: 'plaintiff',
});
const writRequested = component('WritRequested', strictObject({ type: oneOf(['writ_requested']) }), {
  type: 'writ_requested',
});
const writIssued = component('WritIssued', strictObject({ type: oneOf(['writ_issued']) }), { type: 'writ_issued' });
const closed = component('Closed', strictObject({ type: oneOf(['closed']) }), { type: 'closed' });

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
  auth: 'attorney',
  tag: 'Attorneys',
} as const;
const ofCase = { ...attorney, params: { id: 'case' } } as const;

/** The endpoints of partner attorneys. Each works on the live cases assigned to the caller. */
export const attorneyRoutes = {
  getAttorneyQueue: {
    ...attorney,
    endpoint: 'GET /v1/attorney/queue',
    summary: 'List the cases that need the attorney',
    description:
      'Open cases in notice or filing review, cases that the attorney has not yet accepted, and cases that need attention, such as those on hold or with a failed job. Oldest first, without names of parties.',
    success: { status: 200, schema: attorneyQueue, description: 'The cases.' },
  },
  listAttorneyCases: {
    ...attorney,
    addition: true,
    endpoint: 'GET /v1/attorney/cases',
    summary: "List the attorney's cases",
    description:
      'Every live case of the attorney, open or finished, in the states of their licenses. Reading a page is recorded in the audit trail of each case on it, at most once an hour. A cursor is valid only with the filters and `sort` of its page.',
    query: attorneyCasesQuery,
    success: { status: 200, schema: attorneyCasePage, description: 'One page of cases.' },
  },
  getAttorneyCase: {
    ...ofCase,
    endpoint: 'GET /v1/attorney/cases/{id}',
    summary: 'Read a case',
    description:
      'The case with its gates, evidence, filings, service attempts and audit trail, in which each read is recorded. A case of another attorney returns 404, like one that does not exist. Until the attorney has accepted the case, the response shows only what a conflict check needs: the property, the parties and the court case number, but no documents, checks, reports or history.',
    success: { status: 200, schema: attorneyCase, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased'],
  },
  downloadAttorneyDocument: {
    ...ofCase,
    params: { id: 'case', docId: 'document' },
    endpoint: 'GET /v1/attorney/cases/{id}/documents/{docId}',
    summary: 'Download a document',
    description:
      'The bytes with their stored content type. Each download is recorded in the audit trail. Returns 409 `guard_failed` before the attorney has accepted the case.',
    success: { status: 200, schema: 'bytes', description: 'The bytes of the document.' },
    errors: ['attorney_not_eligible', 'guard_failed', ['erased', 410]],
  },
  reviewCase: {
    ...ofCase,
    endpoint: 'POST /v1/attorney/cases/{id}/reviews',
    summary: 'Review the documents of a case',
    description:
      '`approve` covers exact bytes: it must contain the hash of every document under review. `request_changes` makes the case a draft again. `reject` ends the engagement and puts the case on hold; it also declines a case that the attorney was asked to take and has not accepted. For an amended complaint only `approve` is possible, which does not change the state. An `approve` with an `assertion` is stored with its signature, which anyone can verify. If the attorney has a passkey or the deployment requires signatures, an `approve` without an `assertion` returns 409 `guard_failed`.',
    body: reviewBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition', 'stale_approval'],
  },
  reportOutcome: {
    ...ofCase,
    endpoint: 'POST /v1/attorney/cases/{id}/outcomes',
    summary: 'Report a court outcome',
    description:
      'Every outcome except `closed` needs a current approval of the filing. `hearing_scheduled` also reports a continuance, and after a judgment it reports that the judgment was vacated. `writ_requested` after `writ_issued` requests an alias writ. `closed` on a case with a pending withdrawal confirms that all work has stopped, and withdraws the case. After a filing, the court case needs its own dismissal, which can be reported as the fact `dismissed` even after a withdrawal. `PATCH /v1/attorney/cases/{id}/judgment` adds details to a judgment.',
    body: outcomeBody,
    success: { status: 200, schema: caseResponse, description: 'The case.' },
    errors: ['attorney_not_eligible', 'erased', 'guard_failed', 'invalid_transition'],
  },
} as const satisfies Record<string, RouteRow>;
