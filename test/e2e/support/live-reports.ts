import {
  type AttachmentKind,
  attachmentKinds,
  type CaseRecord,
  type CommandBody,
  type FactKind,
  factKinds,
  type Outcome,
  type ReportedHoldReason,
  reportedHoldReasons,
  type ServiceMethod,
  serviceMethods,
  type ServiceStage,
} from '@evict/case-model';
import fc from 'fast-check';
import { day } from './facts.ts';
import { pdf } from './grounds.ts';

/** An attorney's report over REST. `nth` selects one of the recorded services, filings or deadlines. */
export type Report =
  | { kind: 'service'; stage: ServiceStage; status: 'pending' | 'served' | 'failed'; method: ServiceMethod }
  | { kind: 'filing'; status: 'submitted' | 'accepted' | 'rejected' }
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'paper'; as: AttachmentKind }
  | { kind: 'hold'; reason: ReportedHoldReason }
  | { kind: 'resume' | 'deadline' }
  | { kind: 'fact'; fact: FactKind }
  | { kind: 'correct_service'; nth: number; expires: string }
  | { kind: 'void_service' | 'rest_not_needed'; nth: number }
  | { kind: 'correct_filing'; nth: number; field: 'envelopeId' | 'courtCaseNumber' }
  | { kind: 'correct_hearing' | 'correct_judgment'; date: string }
  | { kind: 'change_deadline' | 'remove_deadline'; nth: number };

export interface Reported {
  /** The request. Its path is relative to the case's path. */
  request: { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object };
  command: CommandBody;
}

const citation = 'Md. Code, Real Prop. § 8-401';
const reason = 'Terry Example says so.';
const nobody = '00000000-0000-4000-8000-000000000000';
/** What the model knows about a paper. The real values differ from run to run, and comparisons leave them out. */
const anyPaper = { id: '', filename: '', contentHash: '', contentType: 'application/pdf', sizeBytes: 0 };

/** Returns the request for a report on a case with this record, and the command that the workflow gets for it. */
export function reportedOf(report: Report, record: CaseRecord): Reported {
  switch (report.kind) {
    case 'service': {
      const { stage, status, method } = report;
      const date = status === 'served' ? day(0) : null;
      const period = date !== null && stage === 'notice' ? { expires: day(10), citation } : {};
      const body = { stage, status, method, ...(date !== null && { servedDate: date }), ...period };
      return posted('service-attempts', body, {
        kind: 'record_service',
        stage,
        status,
        method,
        date,
        expires: null,
        ...period,
      });
    }
    case 'filing': {
      const rejectionReasons = [{ code: 'fee', description: 'Five dollars short.' }] as const;
      const body = { status: report.status, ...(report.status === 'rejected' && { rejectionReasons }) };
      return posted('filings', body, { kind: 'record_filing', ...body });
    }
    case 'outcome':
      return posted('outcomes', report.outcome, report);
    case 'paper': {
      const { as } = report;
      // The id makes the paper differ from those of all other cases.
      const contentBase64 = pdf(`${as} ${crypto.randomUUID()}`).toString('base64');
      const body = { kind: as, filename: `${as}.pdf`, contentBase64 };
      return posted('documents', body, { kind: 'attach', as, document: anyPaper, replaces: [] });
    }
    case 'hold':
      return posted('hold', { reason: report.reason }, report);
    case 'resume':
      return posted('resume', undefined, { kind: 'resume' });
    case 'deadline': {
      const body = { name: 'Answer', date: day(7), citation };
      return posted('deadlines', body, { kind: 'set_deadline', ...body });
    }
    case 'fact': {
      const { fact } = report;
      const date = day(0);
      return posted('facts', { kind: fact, date, detail: reason }, { kind: 'record_fact', fact, date });
    }
    case 'correct_service': {
      const attempt = nth(record.serviceAttempts, report.nth);
      const { expires } = report;
      const isNotice = attempt?.stage !== 'summons';
      return correctedService(
        attempt,
        isNotice ? { expires } : { servedDate: day(0) },
        isNotice ? { date: null, expires } : { date: day(0), expires: null },
      );
    }
    case 'void_service':
    case 'rest_not_needed': {
      const isVoid = report.kind === 'void_service';
      return correctedService(
        nth(record.serviceAttempts, report.nth),
        isVoid ? { void: true } : { restNotNeeded: true },
        { date: null, expires: null, ...(isVoid ? { voided: true } : { restNotNeeded: true }), reason },
      );
    }
    case 'correct_filing': {
      const filingId = nth(record.filings, report.nth)?.id ?? `fil_${nobody}`;
      const change = { [report.field]: 'N-1' };
      return corrected(`filings/${filingId}`, { ...change, reason }, { kind: 'correct_filing', filingId, ...change });
    }
    case 'correct_hearing':
      return corrected('hearing', { date: report.date, reason }, { kind: report.kind, date: report.date });
    case 'correct_judgment':
      return corrected('judgment', { date: report.date, reason }, { kind: report.kind, date: report.date });
    case 'change_deadline':
    case 'remove_deadline': {
      const reported = record.deadlines.filter(({ id }) => id !== undefined);
      const deadlineId = nth(reported, report.nth)?.id ?? `ddl_${nobody}`;
      const path = `deadlines/${deadlineId}`;
      const date = day(9);
      return report.kind === 'change_deadline'
        ? corrected(path, { date }, { kind: report.kind, deadlineId, date })
        : { request: { method: 'DELETE', path, body: { reason } }, command: { kind: report.kind, deadlineId } };
    }
  }
}

function posted(path: string, body: object | undefined, command: CommandBody): Reported {
  return { request: { method: 'POST', path, ...(body && { body }) }, command };
}

function corrected(path: string, body: object, command: CommandBody): Reported {
  return { request: { method: 'PATCH', path, body }, command };
}

function correctedService(
  attempt: { id: string } | undefined,
  body: object,
  change: Omit<Extract<CommandBody, { kind: 'correct_service' }>, 'kind' | 'attemptId'>,
): Reported {
  const attemptId = attempt?.id ?? `att_${nobody}`;
  const command = { kind: 'correct_service', attemptId, ...change } as const;
  return corrected(`service-attempts/${attemptId}`, { ...body, reason }, command);
}

/** Returns whether the report is a POST, which takes effect only once under its Idempotency-Key. */
export function isKeyed({ kind }: Report): boolean {
  return !/^(correct|change|remove|void|rest)_/.test(kind);
}

const index = fc.nat(3);

export const anyOutcome = fc.constantFrom<Outcome[]>(
  { type: 'hearing_scheduled', date: day(20) },
  { type: 'judgment', outcome: 'plaintiff' },
  { type: 'judgment', outcome: 'dismissed' },
  { type: 'writ_requested' },
  { type: 'writ_issued' },
  { type: 'closed' },
);

/** Reports of service and filings, and all reports outside the usual course of a case, such as corrections. */
export const anyReport: fc.Arbitrary<Report> = fc.oneof(
  fc.record({
    kind: fc.constant('service'),
    stage: fc.constantFrom('notice', 'summons'),
    status: fc.constantFrom('pending', 'served', 'failed'),
    method: fc.constantFrom('personal', 'personal', ...serviceMethods),
  }),
  fc.record({ kind: fc.constant('filing'), status: fc.constantFrom('submitted', 'accepted', 'rejected') }),
  fc.record({ kind: fc.constant('hold'), reason: fc.constantFrom(...reportedHoldReasons) }),
  fc.record({ kind: fc.constantFrom('resume', 'deadline') }),
  fc.record({ kind: fc.constant('fact'), fact: fc.constantFrom(...factKinds) }),
  fc.record({
    kind: fc.constant('correct_service'),
    nth: index,
    expires: fc.constantFrom(day(0), day(10), day(12)),
  }),
  fc.record({
    kind: fc.constant('correct_filing'),
    nth: index,
    field: fc.constantFrom('envelopeId', 'courtCaseNumber'),
  }),
  fc.record({ kind: fc.constantFrom('change_deadline', 'remove_deadline'), nth: index }),
  fc.record({ kind: fc.constantFrom('correct_hearing', 'correct_judgment'), date: fc.constantFrom(day(0), day(-1)) }),
  fc.record({ kind: fc.constantFrom('void_service', 'rest_not_needed'), nth: index }),
);

/** Reports in which an attorney attaches a paper. */
export const anyPaperReport: fc.Arbitrary<Report> = fc.record({
  kind: fc.constant('paper'),
  as: fc.constantFrom(...attachmentKinds),
});

function nth<T>(all: readonly T[], at: number): T | undefined {
  return all[at % Math.max(1, all.length)];
}
