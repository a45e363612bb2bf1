import { addDays, type ServiceMethod, type ServiceStage } from '@evict/jurisdictions';
import { correctService } from '../../commands/correct-service.ts';
import { outcome } from '../../commands/outcome.ts';
import { recordService } from '../../commands/record-service.ts';
import type { CaseRecord } from '../../record.ts';
import { pendingAttempt } from '../../service-attempts.ts';
import type { DocumentOrder } from '../../stage-documents.ts';
import { effectiveState, type State } from '../../states.ts';
import { noticePeriod } from '../../transitions/notice-served.ts';
import { isVoidable } from '../../transitions/voiding.ts';
import { proofOrder } from '../service.ts';
import { nextHearing } from './court.ts';
import { report, type Scenario, type Step, today } from './scenario.ts';

const ofSummons: readonly State[] = ['filing_accepted', 'summons_sent', 'summons_served', 'hearing_scheduled'];

/** The paper whose service matters where the case is. */
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
  return { kind: 'record_service', stage, status: 'failed', method, failureReason: 'Nobody was met', ...undated };
});

/** Served today. The pack computes the period that an attorney would report. */
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

/** A notice period gets three more days; a summons was served a day earlier. */
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

/** What process servers do. */
export const serviceScenarios = {
  notice_sent: {
    description: 'The notice goes out for service.',
    from: ['notice_approved'],
    events: ['send_notice'],
    steps: [sentOut('personal')],
  },
  notice_served: {
    description: 'The notice is served today, and its period begins.',
    from: ['notice_sent'],
    events: ['notice_served', 'start_cure_period'],
    documents: (record) => proof(record),
    steps: [served],
  },
  summons_sent: {
    description: 'The summons goes out for service.',
    from: ['filing_accepted'],
    events: ['send_summons'],
    steps: [sentOut('personal')],
  },
  summons_served: {
    description: 'The summons is served today.',
    from: ['summons_sent'],
    events: ['summons_served'],
    documents: (record) => proof(record),
    steps: [served],
  },
  service_failed: {
    description: 'The attempt at service fails. The next advance sends the paper out again.',
    from: ['notice_sent', 'summons_sent'],
    events: ['service_failed'],
    steps: [failed],
  },
  notice_served_by_posting: {
    description: 'Service of the notice fails twice, and succeeds by posting.',
    from: ['notice_sent'],
    events: ['service_failed', 'service_failed', 'notice_served', 'start_cure_period'],
    documents: (record) => proof(record, 'posting'),
    steps: [failed, sentOut('substitute'), failed, sentOut('posting'), served],
  },
  summons_served_by_posting: {
    description: 'Service of the summons fails twice, and succeeds by posting.',
    from: ['summons_sent'],
    events: ['service_failed', 'service_failed', 'summons_served'],
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
  notice_voided: {
    description: 'The service of the notice was defective: the case returns to the review of the notice.',
    from: ['cure_period', 'filing_review', 'filing_approved', 'filing_rejected'],
    events: ['service_failed', 'begin_review'],
    steps: [voided],
  },
  summons_voided: {
    description: 'The service of the summons was defective: the summons goes out again.',
    from: ['summons_served'],
    events: ['service_failed', 'send_summons'],
    steps: [voided],
  },
  summons_voided_before_hearing: {
    description: 'The service of the summons was defective, after the hearing was set.',
    from: ['hearing_scheduled'],
    events: ['service_failed'],
    steps: [voided],
  },
  notice_period_corrected: {
    description: 'The end of the notice period was reported wrong: it is three days later.',
    from: ['cure_period'],
    events: ['start_cure_period'],
    steps: [corrected],
  },
  service_date_corrected: {
    description: 'The date of service of the summons was reported wrong: it was a day earlier.',
    from: ['summons_served', 'hearing_scheduled'],
    events: ['summons_served'],
    steps: [corrected],
  },
} as const satisfies Record<string, Scenario>;
