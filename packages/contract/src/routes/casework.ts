import { commands } from '@evict/case-model';
import { component } from '../fields.ts';
import { bodyLimits } from '../limits.ts';
import { caseResponse } from '../schemas/case.ts';
import { commandFields } from '../schemas/command-fields.ts';
import type { Route } from './route.ts';

export const serviceReport = component('ServiceReport', commandFields('record_service'), {
  stage: 'notice',
  status: 'served',
  method: 'personal',
  servedDate: '2026-07-02',
  expires: '2026-07-16',
  citation: 'Md. Code, Real Prop. § 8-401',
});

export const serviceCorrection = component('ServiceCorrection', commandFields('correct_service'), {
  expires: '2026-07-17',
  reason: 'The period was counted from the wrong day.',
});

export const holdBody = component('Hold', commandFields('hold'), {
  reason: 'bankruptcy',
  notes: 'Chapter 7, case 26-10442.',
});

export const deadlineBody = component('ReportedDeadline', commandFields('set_deadline'), {
  name: 'Mediation',
  date: '2026-08-01',
  citation: 'Md. Rule 17-205',
});

export const deadlineChange = component('DeadlineChange', commandFields('change_deadline'), {
  date: '2026-08-03',
  reason: 'The court extended it.',
});

const deadlineRemoval = component('DeadlineRemoval', commandFields('remove_deadline'), {
  reason: 'The agreement was performed.',
});

export const factBody = component('Fact', commandFields('record_fact'), { kind: 'answer_filed', date: '2026-07-28' });

export const filingReport = component('FilingReport', commandFields('record_filing'), {
  status: 'accepted',
  courtCaseNumber: 'D-06-CV-26-001442',
});

export const filingCorrection = component('FilingCorrection', commandFields('correct_filing'), {
  courtCaseNumber: 'D-06-CV-26-001443',
  reason: 'The last digit was wrong.',
});

export const hearingCorrection = component('HearingCorrection', commandFields('correct_hearing'), {
  date: '2026-08-13',
  reason: 'The order names the thirteenth.',
});

export const judgmentCorrection = component('JudgmentCorrection', commandFields('correct_judgment'), {
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

/** What an attorney reports about their case: each request is one command, made from its file. */
export const caseworkRoutes = {
  reportService: {
    ...ofCase,
    command: 'record_service',
    method: 'POST',
    path: '/v1/attorney/cases/{id}/service-attempts',
    summary: commands.record_service.title,
    description:
      'A paper is sent out only under a current approval of its exact bytes: 409 `guard_failed`. The case moves on when every defendant has been served, or with `restNotNeeded`. The last day of service governs, and of a notice the last `expires`. A later service is recorded without a change of state; its `expires` can extend a notice period that runs.',
    body: serviceReport,
    errors: guarded,
    idempotent: 'key',
  },
  correctService: {
    ...ofCase,
    command: 'correct_service',
    params: { id: 'case', attemptId: 'serviceAttempt' },
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/service-attempts/{attemptId}',
    summary: commands.correct_service.title,
    description:
      'The deadlines of the case follow. A notice period that is put right to a past day ends at once. What was recorded before stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `start_cure_period` or `summons_served` again, with the old and the new dates and without a change of state. Refused with `invalid_transition` once the stage has passed. `void` takes the service back: its attempt is `failed` and keeps its dates. For a notice the case returns to `notice_review`, until the filing is submitted; for a summons it returns from `summons_served` to `summons_sent`, until judgment. The customer gets a mail and the event `service_failed` with `voided: true`, then `begin_review` or `send_summons`.',
    body: serviceCorrection,
    errors: guarded,
  },
  holdCase: {
    ...ofCase,
    command: 'hold',
    method: 'POST',
    path: '/v1/attorney/cases/{id}/hold',
    summary: commands.hold.title,
    description: 'Nothing is served or filed until it is resumed. The customer sees the reason.',
    body: holdBody,
    errors: guarded,
    idempotent: 'key',
  },
  resumeCase: {
    ...ofCase,
    command: 'resume',
    method: 'POST',
    path: '/v1/attorney/cases/{id}/resume',
    summary: commands.resume.title,
    description:
      'The case returns to the state before the hold, or to the review of its stage where no approval is current. Refused with `guard_failed` while a withdrawal is pending.',
    errors: guarded,
    idempotent: 'key',
  },
  setDeadline: {
    ...ofCase,
    command: 'set_deadline',
    method: 'POST',
    path: '/v1/attorney/cases/{id}/deadlines',
    summary: commands.set_deadline.title,
    description:
      'The deadline appears in `deadlines` with an `id`. A past one stays. A case has at most 50 of them: 409 `guard_failed`.',
    body: deadlineBody,
    errors: guarded,
    idempotent: 'key',
  },
  changeDeadline: {
    ...ofCase,
    command: 'change_deadline',
    params: { id: 'case', deadlineId: 'deadline' },
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/deadlines/{deadlineId}',
    summary: commands.change_deadline.title,
    description: 'The old values stay in the audit trail.',
    body: deadlineChange,
    errors: guarded,
  },
  removeDeadline: {
    ...ofCase,
    command: 'remove_deadline',
    params: { id: 'case', deadlineId: 'deadline' },
    method: 'DELETE',
    path: '/v1/attorney/cases/{id}/deadlines/{deadlineId}',
    summary: commands.remove_deadline.title,
    description:
      'The old values stay in the audit trail, with the reason. The body can be left out. A reason can name a person, so it is no part of the address, which proxies log.',
    body: deadlineRemoval,
    bodyIsOptional: true,
    errors: guarded,
  },
  reportFact: {
    ...ofCase,
    command: 'record_fact',
    method: 'POST',
    path: '/v1/attorney/cases/{id}/facts',
    summary: commands.record_fact.title,
    description:
      'The fact is recorded as an internal event and decides nothing. A payment during the review of the filing calls for a new case summary, so that an older approval is stale. `dismissed` ends what a withdrawal after a filing leaves open, and is the one fact that is taken after the end of such a case.',
    body: factBody,
    errors: guarded,
    idempotent: 'key',
  },
  reportFiling: {
    ...ofCase,
    command: 'record_filing',
    method: 'POST',
    path: '/v1/attorney/cases/{id}/filings',
    summary: commands.record_filing.title,
    description:
      'A complaint is filed only under a current approval of its exact bytes: 409 `guard_failed`. An amended complaint is reported in the same way between acceptance and judgment: a filing of its own, with the events `submit_filing`, `filing_accepted` or `filing_rejected` and no change of state.',
    body: filingReport,
    errors: guarded,
    idempotent: 'key',
  },
  correctFiling: {
    ...ofCase,
    command: 'correct_filing',
    params: { id: 'case', filingId: 'filing' },
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/filings/{filingId}',
    summary: commands.correct_filing.title,
    description:
      'What was recorded before stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `submit_filing` or `filing_accepted` again, with the old and the new number and without a change of state.',
    body: filingCorrection,
    errors: guarded,
  },
  correctHearing: {
    ...ofCase,
    command: 'correct_hearing',
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/hearing',
    summary: commands.correct_hearing.title,
    description:
      'In every state after the hearing was reported. Deadline and next action follow. The old date stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `schedule_hearing` again, with the old and the new date and without a change of state. A continuance is no correction: it is the outcome `hearing_scheduled`. Without a hearing on record 409 `invalid_transition`.',
    body: hearingCorrection,
    errors: guarded,
  },
  correctJudgment: {
    ...ofCase,
    command: 'correct_judgment',
    method: 'PATCH',
    path: '/v1/attorney/cases/{id}/judgment',
    summary: commands.correct_judgment.title,
    description:
      'Date, manner, prejudice and amounts of the judgment that stands; what is not sent stays. The old values stay in the audit trail, as the event `corrected`. The customer gets a mail and the event `record_judgment` again, without a change of state. The outcome itself is not put right here: a judgment that was vacated gives way to a new hearing. Without a judgment on record 409 `invalid_transition`.',
    body: judgmentCorrection,
    errors: guarded,
  },
} as const satisfies Record<string, Route>;
