import type { Case, CaseEvent, ReportedFact } from '../api/queries.ts';
import { formatCents, formatDay } from '../shared/format.ts';

/** The names of actors in the history. */
export const actorTypeNames: Readonly<Record<CaseEvent['actorType'], string>> = {
  customer: 'You or a colleague',
  attorney: 'Attorney',
  platform: 'The service',
  reviewer: 'Sandbox reviewer',
};

export const reporterNames: Readonly<Record<ReportedFact['reportedBy'], string>> = {
  customer: 'you or a colleague',
  attorney: 'the attorney',
  platform: 'the service',
};

/** Says what happened, in two or three words. */
export function shortEventName(action: CaseEvent['action'] | ReportedFact['kind']): string {
  return shortNames[action];
}

const shortNames: Readonly<Record<CaseEvent['action'] | ReportedFact['kind'], string>> = {
  submit: 'Submitted',
  assign_attorney: 'Attorney assigned',
  begin_review: 'Review started',
  request_changes: 'Changes requested',
  approve_notice: 'Notice approved',
  send_notice: 'Notice out for service',
  service_failed: 'Service failed',
  notice_served: 'Notice served',
  start_cure_period: 'Notice period started',
  cure_reported: 'Cure reported',
  cure: 'Cured',
  close_resolved: 'Resolved',
  cure_period_expired: 'Notice period ended',
  approve_filing: 'Filing approved',
  submit_filing: 'Filed with the court',
  filing_rejected: 'Filing returned by the clerk',
  rework_filing: 'Filing back in review',
  filing_accepted: 'Filing accepted',
  send_summons: 'Summons out for service',
  summons_served: 'Summons served',
  schedule_hearing: 'Hearing set',
  record_judgment: 'Judgment entered',
  request_writ: 'Writ requested',
  writ_issued: 'Writ issued',
  close: 'Closed',
  hold: 'Put on hold',
  resume: 'Resumed',
  withdrawal_requested: 'Withdrawal requested',
  withdraw: 'Withdrawn',
  answer_filed: 'Answer filed by the tenant',
  transferred: 'Transferred to another court',
  payment: 'Payment reported',
  moved_out: 'Move-out reported',
  writ_signed: 'Writ signed by the court',
  lockout_executed: 'Lockout carried out',
  dismissed: 'Dismissed by the court',
};

const methodNames: Readonly<Record<string, string>> = {
  personal: 'In person',
  substitute: 'By substitute service',
  posting: 'By posting',
  certified_mail: 'By certified mail',
  first_class_mail: 'By first-class mail',
  posting_and_mail: 'By posting and mail',
};

/** Returns a method of service in words. */
export function methodName(method: unknown): string {
  if (!isText(method)) return 'Method not reported';
  return methodNames[method] ?? method.replaceAll('_', ' ');
}

const holdReasons: Readonly<Record<string, string>> = {
  withdrawal_requested: 'Because a withdrawal was requested.',
  attorney_declined: 'Because the attorney declined the case.',
  reviewer_rejected: 'Because the sandbox reviewer declined the case.',
  operator: 'By our operators.',
  bankruptcy: 'Because of a bankruptcy.',
  court_stay: 'Because the court stayed the case.',
  appeal: 'Because of an appeal.',
  agreement: 'Because of an agreement between the parties.',
  other: 'For another reason.',
};

const rejectionReasons: Readonly<Record<string, string>> = {
  missing_information: 'missing information',
  party_name: 'the name of a party',
  wrong_court: 'the wrong court',
  missing_document: 'a missing document',
  fee: 'the fee',
  signature: 'the signature',
  other: 'another reason',
};

/** Returns the clerk's reasons for returning a filing, in words. */
function rejectionText(reasons: readonly unknown[]): string {
  return reasons.map((reason) => rejectionReasons[String(reason)] ?? 'another reason').join(', ');
}

const outcomes: Readonly<Record<string, string>> = {
  plaintiff: 'For the plaintiff',
  defendant: 'For the defendant',
  dismissed: 'The case was dismissed',
};

type Detail = Readonly<Record<string, unknown>>;

/** Returns sentences with the details of an event. Leaves out details that this page doesn't know. */
export function eventSentences(
  event: Pick<CaseEvent, 'action' | 'detail'>,
  parties: Case['data']['parties'],
): string[] {
  const detail = (event.detail ?? {}) as Detail;
  return [
    ...(sentences[event.action]?.(detail, parties) ?? []),
    ...(detail['corrected'] === true ? ['This corrects what was recorded before.'] : []),
    ...(detail['added'] === true ? ['Details were added.'] : []),
    ...(detail['signed'] === true ? ['The attorney signed the approval with a passkey.'] : []),
    ...(detail['amended'] === true ? ['This is about an amended complaint.'] : []),
    ...(detail['reason'] === 'service_voided' ? ['The earlier service was voided.'] : []),
  ];
}

const filedSentence = (filedOn: unknown) => (isText(filedOn) ? [`Filed on ${dayText(filedOn)}.`] : []);

type Sentences = (detail: Detail, parties: Case['data']['parties']) => string[];

/** The sentences for each event. An event without an entry is fully described by its name. */
const sentences: Partial<Record<CaseEvent['action'], Sentences>> = {
  notice_served: servedSentences,
  summons_served: servedSentences,
  service_failed(detail, parties) {
    const party = parties[Number(detail['partyIndex'])]?.name;
    const paper = detail['stage'] === 'summons' ? 'the summons' : 'the notice';
    const whom = party === undefined ? '' : ` on ${party}`;
    return [`Service of ${paper}${whom} failed (${methodName(detail['method']).toLowerCase()}).`];
  },
  start_cure_period: ({ deadline, citation }) => [
    ...(isText(deadline) ? [`It runs through ${dayText(deadline)}.`] : []),
    ...(isText(citation) ? [`Source: ${citation}.`] : []),
  ],
  filing_accepted: ({ courtCaseNumber, filedOn }) => [
    ...(isText(courtCaseNumber) ? [`Court case number ${courtCaseNumber}.`] : []),
    ...filedSentence(filedOn),
  ],
  submit_filing: ({ envelopeId, filedOn }) => [
    ...(isText(envelopeId) ? [`Envelope ${envelopeId}.`] : []),
    ...filedSentence(filedOn),
  ],
  filing_rejected: ({ reasons }) => (Array.isArray(reasons) ? [`Reasons: ${rejectionText(reasons)}.`] : []),
  schedule_hearing: ({ date, time, place, previousDate, vacatedJudgment }) => [
    `On ${dayText(date)}${isText(time) ? ` at ${time}` : ''}.`,
    ...(isText(place) ? [`Place: ${place}.`] : []),
    ...(isText(previousDate) && previousDate !== date ? [`Previously set for ${dayText(previousDate)}.`] : []),
    ...(vacatedJudgment ? ['The earlier judgment no longer stands.'] : []),
  ],
  record_judgment: judgmentSentences,
  hold: ({ reason, until }) => [
    ...(isText(reason) && reason in holdReasons ? [holdReasons[reason] ?? ''] : []),
    ...(isText(until) ? [`Expected to end on ${dayText(until)}.`] : []),
  ],
  withdraw: dismissalSentences,
  withdrawal_requested: dismissalSentences,
};

function servedSentences({ method, servedDate }: Detail): string[] {
  return [`${methodName(method)}, on ${dayText(servedDate)}.`];
}

function dismissalSentences({ dismissedOn }: Detail): string[] {
  return isText(dismissedOn) ? [`The court case was dismissed on ${dayText(dismissedOn)}.`] : [];
}

/** Returns sentences about a judgment, from an event or from the case. */
export function judgmentSentences(detail: Detail): string[] {
  const outcome = outcomes[String(detail['outcome'])] ?? 'Unknown outcome';
  const manner = detail['manner'] === 'default' ? ', by default' : '';
  const amounts = [
    ['amountCents', 'Amount awarded'],
    ['costsCents', 'Costs'],
  ] as const;
  return [
    `${outcome}${manner}${isText(detail['date']) ? `, on ${dayText(detail['date'])}` : ''}.`,
    ...amounts.flatMap(([name, label]) => {
      const cents = detail[name];
      return typeof cents === 'number' ? [`${label}: ${formatCents(cents)}.`] : [];
    }),
  ];
}

function dayText(day: unknown): string {
  return isText(day) && /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDay(day) : 'a date that is not on record';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
