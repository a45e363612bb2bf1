import { call } from '../../api/call.ts';
import type { AttorneyCase } from '../../api/queries.ts';
import type { ReportField, ReportValues } from '../../shared/report-fields.ts';
import {
  factNames,
  filingStatusNames,
  holdReasonNames,
  judgmentMannerNames,
  judgmentOutcomeNames,
  rejectionNames,
  reportWords as words,
  serviceMethodNames,
  serviceStageNames,
  serviceStatusNames,
} from '../../wording/reports.ts';
import { choice, day, optionalReason, reason, type Report, send, text } from './report-parts.ts';

type Attempt = AttorneyCase['serviceAttempts'][number];
type Filing = AttorneyCase['filings'][number];
type Deadline = AttorneyCase['deadlines'][number];

/** The attempt whose result is reported next gives its paper, manner and defendant. */
export function serviceReport({ id, data, serviceAttempts, state }: AttorneyCase): Report {
  const open = serviceAttempts.findLast(({ status }) => status === 'pending');
  const defendants = Object.fromEntries(
    data.parties.flatMap(({ role, name }, index) => (role === 'defendant' ? [[String(index), name]] : [])),
  );
  const isNotice = open ? open.stage === 'notice' : !state.startsWith('filing_') && !state.startsWith('summons_');
  const isServed = ({ status }: Record<string, string | boolean>) => status === 'served';
  return {
    verb: words.service,
    meaning: words.serviceHelp,
    fields: [
      choice('stage', words.stage, serviceStageNames, { initial: isNotice ? 'notice' : 'summons' }),
      choice('status', words.result, serviceStatusNames, { initial: open ? 'served' : 'pending' }),
      choice('method', words.method, serviceMethodNames, { initial: open?.method ?? 'personal' }),
      choice('partyIndex', words.party, defendants, {
        required: false,
        initial: String(open?.partyIndex ?? ''),
        as: Number,
      }),
      day('servedDate', words.servedDate, { required: true, when: isServed }),
      day('expires', words.expires, {
        required: true,
        when: (values) => isServed(values) && values['stage'] === 'notice',
      }),
      text('citation', words.citation, {
        required: true,
        when: (values) => isServed(values) && values['stage'] === 'notice',
      }),
      { name: 'restNotNeeded', label: words.restFlag, kind: 'flag', when: isServed },
      { name: 'failureReason', label: words.failureReason, kind: 'long', when: ({ status }) => status === 'failed' },
    ],
    send: send('POST /v1/attorney/cases/{id}/service-attempts', { id }),
  };
}

/** What can be put right about a service that is on record. */
export function serviceCorrections(id: string, { id: attemptId, stage, status, ...attempt }: Attempt): Report[] {
  if (status !== 'served') return [];
  const change = send('PATCH /v1/attorney/cases/{id}/service-attempts/{attemptId}', { id, attemptId });
  const isNotice = stage === 'notice';
  const period = [
    day('expires', words.expires, { initial: attempt.expires ?? '' }),
    text('citation', words.citation, { initial: attempt.citation ?? '' }),
  ];
  return [
    {
      verb: words.correctService,
      fields: [
        day('servedDate', words.servedDate, { initial: attempt.servedDate ?? '' }),
        ...(isNotice ? period : []),
        reason,
      ],
      send: change,
    },
    {
      verb: words.voidService,
      meaning: words.voidHelp,
      fields: [reason],
      send: (body) => change({ ...body, void: true }),
    },
    {
      verb: words.restNotNeeded,
      meaning: words.restHelp,
      fields: [reason],
      send: (body) => change({ ...body, restNotNeeded: true }),
    },
  ];
}

/** A filing is submitted, then the clerk accepts or returns it. */
export function filingReport({ id, filings }: AttorneyCase): Report {
  const isOut = filings.at(-1)?.status === 'submitted';
  const isReturned = ({ status }: Record<string, string | boolean>) => status === 'rejected';
  return {
    verb: words.filing,
    fields: [
      choice('status', words.status, filingStatusNames, { initial: isOut ? 'accepted' : 'submitted' }),
      text('envelopeId', words.envelopeId),
      text('courtCaseNumber', words.courtCaseNumber, { when: ({ status }) => status === 'accepted' }),
      choice('rejectionCode', words.rejectionCode, rejectionNames, { when: isReturned }),
      { name: 'rejectionText', label: words.rejectionText, kind: 'long', required: true, when: isReturned },
    ],
    send: send('POST /v1/attorney/cases/{id}/filings', { id }, withRejection),
  };
}

/** The form has one reason of the court; the interface takes several. */
function withRejection(body: object): object {
  const { rejectionCode: code, rejectionText: description, ...rest } = body as Record<string, unknown>;
  if (code === undefined) return rest;
  return { ...rest, rejectionReasons: [{ code, ...(description !== undefined && { description }) }] };
}

export function filingCorrection(id: string, { id: filingId, ...filing }: Filing): Report {
  return {
    verb: words.correctFiling,
    fields: [
      text('envelopeId', words.envelopeId, { initial: filing.envelopeId ?? '' }),
      ...(filing.status === 'accepted'
        ? [text('courtCaseNumber', words.courtCaseNumber, { initial: filing.courtCaseNumber ?? '' })]
        : []),
      reason,
    ],
    send: send('PATCH /v1/attorney/cases/{id}/filings/{filingId}', { id, filingId }),
  };
}

/** The facts of a judgment; prejudice is one of a dismissal. */
function judgmentFields(isDismissal: (values: ReportValues) => boolean): ReportField[] {
  return [
    day('date', words.date),
    choice('manner', words.manner, judgmentMannerNames, { required: false }),
    choice(
      'withPrejudice',
      words.withPrejudice,
      { yes: words.yes, no: words.no },
      { required: false, as: (answer) => answer === 'yes', when: isDismissal },
    ),
    { name: 'amountCents', label: words.amount, kind: 'money' },
    { name: 'costsCents', label: words.costs, kind: 'money' },
  ];
}

/** What can be put right of what the court did. */
export function courtCorrections({ id, data: { progress } }: AttorneyCase): Report[] {
  const { hearing, judgment } = progress;
  const ofHearing: Report = {
    verb: words.correctHearing,
    fields: [day('date', words.hearingDate, { required: true, initial: hearing?.date ?? '' }), reason],
    send: send('PATCH /v1/attorney/cases/{id}/hearing', { id }),
  };
  const ofJudgment: Report = {
    verb: words.correctJudgment,
    meaning: words.correctJudgmentHelp,
    fields: [...judgmentFields(() => judgment?.outcome === 'dismissed'), reason],
    send: send('PATCH /v1/attorney/cases/{id}/judgment', { id }),
  };
  return [...(hearing ? [ofHearing] : []), ...(judgment ? [ofJudgment] : [])];
}

/** What the court did, and the end of the case. */
export function outcomeReports({ id }: AttorneyCase): Report[] {
  const outcome = (type: string, build = (body: object): object => body) =>
    send('POST /v1/attorney/cases/{id}/outcomes', { id }, (body) => ({ type, ...build(body) }));
  return [
    {
      verb: words.hearing,
      meaning: words.hearingHelp,
      fields: [day('date', words.hearingDate, { required: true })],
      send: outcome('hearing_scheduled'),
    },
    {
      verb: words.judgment,
      fields: [
        choice('outcome', words.outcome, judgmentOutcomeNames),
        ...judgmentFields(({ outcome: result }) => result === 'dismissed'),
      ],
      send: outcome('judgment', (body) => {
        const { outcome: result, ...judgment } = body as Record<string, unknown>;
        return { outcome: result, ...(Object.keys(judgment).length > 0 && { judgment }) };
      }),
    },
    { verb: words.writRequested, fields: [], send: outcome('writ_requested') },
    { verb: words.writIssued, fields: [], send: outcome('writ_issued') },
    {
      verb: words.close,
      meaning: words.closeHelp,
      fields: [day('dismissedOn', words.dismissedOn)],
      send: outcome('closed'),
    },
  ];
}

/** A hold or its end, facts and deadlines. */
export function otherReports({ id, state }: AttorneyCase): Report[] {
  const hold: Report = {
    verb: words.hold,
    meaning: words.holdHelp,
    fields: [
      choice('reason', words.reason, holdReasonNames),
      day('until', words.until),
      { name: 'notes', label: words.internalNotes, kind: 'long' },
    ],
    send: send('POST /v1/attorney/cases/{id}/hold', { id }),
  };
  const resume: Report = {
    verb: words.resume,
    meaning: words.resumeHelp,
    fields: [],
    send: (_body) => call('POST /v1/attorney/cases/{id}/resume', { id }),
  };
  return [
    state === 'on_hold' ? resume : hold,
    {
      verb: words.fact,
      meaning: words.factHelp,
      fields: [
        choice('kind', words.kind, factNames),
        day('date', words.date, { required: true }),
        { name: 'detail', label: words.detail, kind: 'long' },
      ],
      send: send('POST /v1/attorney/cases/{id}/facts', { id }),
    },
  ];
}

export function newDeadline(id: string): Report {
  return {
    verb: words.deadline,
    fields: [
      text('name', words.name, { required: true }),
      day('date', words.date, { required: true }),
      text('citation', words.citation, { required: true }),
      optionalReason,
    ],
    send: send('POST /v1/attorney/cases/{id}/deadlines', { id }),
  };
}

/** The service's own deadlines follow from what is reported; only added ones are changed. */
export function deadlineChanges(id: string, { id: deadlineId, name, date, citation }: Deadline): Report[] {
  if (deadlineId === undefined) return [];
  return [
    {
      verb: words.changeDeadline,
      fields: [
        text('name', words.name, { initial: name }),
        day('date', words.date, { initial: date }),
        text('citation', words.citation, { initial: citation }),
        optionalReason,
      ],
      send: send('PATCH /v1/attorney/cases/{id}/deadlines/{deadlineId}', { id, deadlineId }),
    },
    {
      verb: words.removeDeadline,
      fields: [optionalReason],
      send: send('DELETE /v1/attorney/cases/{id}/deadlines/{deadlineId}', { id, deadlineId }),
    },
  ];
}
