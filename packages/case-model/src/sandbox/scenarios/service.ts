import { addDays, type ServiceMethod, type ServiceStage } from '@evict/jurisdictions';
import { correctService } from '../../commands/correct-service.ts';
import { outcome } from '../../commands/outcome.ts';
import { recordService } from '../../commands/record-service.ts';
import type { CaseRecord } from '../../record.ts';
import { pendingAttempt } from '../../service-attempts.ts';
import type { DocumentOrder } from '../../stage-documents.ts';
import { effectiveState, type State } from '../../states.ts';
import { noticePeriod } from '../../transitions/notice-served.ts';
import { isVoidable, voidable } from '../../transitions/voiding.ts';
import { proofOrder } from '../service.ts';
import { nextHearing } from './court.ts';
import { report, type Scenario, type Step, today } from './scenario.ts';

const ofSummons: readonly State[] = ['filing_accepted', 'summons_sent', 'summons_served', 'hearing_scheduled'];

/** Returns the paper whose service matters in the current state. */
function paperOf(record: CaseRecord): ServiceStage {
  return ofSummons.includes(effectiveState(record)) ? 'summons' : 'notice';
}

const undated = { date: null, expires: null } as const;

const sentOut = (method: ServiceMethod): Step =>
  report(recordService)(({ record }) => ({
    kind: 'record_service',
    stage: paperOf(record),
    status: 'pending',
    method,
    ...undated,
  }));

const failed: Step = report(recordService)(({ record }) => {
  const attempt = pendingAttempt(record, paperOf(record));
  if (!attempt) return null;
  const { stage, method } = attempt;
  return { kind: 'record_service', stage, status: 'failed', method, failureReason: 'Nobody was home', ...undated };
});

/** Reports service today. The rule pack computes the notice period, which an attorney would report in a live case. */
const served: Step = report(recordService)((turn) => {
  const attempt = pendingAttempt(turn.record, paperOf(turn.record));
  if (!attempt) return null;
  const { stage, method } = attempt;
  const date = today(turn);
  const result = { kind: 'record_service', stage, status: 'served', method, date } as const;
  if (stage === 'summons') return { ...result, expires: null };
  const { deadlines, expires } = noticePeriod(turn.record, method, { servedDate: date, expires: null, citation: null });
  const citation = deadlines.find((deadline) => deadline.date === expires)?.citation ?? '';
  return { ...result, expires, citation };
});

const voided: Step = report(correctService)(({ record }) => {
  const attempt = record.serviceAttempts.findLast((one) => isVoidable(record, one));
  if (!attempt) return null;
  const reason = 'The paper named the wrong unit.';
  return { kind: 'correct_service', attemptId: attempt.id, date: null, expires: null, voided: true, reason };
});

/** Extends the notice period by three days, or moves the service of a summons back by one day. */
const corrected: Step = report(correctService)(({ record }) => {
  const { notice, deadlines } = record;
  const stage = paperOf(record);
  const attempt = record.serviceAttempts.findLast((one) => one.stage === stage && one.status === 'served');
  if (!attempt?.servedDate) return null;
  const correction = { kind: 'correct_service', attemptId: attempt.id, reason: 'The date was misread.' } as const;
  if (stage === 'summons') return { ...correction, date: addDays(attempt.servedDate, -1), expires: null };
  if (!notice?.expires) return null;
  const citation = deadlines.find(({ date }) => date === notice.expires)?.citation ?? '';
  return { ...correction, date: null, expires: addDays(notice.expires, 3), citation };
});

const proof = (record: CaseRecord, method?: ServiceMethod): readonly DocumentOrder[] => {
  const stage = paperOf(record);
  const by = method ?? pendingAttempt(record, stage)?.method;
  return by === undefined ? [] : [proofOrder(record, stage, by)];
};

const beforeService = ['notice_approved', 'filing_accepted'] as const satisfies readonly State[];
const voidableNotice = voidable.notice.filter((state) => state !== 'notice_sent');
const correctable = ['summons_served', 'hearing_scheduled'] as const satisfies readonly State[];
const outForService = ['notice_sent', 'summons_sent'] as const satisfies readonly State[];

/** Scenarios in which a paper is served. */
export const serviceScenarios: Readonly<Record<string, Scenario>> = {
  sent_out: {
    description: 'The paper goes out for service.',
    from: beforeService,
    events: ['send_notice', 'send_summons'],
    steps: [sentOut('personal')],
  },
  served: {
    description: 'The paper is served today.',
    from: outForService,
    events: ['notice_served', 'start_cure_period', 'summons_served'],
    documents: (record) => proof(record),
    steps: [served],
  },
  service_failed: {
    description: 'The attempt at service fails. The next advance sends the paper out again.',
    from: outForService,
    events: ['service_failed'],
    steps: [failed],
  },
  served_by_posting: {
    description: 'Service fails twice, then succeeds by posting.',
    from: outForService,
    events: ['service_failed', 'notice_served', 'start_cure_period', 'summons_served'],
    documents: (record) => proof(record, 'posting'),
    steps: [failed, sentOut('substitute'), failed, sentOut('posting'), served],
  },
  summons_served_late: {
    description: 'The hearing is set first, and the summons is served after that.',
    from: ['summons_sent'],
    events: ['schedule_hearing', 'summons_served'],
    documents: (record) => proof(record),
    steps: [report(outcome)(nextHearing), served],
  },
  service_voided: {
    description: 'The service was defective. A notice is reviewed again; a summons goes out again.',
    from: [...voidableNotice, ...correctable],
    events: ['service_failed', 'begin_review', 'send_summons'],
    steps: [voided],
  },
  service_corrected: {
    description:
      'A date was reported wrong: the notice period ends three days later, or the summons was served a day earlier.',
    from: ['cure_period', ...correctable],
    events: ['start_cure_period', 'summons_served'],
    steps: [corrected],
  },
};
