import type { EventAction } from '@evict/case-model';
import type { Client, Input } from '@evict/client';
import { addDays, type IsoDate } from '@evict/jurisdictions';
import { attestations, landlordAndTenant } from './facts.ts';
import type { DemoCase, Step } from './demo-case.ts';
import { onePagePdf } from './pdf.ts';
import { type Expected, step as expectedStep } from './steps.ts';

/** The clients of the people in a live case, and a way to let time pass. */
interface People {
  customer: Client;
  attorney: Client;
  /** Lets days pass until the notice period has ended. */
  endNoticePeriod: (caseId: string) => Promise<void>;
}

export interface LiveStep extends Step {
  take: (people: People, id: string) => Promise<unknown>;
}

/** Returns a live case from draft to closed, in which only the customer and the attorney act, over REST. */
export function liveCase(state: string, today: IsoDate): DemoCase<LiveStep> {
  const noticeEnds = addDays(today, 2);
  return {
    letter: 'e',
    title: 'Live, from notice to writ, over REST only: the attorney approves, serves, files and corrects a date',
    facts: () => ({
      ground: 'holdover',
      entryPoint: 'notice',
      ...landlordAndTenant,
      property: { ...landlordAndTenant.property, state },
      lease: { startDate: addDays(today, -430), endDate: addDays(today, -65), monthlyRentCents: 98_000 },
      attestations,
    }),
    uploads: () => [
      { filename: 'lease.pdf', purpose: 'other', contentBase64: paper('LEASE', 'It ended, and nobody moved out.') },
    ],
    path: [
      step('submit', 'notice_review', ['submit', 'assign_attorney', 'begin_review'], {
        documents: ['intake.summary.v1'],
        take: ({ customer }, id) => customer.submitCase({ id }),
      }),
      approved('notice', 'notice_approved', 'approve_notice'),
      ...served('notice', ['notice_served', 'start_cure_period'], {
        state: 'cure_period',
        servedDate: today,
        expires: addDays(today, 1),
        citation: 'As counsel reads the statute',
      }),
      step('correct', 'cure_period', ['start_cure_period'], {
        deadlines: ['notice_expires'],
        async take({ attorney }, id) {
          const { serviceAttempts } = await attorney.getAttorneyCase({ id });
          const attemptId = serviceAttempts.at(-1)?.id ?? '';
          const body = { expires: noticeEnds, reason: 'The first day was counted.' };
          return attorney.correctService({ id, attemptId, body });
        },
      }),
      step('period ends', 'filing_review', ['cure_period_expired'], {
        documents: ['intake.summary.v1'],
        // Every date of the case is moved back, so this deadline appears again with its new date.
        deadlines: ['notice_expires'],
        take: ({ endNoticePeriod }, id) => endNoticePeriod(id),
      }),
      approved('filing', 'filing_approved', 'approve_filing'),
      step('file', 'filing_submitted', ['submit_filing'], {
        take: ({ attorney }, id) =>
          attorney.reportFiling({ id, body: { status: 'submitted', envelopeId: '10442913' } }),
      }),
      step('accept', 'filing_accepted', ['filing_accepted'], {
        take: ({ attorney }, id) =>
          attorney.reportFiling({ id, body: { status: 'accepted', courtCaseNumber: 'CV-26-0144' } }),
      }),
      ...served('summons', ['summons_served'], { state: 'summons_served', servedDate: today }),
      reported(
        'hearing',
        'hearing_scheduled',
        'schedule_hearing',
        { type: 'hearing_scheduled', date: addDays(today, 21) },
        ['hearing'],
      ),
      reported('judgment', 'judgment_entered', 'record_judgment', { type: 'judgment', outcome: 'plaintiff' }),
      reported('writ', 'writ_requested', 'request_writ', { type: 'writ_requested' }),
      reported('issued', 'writ_issued', 'writ_issued', { type: 'writ_issued' }),
      reported('close', 'closed', 'close', { type: 'closed' }),
    ],
  };
}

function step(
  call: string,
  state: Step['state'],
  events: readonly EventAction[],
  { take, ...expected }: Expected & Pick<LiveStep, 'take'>,
): LiveStep {
  return { ...expectedStep(call, state, events, expected), take };
}

/** Returns a step in which the attorney attaches a stage's paper, and approves everything that is then under review. */
function approved(kind: 'notice' | 'filing', state: Step['state'], event: EventAction): LiveStep {
  return step('approve', state, [event], {
    documents: ['none'],
    async take({ attorney }, id) {
      await attach(attorney, id, kind);
      const { documents } = await attorney.getReviewRequirements({ id });
      const documentHashes = documents.map(({ contentHash }) => contentHash);
      return attorney.reviewCase({ id, body: { decision: 'approve', documentHashes } });
    },
  });
}

type ServiceReport = Input<'reportService'>['body'];

/**
 * Returns the steps in which the attorney reports that the paper was sent out and then served, and attaches a proof.
 */
function served(
  stage: 'notice' | 'summons',
  events: readonly EventAction[],
  { state, ...result }: Pick<ServiceReport, 'servedDate' | 'expires' | 'citation'> & Pick<Step, 'state'>,
): LiveStep[] {
  const report = (attorney: Client, id: string, body: Pick<ServiceReport, 'status'> & object) =>
    attorney.reportService({ id, body: { stage, method: 'personal', ...body } });
  return [
    step('send', `${stage}_sent`, [stage === 'notice' ? 'send_notice' : 'send_summons'], {
      take: ({ attorney }, id) => report(attorney, id, { status: 'pending' }),
    }),
    step('serve', state, events, {
      documents: ['none'],
      deadlines: result.expires === undefined ? [] : ['notice_expires'],
      async take({ attorney }, id) {
        await attach(attorney, id, 'proof', stage);
        return report(attorney, id, { status: 'served', ...result });
      },
    }),
  ];
}

function reported(
  call: string,
  state: Step['state'],
  event: EventAction,
  body: Input<'reportOutcome'>['body'],
  deadlines: readonly string[] = [],
): LiveStep {
  return step(call, state, [event], { deadlines, take: ({ attorney }, id) => attorney.reportOutcome({ id, body }) });
}

function attach(attorney: Client, id: string, kind: 'notice' | 'filing' | 'proof', of: string = kind) {
  const contentBase64 = paper(kind.toUpperCase(), `The ${of}, as the attorney wrote it.`);
  return attorney.attachDocument({ id, body: { kind, filename: `${kind}-${of}.pdf`, contentBase64 } });
}

function paper(...lines: string[]): string {
  return onePagePdf(lines).toString('base64');
}
