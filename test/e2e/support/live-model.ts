import {
  type CaseRecord,
  type Command,
  decide,
  type CommandBody,
  type Outcome,
  presumed,
  type ReviewDecision,
  waitOf,
  reviewDecisions,
  serviceMethods,
  type Stage,
  type StageDocument,
  type State,
} from '@evict/case-model';
import { refusalError } from '@evict/contract';
import type { TestStore } from '@evict/store/testing';
import fc from 'fast-check';
import { day } from './facts.ts';
import { anyOutcome, anyPaperReport, anyReport, type Report, type Reported, reportedOf } from './live-reports.ts';

/** An act of a customer, an attorney (by index) or an operator on a live case. */
export type Act =
  | { by: 'customer'; act: 'submit' | 'withdraw' | 'report-cure' | 'facts' }
  | { by: 'attorney'; who: 0 | 1; review: ReviewDecision; complete: boolean }
  | { by: 'attorney'; who: 0 | 1; report: Report }
  | { by: 'operator'; command: CommandBody };

/**
 * The response code that the model predicts, and a function that returns the predicted record with the ids that the
 * service generated.
 */
export interface Prediction {
  code: string;
  record: (after: CaseRecord) => CaseRecord;
}

/** Creates acts on live cases with two attorneys, and predicts with `case-model` what each does. */
export function liveModel(store: Pick<TestStore, 'prisma'>, people: readonly [{ id: string }, { id: string }]) {
  async function predict(caseId: string, before: CaseRecord, act: Act): Promise<Prediction> {
    const command = await commandOf(caseId, before, act);
    if (typeof command === 'string') return { code: command, record: () => before };
    const decision = decide(before, command, { now: Date.now(), uuid: () => 'drawn' });
    if (!decision.ok) {
      // Operators get the reason itself, and API callers get the error code for it.
      const code = act.by === 'operator' ? decision.code : refusalError(decision.code).code;
      return { code, record: () => before };
    }
    return { code: 'ok', record: (after) => followUp(decision.next, after) };
  }

  /** Returns the command that the workflow gets, or the code with which a gateway refuses the act. */
  async function commandOf(caseId: string, record: CaseRecord, act: Act): Promise<Command | string> {
    switch (act.by) {
      case 'customer':
        if (act.act === 'withdraw') return { kind: 'withdraw' };
        if (act.act === 'report-cure') return { kind: 'report_cure' };
        if (act.act === 'facts') return { kind: 'report_fact', ...reportedPayment };
        return record.state === 'draft' && record.submission
          ? { kind: 'submit', attorneyLapsed: false, submission: record.submission, attested: {} }
          : 'invalid_transition';
      case 'operator':
        return { ...presumed, operator: 'robin', ...act.command } as Command;
      case 'attorney': {
        const attorney = { attorneyId: people[act.who].id, eligible: true };
        if (record.attorneyId !== attorney.attorneyId) return 'not_found';
        if ('report' in act) {
          // A gateway checks the shape and dates before the state of the case.
          if (await isBeforeCase(caseId, act.report)) return 'invalid_request';
          return { ...presumed, ...attorney, ...reportedOf(act.report, record).command } as Command;
        }
        return { kind: 'review', ...attorney, decision: act.review, ...(await hashesFor(caseId, act)) };
      }
    }
  }

  /** Returns the request with which a customer or an attorney performs the act. */
  async function requestOf(
    caseId: string,
    record: CaseRecord,
    act: Exclude<Act, { by: 'operator' }>,
  ): Promise<Reported['request']> {
    if (act.by === 'customer') {
      const path = `/v1/cases/${caseId}/${act.act}`;
      return { method: 'POST', path, ...(act.act === 'facts' && { body: factBody }) };
    }
    const path = `/v1/attorney/cases/${caseId}`;
    if ('report' in act) {
      const { request } = reportedOf(act.report, record);
      return { ...request, path: `${path}/${request.path}` };
    }
    const { documentHashes } = await hashesFor(caseId, act);
    const body = { decision: act.review, notes: 'As discussed.', documentHashes };
    return { method: 'POST', path: `${path}/reviews`, body };
  }

  /**
   * Returns whether the report dates a hearing or judgment before the case's first day in Hawaii, where days start
   * last.
   */
  async function isBeforeCase(id: string, report: Report): Promise<boolean> {
    if (report.kind !== 'correct_judgment' && report.kind !== 'correct_hearing') return false;
    const { createdAt } = await store.prisma.case.findUniqueOrThrow({ where: { id }, select: { createdAt: true } });
    return report.date < new Date(createdAt.getTime() - 10 * 3_600_000).toISOString().slice(0, 10);
  }

  /** Returns the document hashes in a review: those of all current documents, or all except one. */
  async function hashesFor(caseId: string, { complete }: { complete: boolean }) {
    const documents = await store.prisma.document.findMany({
      where: { caseId, superseded: false },
      orderBy: { id: 'asc' },
    });
    const otherHashes = documents.map(({ contentHash }) => contentHash);
    return { otherHashes, documentHashes: complete ? otherHashes : otherHashes.slice(1) };
  }

  return {
    predict,
    requestOf,
    anyAct: () => anyAct(people),
    nextAct: (record: CaseRecord) => nextAct(record, people[1].id === record.attorneyId ? 1 : 0),
  };
}

const reportedPayment = { fact: 'payment', date: day(0) } as const;

/** The body of the customer's `facts` act. The other acts have no body. */
const factBody = { kind: reportedPayment.fact, date: reportedPayment.date, detail: 'Terry Example paid half.' };

/** Returns whether the platform has nothing left to do. */
export function isSettled(record: CaseRecord): boolean {
  const { kind } = waitOf({ ...record, failure: null }, Date.now());
  return kind !== 'documents' && kind !== 'engagement';
}

/** Returns the record without ids, times and the hashes of attached papers, which differ from run to run. */
export function comparable(record: CaseRecord) {
  const { stageDocuments, amendment } = record;
  const papers = (documents: readonly StageDocument[]) => documents.map((one) => ({ ...one, id: '', contentHash: '' }));
  return {
    ...record,
    stageDocuments: { notice: papers(stageDocuments.notice), filing: papers(stageDocuments.filing) },
    amendment: amendment && { ...amendment, documents: papers(amendment.documents) },
    restingSince: 0,
    clock: 0,
    serviceAttempts: record.serviceAttempts.map((attempt) => ({ ...attempt, id: '' })),
    filings: record.filings.map((filing) => ({ ...filing, id: '' })),
    deadlines: record.deadlines.map(({ id, ...deadline }) => ({ ...deadline, isReported: id !== undefined })),
    cureReports: record.cureReports.length,
    withdrawal: record.withdrawal !== null,
    submission: record.submission && { ...record.submission, factsVersion: 0 },
    factsVersion: 0,
    failure: record.failure && { ...record.failure, retryAt: 0 },
  };
}

/** Returns the record after the platform's next steps: making the summary and engaging an attorney. */
function followUp(record: CaseRecord, after: CaseRecord): CaseRecord {
  const context = { now: Date.now(), uuid: () => 'drawn' };
  const { work } = waitOf({ ...record, failure: null }, context.now);
  const order = work?.kind === 'make_documents' ? work.orders[0] : undefined;
  const summary = order?.stage && after.summaries[order.stage];
  if (order?.stage && summary) {
    const { factsVersion } = summary;
    const made = decide(record, { kind: 'summary_made', stage: order.stage, summary, factsVersion }, context);
    if (made.ok) return followUp(made.next, after);
  }
  if (work?.kind === 'engage_attorney' && after.attorneyId !== null) {
    const engaged = decide(record, { kind: 'engage', attorneyId: after.attorneyId }, context);
    if (engaged.ok) return followUp(engaged.next, after);
  }
  return record;
}

/** Returns an act that moves the case on from its state. */
function nextAct({ state, attorneyId, serviceAttempts, stageDocuments }: CaseRecord, who: 0 | 1): Act {
  const filing = { kind: 'record_filing' } as const;
  const by = 'operator';
  const last = serviceAttempts.at(-1);
  const isOut = last?.status === 'pending';
  const reports = (report: Report): Act => ({ by: 'attorney', who, report });
  const says = (outcome: Outcome): Act => reports({ kind: 'outcome', outcome });
  const approves: Act = { by: 'attorney', who, review: 'approve', complete: true };
  // Attaches a paper first, because without one an approval allows nothing to be served or filed.
  const withPaper = (stage: Stage, act: Act): Act =>
    stageDocuments[stage].length > 0 ? act : reports({ kind: 'paper', as: stage });
  const serve = (stage: 'notice' | 'summons'): Act =>
    reports({ kind: 'service', stage, status: isOut ? 'served' : 'pending', method: last?.method ?? 'personal' });
  const acts: Partial<Record<State, Act>> = {
    draft: { by: 'customer', act: 'submit' },
    notice_review: withPaper('notice', approves),
    notice_approved: withPaper('notice', serve('notice')),
    notice_sent: serve('notice'),
    // Waiting for the end of the period would take days, so the tenant cures.
    cure_period: { by, command: { kind: 'cure' } },
    filing_review: withPaper('filing', approves),
    filing_approved: withPaper('filing', { by, command: { ...filing, status: 'submitted' } }),
    filing_submitted: reports({ kind: 'filing', status: 'accepted' }),
    filing_rejected: { by, command: { kind: 'rework_filing' } },
    filing_accepted: serve('summons'),
    summons_sent: serve('summons'),
    summons_served: says({ type: 'hearing_scheduled', date: day(20) }),
    hearing_scheduled: says({ type: 'judgment', outcome: 'plaintiff' }),
    judgment_entered: says({ type: 'writ_requested' }),
    writ_requested: says({ type: 'writ_issued' }),
    on_hold: { by, command: { kind: attorneyId === null ? 'confirm_withdrawal' : 'resume' } },
  };
  return acts[state] ?? says({ type: 'closed' });
}

function anyAct(people: readonly [{ id: string }, { id: string }]): fc.Arbitrary<Act> {
  const who = fc.constantFrom<(0 | 1)[]>(0, 1);
  const commands: fc.Arbitrary<CommandBody> = fc.oneof(
    fc.record({
      kind: fc.constant('record_service'),
      stage: fc.constantFrom('notice', 'summons'),
      status: fc.constantFrom('pending', 'served', 'failed'),
      method: fc.constantFrom(...serviceMethods),
      date: fc.constant(day(0)),
      expires: fc.constantFrom(null, day(10)),
      citation: fc.constant('Md. Code, Real Prop. § 8-401'),
    }),
    fc.record({
      kind: fc.constant('record_filing'),
      status: fc.constantFrom('submitted', 'accepted', 'rejected'),
      rejectionReasons: fc.constant([{ code: 'fee' as const, description: 'The fee was short.' }]),
    }),
    fc.record({
      kind: fc.constantFrom('hold', 'resume', 'confirm_withdrawal', 'cure', 'expire_notice', 'rework_filing'),
    }),
    fc.record({ kind: fc.constant('outcome'), outcome: anyOutcome }),
    who.map((index) => ({ kind: 'assign' as const, attorneyId: people[index].id })),
  );
  const acts = fc.constantFrom('submit', 'withdraw', 'report-cure', 'facts');
  const review = fc.constantFrom(...reviewDecisions, 'approve', 'approve');
  const by = fc.constant('attorney');
  const reported = (report: fc.Arbitrary<Report>) => fc.record({ by, who, report });
  return fc.oneof(
    { weight: 2, arbitrary: fc.record({ by: fc.constant('customer'), act: acts }) },
    { weight: 4, arbitrary: fc.record({ by, who, review, complete: fc.boolean() }) },
    { weight: 4, arbitrary: reported(fc.record({ kind: fc.constant('outcome'), outcome: anyOutcome })) },
    { weight: 1, arbitrary: reported(anyPaperReport) },
    { weight: 8, arbitrary: reported(anyReport) },
    { weight: 5, arbitrary: fc.record({ by: fc.constant('operator'), command: commands }) },
  );
}
