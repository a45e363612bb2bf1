import type { EventAction } from '@evict/case-model';
import type { SandboxStep, Step } from './demo-case.ts';

/** The documents of a filing: the complaint and the summons. */
export const filingDocuments = ['zz.complaint.v1', 'zz.summons.v1'] as const;

/** The reviewer approves the filing with its current documents, and it is sent to the court. */
export const fileWithCourt = step('advance', 'filing_submitted', ['approve_filing', 'submit_filing']);

/** The steps from the accepted filing to the executed writ. */
export const courtProceedings: readonly SandboxStep[] = [
  step('advance', 'summons_sent', ['filing_accepted', 'send_summons']),
  step('advance', 'summons_served', ['summons_served'], {
    documents: ['zz.proof.summons.v1'],
    deadlines: ['answer_due'],
  }),
  step('advance', 'hearing_scheduled', ['schedule_hearing'], { deadlines: ['hearing'] }),
  step('advance', 'judgment_entered', ['record_judgment'], { deadlines: ['appeal_period_ends'] }),
  step('advance', 'writ_requested', ['request_writ']),
  step('advance', 'writ_issued', ['writ_issued'], { deadlines: ['writ_expires'] }),
  step('advance', 'closed', ['close']),
];

/** The steps from submit to the end of the full notice period. */
export function noticePeriod(noticeSpecId: string, deadlines: readonly string[]): SandboxStep[] {
  return [
    ...noticeServed(noticeSpecId, deadlines),
    step('advance', 'filing_review', ['cure_period_expired'], { documents: filingDocuments }),
  ];
}

/** The steps from submit to the first day of the notice period. */
export function noticeServed(noticeSpecId: string, deadlines: readonly string[]): SandboxStep[] {
  return [
    step('submit', 'notice_review', ['submit'], { documents: [noticeSpecId] }),
    step('advance', 'notice_sent', ['approve_notice', 'send_notice']),
    step('advance', 'cure_period', ['notice_served', 'start_cure_period'], {
      documents: ['zz.proof.notice.v1'],
      deadlines,
    }),
  ];
}

export type Expected = Partial<Pick<Step, 'documents' | 'deadlines'>>;

/** Creates a step. It produces no documents and deadlines unless `expected` lists them. */
export function step<C extends string>(
  call: C,
  state: Step['state'],
  events: readonly EventAction[],
  expected: Expected = {},
) {
  return { call, state, events, documents: [], deadlines: [], ...expected };
}
