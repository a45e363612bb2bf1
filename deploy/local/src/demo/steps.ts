import type { EventAction } from '@evict/case-model';
import type { SandboxStep, Step } from './demo-case.ts';

type Expected = Partial<Pick<Step, 'documents' | 'deadlines'>>;

export function submit(state: Step['state'], events: readonly EventAction[], expected: Expected = {}): SandboxStep {
  return step('submit', state, events, expected);
}

export function reportCure(state: Step['state'], events: readonly EventAction[], expected: Expected = {}): SandboxStep {
  return step('report-cure', state, events, expected);
}

export function advance(state: Step['state'], events: readonly EventAction[], expected: Expected = {}): SandboxStep {
  return step('advance', state, events, expected);
}

/** Complaint and summons. */
export const filingDocuments = ['zz.complaint.v1', 'zz.summons.v1'] as const;

/** The reviewer approves the filing with its current documents. */
export const fileWithCourt = advance('filing_submitted', ['approve_filing', 'submit_filing']);

/** From the accepted filing to the executed writ. */
export const courtProceedings: readonly SandboxStep[] = [
  advance('summons_sent', ['filing_accepted', 'send_summons']),
  advance('summons_served', ['summons_served'], { documents: ['zz.proof.summons.v1'], deadlines: ['answer_due'] }),
  advance('hearing_scheduled', ['schedule_hearing'], { deadlines: ['hearing'] }),
  advance('judgment_entered', ['record_judgment'], { deadlines: ['appeal_period_ends'] }),
  advance('writ_requested', ['request_writ']),
  advance('writ_issued', ['writ_issued'], { deadlines: ['writ_expires'] }),
  advance('closed', ['close']),
];

/** From submit to the end of the full notice period. */
export function noticePeriod(noticeSpecId: string, deadlines: readonly string[]): SandboxStep[] {
  return [
    ...noticeServed(noticeSpecId, deadlines),
    advance('filing_review', ['cure_period_expired'], { documents: filingDocuments }),
  ];
}

/** From submit to the first day of the notice period. */
export function noticeServed(noticeSpecId: string, deadlines: readonly string[]): SandboxStep[] {
  return [
    submit('notice_review', ['submit'], { documents: [noticeSpecId] }),
    advance('notice_sent', ['approve_notice', 'send_notice']),
    advance('cure_period', ['notice_served', 'start_cure_period'], { documents: ['zz.proof.notice.v1'], deadlines }),
  ];
}

function step(
  call: SandboxStep['call'],
  state: Step['state'],
  events: readonly EventAction[],
  { documents = [], deadlines = [] }: Expected,
): SandboxStep {
  return { call, state, events, documents, deadlines };
}
