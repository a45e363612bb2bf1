import {
  type CaseRecord,
  type CommandBody,
  type FactKind,
  factKinds,
  type ReportedHoldReason,
  reportedHoldReasons,
  type ServiceMethod,
  serviceMethods,
  type ServiceStage,
} from '@evict/case-model';
import fc from 'fast-check';
import { day } from './facts.ts';

/** What an attorney reports over REST. `nth` of what is on record: the service, the filing, the deadline. */
export type Report =
  | { kind: 'service'; stage: ServiceStage; status: 'pending' | 'served' | 'failed'; method: ServiceMethod }
  | { kind: 'filing'; status: 'submitted' | 'accepted' | 'rejected' }
  | { kind: 'hold'; reason: ReportedHoldReason }
  | { kind: 'resume' | 'deadline' }
  | { kind: 'fact'; fact: FactKind }
  | { kind: 'correct_service'; nth: number; expires: string }
  | { kind: 'void_service' | 'rest_not_needed'; nth: number }
  | { kind: 'correct_filing'; nth: number; field: 'envelopeId' | 'courtCaseNumber' }
  | { kind: 'correct_hearing' | 'correct_judgment'; date: string }
  | { kind: 'change_deadline' | 'remove_deadline'; nth: number };

export interface Reported {
  command: CommandBody;
  /** Below the path of the case. */
  request: { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: Record<string, unknown> };
}

const citation = 'Md. Code, Real Prop. § 8-401';
const reason = 'Terry Example says so.';
const nobody = '00000000-0000-4000-8000-000000000000';

/** The request of a report on a case with that record, and the command that it is to the workflow. */
export function reportedOf(report: Report, record: CaseRecord): Reported {
  switch (report.kind) {
    case 'service': {
      const { stage, status, method } = report;
      const [date, expires] = [status === 'served' ? day(0) : null, day(10)];
      const period = status === 'served' && stage === 'notice' ? { expires, citation } : {};
      const sent = { stage, status, method, ...(date !== null && { servedDate: date }), ...period };
      return {
        command: {
          kind: 'record_service',
          stage,
          status,
          method,
          date,
          expires: 'expires' in period ? expires : null,
          ...('expires' in period && { citation }),
        },
        request: { method: 'POST', path: 'service-attempts', body: sent },
      };
    }
    case 'filing': {
      const { status } = report;
      const isReturned = status === 'rejected';
      const rejectionReasons = [{ code: 'fee', description: 'Five dollars short.' }] as const;
      return {
        command: { kind: 'record_filing', status, ...(isReturned && { rejectionReasons }) },
        request: { method: 'POST', path: 'filings', body: { status, ...(isReturned && { rejectionReasons }) } },
      };
    }
    case 'hold': {
      const body = { reason: report.reason };
      return { command: { kind: 'hold', ...body }, request: { method: 'POST', path: 'hold', body } };
    }
    case 'resume':
      return { command: { kind: 'resume' }, request: { method: 'POST', path: 'resume' } };
    case 'deadline': {
      const date = day(7);
      const body = { name: 'Answer', date, citation };
      return { command: { kind: 'set_deadline', ...body }, request: { method: 'POST', path: 'deadlines', body } };
    }
    case 'fact': {
      const date = day(0);
      const body = { kind: report.fact, date, detail: reason };
      return {
        command: { kind: 'record_fact', fact: report.fact, date },
        request: { method: 'POST', path: 'facts', body },
      };
    }
    case 'correct_service': {
      const attempt = nth(record.serviceAttempts, report.nth);
      const attemptId = attempt?.id ?? `att_${nobody}`;
      const isNotice = attempt?.stage !== 'summons';
      const dates = { date: isNotice ? null : day(0), expires: isNotice ? report.expires : null };
      const body = { ...(isNotice ? { expires: report.expires } : { servedDate: day(0) }), reason };
      return {
        command: { kind: 'correct_service', attemptId, ...dates },
        request: { method: 'PATCH', path: `service-attempts/${attemptId}`, body },
      };
    }
    case 'void_service':
    case 'rest_not_needed': {
      const attemptId = nth(record.serviceAttempts, report.nth)?.id ?? `att_${nobody}`;
      const isVoid = report.kind === 'void_service';
      const dates = { date: null, expires: null } as const;
      const change = isVoid ? ({ voided: true } as const) : ({ restNotNeeded: true } as const);
      const body = { ...(isVoid ? { void: true } : { restNotNeeded: true }), reason };
      return {
        command: { kind: 'correct_service', attemptId, ...dates, ...change, reason },
        request: { method: 'PATCH', path: `service-attempts/${attemptId}`, body },
      };
    }
    case 'correct_filing': {
      const filingId = nth(record.filings, report.nth)?.id ?? `fil_${nobody}`;
      return {
        command: { kind: 'correct_filing', filingId, [report.field]: 'N-1' },
        request: { method: 'PATCH', path: `filings/${filingId}`, body: { [report.field]: 'N-1', reason } },
      };
    }
    case 'correct_hearing': {
      const { kind, date } = report;
      return { command: { kind, date }, request: { method: 'PATCH', path: 'hearing', body: { date, reason } } };
    }
    case 'correct_judgment': {
      const { kind, date } = report;
      const command = { kind, date };
      return { command, request: { method: 'PATCH', path: 'judgment', body: { date, reason } } };
    }
    case 'change_deadline':
    case 'remove_deadline': {
      const reported = record.deadlines.filter(({ id }) => id !== undefined);
      const deadlineId = nth(reported, report.nth)?.id ?? `ddl_${nobody}`;
      const path = `deadlines/${deadlineId}`;
      if (report.kind === 'remove_deadline')
        return {
          command: { kind: 'remove_deadline', deadlineId },
          request: { method: 'DELETE', path, body: { reason } },
        };
      const date = day(9);
      return {
        command: { kind: 'change_deadline', deadlineId, date },
        request: { method: 'PATCH', path, body: { date } },
      };
    }
  }
}

/** Whether the report is a POST, which is done once under its Idempotency-Key however often it is sent. */
export function isKeyed({ kind }: Report): boolean {
  return !/^(correct|change|remove|void|rest)_/.test(kind);
}

export function anyReport(): fc.Arbitrary<Report> {
  const index = fc.nat(3);
  return fc.oneof(
    fc.record({
      kind: fc.constant('service' as const),
      stage: fc.constantFrom('notice' as const, 'summons' as const),
      status: fc.constantFrom('pending' as const, 'served' as const, 'failed' as const),
      method: fc.constantFrom('personal' as const, 'personal' as const, ...serviceMethods),
    }),
    fc.record({
      kind: fc.constant('filing' as const),
      status: fc.constantFrom('submitted' as const, 'accepted' as const, 'rejected' as const),
    }),
    fc.record({ kind: fc.constant('hold' as const), reason: fc.constantFrom(...reportedHoldReasons) }),
    fc.record({ kind: fc.constantFrom('resume' as const, 'deadline' as const) }),
    fc.record({ kind: fc.constant('fact' as const), fact: fc.constantFrom(...factKinds) }),
    fc.record({
      kind: fc.constant('correct_service' as const),
      nth: index,
      expires: fc.constantFrom(day(0), day(10), day(12)),
    }),
    fc.record({
      kind: fc.constant('correct_filing' as const),
      nth: index,
      field: fc.constantFrom('envelopeId' as const, 'courtCaseNumber' as const),
    }),
    fc.record({ kind: fc.constantFrom('change_deadline' as const, 'remove_deadline' as const), nth: index }),
    fc.record({
      kind: fc.constantFrom('correct_hearing' as const, 'correct_judgment' as const),
      date: fc.constantFrom(day(0), day(-1)),
    }),
    fc.record({ kind: fc.constantFrom('void_service' as const, 'rest_not_needed' as const), nth: index }),
  );
}

function nth<T>(all: readonly T[], index: number): T | undefined {
  return all[index % Math.max(1, all.length)];
}
