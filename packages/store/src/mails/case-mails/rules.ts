import { type CaseEvent, type CaseRecord, retriesExhausted, type Stage, type StepName } from '@evict/case-model';
import type { PlannedMail } from './kinds.ts';

/** One transition of a live case, as it is recorded. */
export interface MailedTransition {
  events: readonly CaseEvent[];
  /** Of the case before it; null where nothing had been recorded. */
  before: CaseRecord | null;
  record: CaseRecord;
}

/** The mails that a transition of a live case brings about. */
export function mailsOf(transition: MailedTransition): PlannedMail[] {
  const { events, before, record } = transition;
  const told = events.flatMap((event) => mailsByEvent[event.action]?.(event, transition) ?? []);
  // No event tells of a summary: it is no step of the case.
  return isSummaryReplaced(before, record) ? [...told, review('evidence_added')] : told;
}

type Rule = (event: CaseEvent, transition: MailedTransition) => readonly PlannedMail[];

/** Events that are not here are found in the case, its history and the webhooks: not every one is worth a mail. */
const mailsByEvent: Readonly<Partial<Record<CaseEvent['action'], Rule>>> = {
  assign_attorney: (_event, transition) => {
    if (isEngagedAnew(transition)) return engaged;
    // The attorney who asked for changes goes on with the case.
    return transition.events.some(({ action }) => action === 'submit') ? [review('resubmitted')] : [];
  },
  // To nobody yet, where the one before may not act on it any more.
  attorney_reassigned: ({ detail }) => (detail['attorneyId'] === null ? [] : engaged),
  request_changes: () => [{ kind: 'changes_requested' }],
  cure_reported: () => [{ kind: 'cure_reported' }],
  cure_period_expired: () => [{ kind: 'notice_period_over' }, review('notice_period_over')],
  schedule_hearing: () => [{ kind: 'hearing_scheduled' }],
  record_judgment: () => [{ kind: 'judgment_entered' }],
  hold: ({ detail }) =>
    detail['reason'] === 'attorney_declined'
      ? [{ kind: 'case_on_hold' }, { kind: 'attorney_declined' }]
      : [{ kind: 'case_on_hold' }],
  withdrawal_requested: () => [{ kind: 'withdrawal_requested' }],
  // Whoever ends a case knows of it.
  withdraw: ({ actorType }) => [
    ...(actorType === 'customer' ? [] : [{ kind: 'case_over' } as const]),
    ...(actorType === 'attorney' ? [] : [{ kind: 'case_withdrawn' } as const]),
  ],
  close_resolved: () => [{ kind: 'case_over' }],
  close: () => [{ kind: 'case_over' }],
  job_failed: ({ detail }, { record }) => {
    // A mail that tells of a mail would go the same way.
    if (detail['step'] === 'send_mail') return [];
    const isForGood = record.failure !== null && retriesExhausted(record.failure);
    if (detail['step'] === 'engage_attorney') {
      return isForGood || detail['attempt'] === 1 ? [{ kind: 'attorney_missing' }] : [];
    }
    return isForGood ? [{ kind: 'step_failed', detail: { step: detail['step'] as StepName } }] : [];
  },
};

const engaged = [{ kind: 'attorney_engaged' }, { kind: 'case_assigned' }] as const satisfies readonly PlannedMail[];

function review(reason: Extract<PlannedMail, { kind: 'review_requested' }>['detail']['reason']): PlannedMail {
  return { kind: 'review_requested', detail: { reason } };
}

function isEngagedAnew({ before, record }: MailedTransition): boolean {
  return record.attorneyId !== null && record.attorneyId !== before?.attorneyId;
}

/** What the attorney may have been reading is not what an approval has to name any more. */
function isSummaryReplaced(before: CaseRecord | null, { summaries }: CaseRecord): boolean {
  const stages: readonly Stage[] = ['notice', 'filing'];
  return stages.some((stage) => {
    const [old, current] = [before?.summaries[stage], summaries[stage]];
    return old && current && old.id !== current.id;
  });
}
