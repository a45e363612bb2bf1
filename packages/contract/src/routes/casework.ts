import { factKinds, rejectionCodes, reportedHoldReasons, serviceMethods, type ServiceStage } from '@evict/case-model';
import { component, day, flag, integer, list, oneOf, record, text } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { caseResponse } from '../schemas/case.ts';
import { judgmentFields } from './attorney.ts';
import type { Route } from './route.ts';

const stages = ['notice', 'summons'] as const satisfies readonly ServiceStage[];
const citation = text({ min: 1, max: 200 });
const courtNumber = text({ min: 1, max: 200 });
const reason = text({ min: 1, max: 1000 }).meta({ description: 'Kept in the audit trail. Customers never see it.' });

export const serviceReport = component(
  'ServiceReport',
  record({
    stage: oneOf(stages),
    status: oneOf(['pending', 'served', 'failed']).meta({
      description: '`pending`: sent out. `served` and `failed` are the result of the pending attempt.',
    }),
    method: oneOf(serviceMethods).meta({ description: 'A result has the method of its pending attempt.' }),
    partyIndex: integer({ min: 0, max: 19 }).optional().meta({
      description:
        'The defendant, by index in `data.parties`. Without it the attempt is for everyone whom service has to reach. A result has the index of its pending attempt.',
    }),
    servedDate: day().optional().meta({ description: 'Required with `served`; not in the future.' }),
    expires: day()
      .optional()
      .meta({ description: 'The last day of the notice period. Required with a served notice.' }),
    citation: citation.optional().meta({ description: 'The law that determines `expires`. Required with it.' }),
    restNotNeeded: flag().optional().meta({
      description: 'Only with `served`: service on the other defendants is not needed, and the case moves on.',
    }),
    failureReason: text({ min: 1, max: 1000 }).optional().meta({ description: 'Only with `failed`.' }),
  }),
  {
    stage: 'notice',
    status: 'served',
    method: 'personal',
    servedDate: '2026-07-02',
    expires: '2026-07-16',
    citation: 'Md. Code, Real Prop. § 8-401',
  },
);

export const serviceCorrection = component(
  'ServiceCorrection',
  record({
    servedDate: day()
      .optional()
      .meta({ description: 'Of a notice it comes with `expires`, which is counted from it.' }),
    expires: day().optional().meta({ description: 'Only for a notice. Required with a new `servedDate`.' }),
    citation: citation.optional().meta({ description: 'Only for a notice.' }),
    void: flag().optional().meta({
      description: 'The paper or its service was defective: the service no longer counts. Not with dates or citation.',
    }),
    restNotNeeded: flag().optional().meta({
      description: 'Service on the other defendants is not needed, and the case moves on. Sent alone, with its reason.',
    }),
    reason,
  }),
  { expires: '2026-07-17', reason: 'The period was counted from the wrong day.' },
);

export const holdBody = component(
  'Hold',
  record({
    reason: oneOf(reportedHoldReasons),
    until: day().optional().meta({ description: 'When the case is expected to go on. It does not go on by itself.' }),
    notes: text({ min: 1, max: 5000 }).optional().meta({ description: 'Internal.' }),
  }),
  { reason: 'bankruptcy', notes: 'Chapter 7, case 26-10442.' },
);

const deadlineName = text({ min: 1, max: 60 }).meta({ description: 'Not a name that the service uses itself.' });

export const deadlineBody = component(
  'ReportedDeadline',
  record({ name: deadlineName, date: day(), citation, reason: reason.optional() }),
  { name: 'Mediation', date: '2026-08-01', citation: 'Md. Rule 17-205' },
);

export const deadlineChange = component(
  'DeadlineChange',
  record({
    name: deadlineName.optional(),
    date: day().optional(),
    citation: citation.optional(),
    reason: reason.optional(),
  }),
  { date: '2026-08-03', reason: 'The court extended it.' },
);

const deadlineRemoval = component('DeadlineRemoval', record({ reason: reason.optional() }), {
  reason: 'The agreement was performed.',
});

export const factBody = component(
  'Fact',
  record({
    kind: oneOf(factKinds),
    date: day().meta({ description: 'Not in the future.' }),
    detail: text({ min: 1, max: 1000 }).optional(),
  }),
  { kind: 'answer_filed', date: '2026-07-28' },
);

export const filingReport = component(
  'FilingReport',
  record({
    status: oneOf(['submitted', 'accepted', 'rejected']),
    envelopeId: courtNumber.optional(),
    courtCaseNumber: courtNumber.optional().meta({ description: 'Only with `accepted`.' }),
    rejectionReasons: list(record({ code: oneOf(rejectionCodes), description: text({ min: 1, max: 1000 }) }), {
      max: 50,
    })
      .optional()
      .meta({ description: 'Only with `rejected`.' }),
  }),
  { status: 'accepted', courtCaseNumber: 'D-06-CV-26-001442' },
);

export const filingCorrection = component(
  'FilingCorrection',
  record({
    envelopeId: courtNumber.optional(),
    courtCaseNumber: courtNumber.optional().meta({ description: 'Only of an accepted filing.' }),
    reason,
  }),
  { courtCaseNumber: 'D-06-CV-26-001443', reason: 'The last digit was wrong.' },
);

export const hearingCorrection = component('HearingCorrection', record({ date: day(), reason }), {
  date: '2026-08-13',
  reason: 'The order names the thirteenth.',
});

export const judgmentCorrection = component('JudgmentCorrection', record({ ...judgmentFields, reason }), {
  amountCents: 120000,
  reason: 'Two digits were transposed.',
});

const ofCase = {
  gateway: 'attorney',
  auth: 'attorney',
  tag: 'Attorneys',
  addition: true,
  bodyLimitBytes: bodyLimits.default,
  params: { id: 'case' },
  success: { status: 200, schema: caseResponse, description: 'The case.' },
} as const;
// `guard_failed` also before the attorney has accepted the case.
const guarded = ['attorney_not_eligible', 'erased', 'invalid_transition', 'guard_failed'] as const;

/** What an attorney reports about their case: each request is one command of its workflow. */
export const caseworkRoutes = {
  reportService: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/service-attempts',
    summary: 'Report service',
    description:
      'A paper is sent out only under a current approval of its exact bytes: 409 `guard_failed`. The case moves on when every defendant has been served, or with `restNotNeeded`. The last day of service governs, and of a notice the last `expires`. A later service is recorded without a change of state; its `expires` can extend a notice period that runs.',
    body: serviceReport,
    errors: guarded,
    idempotent: 'key',
  },
  correctService: {
    ...ofCase,
    params: { id: 'case', attemptId: 'serviceAttempt' },
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/service-attempts/{attemptId}',
    summary: 'Put right or take back a service',
    description:
      'The deadlines of the case follow. A notice period that is put right to a past day ends at once. What was recorded before stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `start_cure_period` or `summons_served` again, with the old and the new dates and without a change of state. Refused with `invalid_transition` once the stage has passed. `void` takes the service back: its attempt is `failed` and keeps its dates. For a notice the case returns to `notice_review`, until the filing is submitted; for a summons it returns from `summons_served` to `summons_sent`, until judgment. The customer gets a mail and the event `service_failed` with `voided: true`, then `begin_review` or `send_summons`.',
    body: serviceCorrection,
    errors: guarded,
  },
  holdCase: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/hold',
    summary: 'Put a case on hold',
    description: 'Nothing is served or filed until it is resumed. The customer sees the reason.',
    body: holdBody,
    errors: guarded,
    idempotent: 'key',
  },
  resumeCase: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/resume',
    summary: 'Resume a case on hold',
    description:
      'The case returns to the state before the hold, or to the review of its stage where no approval is current. Refused with `guard_failed` while a withdrawal is pending.',
    errors: guarded,
    idempotent: 'key',
  },
  setDeadline: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/deadlines',
    summary: 'Add a deadline',
    description:
      'The deadline appears in `deadlines` with an `id`. A past one stays. A case has at most 50 of them: 409 `guard_failed`.',
    body: deadlineBody,
    errors: guarded,
    idempotent: 'key',
  },
  changeDeadline: {
    ...ofCase,
    params: { id: 'case', deadlineId: 'deadline' },
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/deadlines/{deadlineId}',
    summary: 'Change a deadline that was added',
    description: 'The old values stay in the audit trail.',
    body: deadlineChange,
    errors: guarded,
  },
  removeDeadline: {
    ...ofCase,
    params: { id: 'case', deadlineId: 'deadline' },
    method: 'DELETE',
    path: '/v1/attorney/cases/{id}/deadlines/{deadlineId}',
    summary: 'Remove a deadline that was added',
    description:
      'The old values stay in the audit trail, with the reason. The body can be left out. A reason can name a person, so it is no part of the address, which proxies log.',
    body: deadlineRemoval,
    bodyIsOptional: true,
    errors: guarded,
  },
  reportFact: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/facts',
    summary: 'Report what happened outside',
    description:
      'The fact is recorded as an internal event and decides nothing. A payment during the review of the filing calls for a new case summary, so that an older approval is stale. `dismissed` ends what a withdrawal after a filing leaves open, and is the one fact that is taken after the end of such a case.',
    body: factBody,
    errors: guarded,
    idempotent: 'key',
  },
  reportFiling: {
    ...ofCase,
    method: 'POST',
    path: '/v1/attorney/cases/{id}/filings',
    summary: 'Report a filing',
    description:
      'A complaint is filed only under a current approval of its exact bytes: 409 `guard_failed`. An amended complaint is reported in the same way between acceptance and judgment: a filing of its own, with the events `submit_filing`, `filing_accepted` or `filing_rejected` and no change of state.',
    body: filingReport,
    errors: guarded,
    idempotent: 'key',
  },
  correctFiling: {
    ...ofCase,
    params: { id: 'case', filingId: 'filing' },
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/filings/{filingId}',
    summary: 'Put right the numbers of a filing',
    description:
      'What was recorded before stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `submit_filing` or `filing_accepted` again, with the old and the new number and without a change of state.',
    body: filingCorrection,
    errors: guarded,
  },
  correctHearing: {
    ...ofCase,
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/hearing',
    summary: 'Put right the date of the hearing',
    description:
      'In every state after the hearing was reported. Deadline and next action follow. The old date stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `schedule_hearing` again, with the old and the new date and without a change of state. A continuance is no correction: it is the outcome `hearing_scheduled`. Without a hearing on record 409 `invalid_transition`.',
    body: hearingCorrection,
    errors: guarded,
  },
  correctJudgment: {
    ...ofCase,
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/judgment',
    summary: 'Put right facts of the judgment',
    description:
      'Date, manner, prejudice and amounts of the judgment that stands; what is not sent stays. The old values stay in the audit trail, as the event `corrected`. The customer gets a mail and the event `record_judgment` again, without a change of state. The outcome itself is not put right here: a judgment that was vacated gives way to a new hearing. Without a judgment on record 409 `invalid_transition`.',
    body: judgmentCorrection,
    errors: guarded,
  },
} as const satisfies Record<string, Route>;
