import type {
  AttachmentKind,
  CaseRecord,
  JudgmentOutcome,
  Outcome,
  ReviewDecision,
  ServiceMethod,
} from '@evict/case-model';
import { day } from '../e2e/support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../e2e/support/grounds.ts';
import { factsIn } from '../e2e/support/live.ts';
import type { Operation } from '../e2e/support/operate.ts';
import { type Act, liveStory } from './live-acts.ts';
import type { Story } from './story.ts';

type Service = Extract<Operation, { kind: 'record_service' }>;

const submit: Act = { does: 'submit' };
const join: Act = { does: 'join' };
const attach = (as: AttachmentKind, filename: string): Act => ({ does: 'attach', as, filename });
const review = (decision: ReviewDecision): Act => ({ does: 'review', decision, notes: notes[decision] });
const report = (outcome: Outcome): Act => ({ does: 'report', outcome });
const judgment = (outcome: JudgmentOutcome): Act => report({ type: 'judgment', outcome });

const notes: Record<ReviewDecision, string> = {
  approve: 'The ledger was compared with the lease.',
  request_changes: 'Please name the second tenant.',
  reject: 'A conflict of interest with the landlord.',
};
const closed = report({ type: 'closed' });
const hearing = (date: string): Act => report({ type: 'hearing_scheduled', date });

const service = (stage: Service['stage'], changes: Partial<Service>): Service => ({
  kind: 'record_service',
  stage,
  status: 'pending',
  method: 'personal',
  date: null,
  expires: null,
  ...changes,
});
const send = (stage: Service['stage'], method: ServiceMethod = 'personal'): Act => ({
  does: 'operate',
  command: service(stage, { method }),
});
const serve = (stage: Service['stage'], changes: Partial<Service> = {}): Act => ({
  does: 'operate',
  command: service(stage, { status: 'served', date: day(0), ...changes }),
});

const filed: Act = {
  does: 'operate',
  command: { kind: 'record_filing', status: 'submitted', rejectionCodes: [] },
  text: { envelopeId: 'ENVELOPE-4711' },
};
const accepted: Act = {
  does: 'operate',
  command: { kind: 'record_filing', status: 'accepted', rejectionCodes: [] },
  text: { courtCaseNumber: 'D-06-CV-26-004711' },
};
const returned: Act = {
  does: 'operate',
  command: { kind: 'record_filing', status: 'rejected', rejectionCodes: ['fee'] },
  text: { rejectionReasons: [{ code: 'fee', description: 'The fee was short by 5 dollars.' }] },
};

const personal = { stage: 'notice', method: 'personal' } as const;
const reportedDeadline = ({ deadlines }: CaseRecord) => deadlines.find(({ id }) => id !== undefined)?.id ?? '';

/** Under names that no document of the service has. */
const scans = filingEvidence.map((file) => ({ ...file, filename: `scan-${file.filename}` }));

const withdrawnAfterFiling: readonly Act[] = [
  join,
  { does: 'ask_first' },
  submit,
  { does: 'accept' },
  attach('filing', 'complaint-by-counsel.pdf'),
  review('approve'),
  filed,
  { does: 'withdraw' },
  closed,
];

export const liveStories: readonly Story[] = [
  liveStory({
    name: 'live-asked-first-withdrawn-after-filing',
    facts: holdoverFiling({ property: factsIn('OR').property }),
    evidence: scans,
    acts: withdrawnAfterFiling,
    endsIn: 'withdrawn',
  }),
  // The process that takes the dismissal after the end.
  liveStory({
    name: 'live-withdrawn-court-case-dismissed',
    facts: holdoverFiling({ property: factsIn('AZ').property }),
    evidence: scans,
    acts: [
      ...withdrawnAfterFiling,
      { does: 'casework', path: 'facts', body: { kind: 'dismissed', date: day(0), detail: 'Terry has left.' } },
    ],
    endsIn: 'withdrawn',
  }),
  // What is taken back, amended and vacated.
  liveStory({
    name: 'live-voided-amended-vacated-closed',
    facts: factsIn('MN'),
    acts: [
      join,
      submit,
      attach('notice', 'notice-to-quit.pdf'),
      review('approve'),
      send('notice'),
      serve('notice', { expires: day(3) }),
      {
        does: 'operate',
        command: ({ serviceAttempts }) => ({
          kind: 'correct_service',
          attemptId: serviceAttempts.at(-1)?.id ?? '',
          date: null,
          expires: null,
          citation: false,
          voided: true,
        }),
        text: { reason: 'The notice named Terry wrongly.' },
      },
      attach('notice', 'notice-to-quit-again.pdf'),
      review('approve'),
      send('notice'),
      serve('notice', { expires: day(3) }),
      { does: 'pass' },
      attach('filing', 'complaint-by-counsel.pdf'),
      review('approve'),
      filed,
      accepted,
      hearing(day(20)),
      judgment('plaintiff'),
      hearing(day(40)),
      {
        does: 'operate',
        command: { kind: 'outcome', outcome: { type: 'judgment', outcome: 'plaintiff', date: day(0) } },
        text: { amountCents: 140000, reason: 'Terry Example did not appear.' },
      },
      {
        does: 'operate',
        command: () => ({ kind: 'correct_judgment', withPrejudice: false, amounts: ['amountCents'] }),
        text: { amountCents: 120000, reason: 'Terry Example had paid a part.' },
      },
      {
        does: 'operate',
        command: { kind: 'correct_hearing', date: day(41) },
        text: { reason: 'The order about Terry names the next day.' },
      },
      report({ type: 'writ_requested' }),
      report({ type: 'writ_issued' }),
      { does: 'operate', command: { kind: 'outcome', outcome: { type: 'writ_requested' } } },
      report({ type: 'writ_issued' }),
      closed,
    ],
    endsIn: 'closed',
  }),
  liveStory({
    name: 'live-notice-period-over-closed',
    facts: factsIn('MD'),
    acts: [
      join,
      submit,
      attach('notice', 'notice-to-quit.pdf'),
      { does: 'upload', filename: 'letter-from-terry.pdf' },
      review('request_changes'),
      { does: 'edit', facts: { freeText: 'The tenant has moved a horse in.' } },
      submit,
      attach('notice', 'notice-to-quit-2.pdf'),
      { does: 'attach', as: 'notice', filename: 'notice-to-quit-3.pdf', replaces: true },
      review('approve'),
      send('notice'),
      {
        does: 'operate',
        command: service('notice', { status: 'failed' }),
        text: { reason: 'Nobody opened but a dog barked.' },
      },
      send('notice', 'posting'),
      {
        does: 'operate',
        command: service('notice', { status: 'served', method: 'posting', date: day(0), expires: day(14) }),
        text: { citation: 'Md. Code, Real Prop. § 8-401' },
      },
      attach('proof', 'affidavit-of-posting.pdf'),
      { does: 'pass' },
      review('approve'),
      closed,
    ],
    endsIn: 'closed',
  }),
  liveStory({
    name: 'live-filing-returned-judgment-writ-closed',
    facts: holdoverFiling({ property: factsIn('VA').property }),
    evidence: scans,
    acts: [
      join,
      submit,
      attach('filing', 'complaint-by-counsel.pdf'),
      review('approve'),
      filed,
      returned,
      attach('filing', 'complaint-by-counsel-2.pdf'),
      { does: 'operate', command: { kind: 'rework_filing' }, text: { reason: 'Counsel has added the fee.' } },
      review('approve'),
      filed,
      accepted,
      send('summons'),
      serve('summons'),
      attach('proof', 'affidavit-of-service.pdf'),
      hearing(day(20)),
      hearing(day(27)),
      judgment('plaintiff'),
      report({ type: 'writ_requested' }),
      report({ type: 'writ_issued' }),
      closed,
    ],
    endsIn: 'closed',
  }),
  liveStory({
    name: 'live-changes-after-service-judgment-for-defendant',
    facts: factsIn('PA'),
    acts: [
      join,
      submit,
      attach('notice', 'notice-to-quit.pdf'),
      review('approve'),
      // Without any command, the case reconciles after a day.
      { does: 'pass' },
      send('notice'),
      { does: 'operate', command: { kind: 'resume' }, refused: 'invalid_transition' },
      serve('notice', { expires: day(3) }),
      {
        does: 'operate',
        command: { kind: 'expire_notice' },
        text: { reason: 'Counsel says that it is over.' },
        refused: 'period_running',
      },
      { does: 'pass' },
      review('request_changes'),
      { does: 'edit', facts: { freeText: 'The horse is still there.' } },
      submit,
      attach('filing', 'complaint-by-counsel.pdf'),
      review('approve'),
      filed,
      accepted,
      send('summons'),
      serve('summons'),
      judgment('defendant'),
      closed,
    ],
    endsIn: 'closed',
  }),
  liveStory({
    name: 'live-reported-by-the-attorney-and-corrected-closed',
    facts: factsIn('NM'),
    acts: [
      join,
      submit,
      attach('notice', 'notice-to-quit.pdf'),
      review('approve'),
      { does: 'casework', path: 'service-attempts', body: { ...personal, status: 'pending' } },
      {
        does: 'casework',
        path: 'service-attempts',
        body: { ...personal, status: 'served', servedDate: day(0), expires: day(3), citation: 'NMSA 1978, § 47-8-33' },
      },
      {
        does: 'operate',
        command: ({ serviceAttempts }) => ({
          kind: 'correct_service',
          attemptId: serviceAttempts.at(-1)?.id ?? '',
          date: null,
          expires: day(10),
          citation: true,
        }),
        text: { citation: 'NMSA 1978, § 47-8-37', reason: 'Terry Example was told of ten days.' },
      },
      { does: 'operate', command: { kind: 'set_deadline', date: day(4) }, text: { name: 'Answer of Terry' } },
      {
        does: 'operate',
        command: (record) => ({ kind: 'change_deadline', deadlineId: reportedDeadline(record), date: day(5) }),
        text: { reason: 'The clerk has extended it.' },
      },
      { does: 'operate', command: (record) => ({ kind: 'remove_deadline', deadlineId: reportedDeadline(record) }) },
      {
        does: 'operate',
        command: { kind: 'record_fact', fact: 'payment', date: day(0) },
        text: { detail: 'Terry Example has paid half.' },
      },
      { does: 'casework', path: 'hold', body: { reason: 'agreement', notes: 'Terry pays by Friday.' } },
      { does: 'casework', path: 'resume' },
      { does: 'pass' },
      attach('filing', 'complaint-by-counsel.pdf'),
      review('approve'),
      filed,
      accepted,
      {
        does: 'operate',
        command: ({ filings }) => ({
          kind: 'correct_filing',
          filingId: filings.at(-1)?.id ?? '',
          fields: ['courtCaseNumber'],
        }),
        text: { courtCaseNumber: 'D-06-CV-26-004712', reason: 'The last digit was wrong.' },
      },
      closed,
    ],
    endsIn: 'closed',
  }),
  liveStory({
    name: 'live-cure-reported-resolved',
    facts: leaseViolation({ property: factsIn('OH').property }),
    acts: [
      join,
      submit,
      attach('notice', 'notice-to-cure.pdf'),
      review('approve'),
      send('notice'),
      serve('notice', { expires: day(10) }),
      { does: 'report_cure' },
      closed,
    ],
    endsIn: 'resolved',
  }),
  liveStory({
    name: 'live-restored-then-cured-by-operators',
    facts: factsIn('GA'),
    acts: [
      join,
      submit,
      attach('notice', 'notice-to-quit.pdf'),
      review('approve'),
      send('notice'),
      serve('notice', { expires: day(10) }),
      { does: 'restore' },
      { does: 'upload', filename: 'cheque-of-terry.pdf' },
      { does: 'operate', command: { kind: 'cure' }, text: { reason: 'Terry Example has paid.' } },
    ],
    endsIn: 'resolved',
  }),
  liveStory({
    name: 'live-search-for-an-attorney-declined-reassigned-withdrawn',
    facts: factsIn('TX'),
    acts: [
      submit,
      { does: 'fail', times: 1 },
      join,
      { does: 'pass' },
      review('reject'),
      join,
      { does: 'assign' },
      { does: 'operate', command: { kind: 'resume' } },
      review('approve'),
      { does: 'withdraw' },
      closed,
    ],
    endsIn: 'withdrawn',
  }),
  liveStory({
    name: 'live-search-given-up-retried-held-withdrawn-by-operators',
    facts: factsIn('CO'),
    acts: [
      submit,
      { does: 'fail', times: 2 },
      { does: 'restore' },
      { does: 'fail', times: 5 },
      { does: 'operate', command: { kind: 'retry_step' } },
      { does: 'operate', command: { kind: 'hold' }, text: { reason: 'Terry Example has called.' } },
      join,
      { does: 'assign' },
      { does: 'operate', command: { kind: 'resume' } },
      { does: 'withdraw' },
      { does: 'operate', command: { kind: 'confirm_withdrawal' }, text: { reason: 'Counsel is on holiday.' } },
    ],
    endsIn: 'withdrawn',
  }),
  liveStory({
    name: 'live-draft-left-alone-withdrawn',
    facts: factsIn('AZ'),
    acts: [{ does: 'withdraw_idle' }],
    endsIn: 'withdrawn',
  }),
  liveStory({
    name: 'live-changes-requested-left-alone-withdrawn',
    facts: factsIn('NV'),
    acts: [join, submit, review('request_changes'), { does: 'withdraw_idle' }],
    endsIn: 'withdrawn',
  }),
  liveStory({
    name: 'live-mail-failed-attorney-lapsed-closed',
    facts: factsIn('UT'),
    acts: [
      join,
      submit,
      { does: 'fail_mail' },
      { does: 'operate', command: { kind: 'retry_step' } },
      review('request_changes'),
      { does: 'lapse' },
      join,
      submit,
      review('approve'),
      closed,
    ],
    endsIn: 'closed',
  }),
];
