import {
  type ReviewDecision,
  type CaseRecord,
  type Command,
  decide,
  isFinished,
  missingStageDocuments,
  needsAttorney,
  type OperatorCommand,
  type Outcome,
  reviewDecisions,
  serviceMethods,
  type State,
} from '@evict/case-model';
import { caseQuery, type CaseView } from '@evict/temporal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from './support/facts.ts';
import { filingEvidence, holdoverFiling } from './support/grounds.ts';
import { liveWorld } from './support/live-case.ts';
import { marylandFacts } from './support/live.ts';
import { startService } from './support/service.ts';

// Whatever customer, attorneys and operators do, in whatever order: the running service does what the model says, and
// the row, the workflow and the history tell the same.

const service = await startService({ liveMode: true });
const { stack } = service;
const { store } = stack;
const { attorney, inReview, operate } = liveWorld(service);
const people = [await attorney(), await attorney()] as const;

type Given = Awaited<ReturnType<typeof inReview>>;
type Act =
  | { by: 'customer'; act: 'submit' | 'withdraw' | 'report-cure' }
  | { by: 'attorney'; who: 0 | 1; review: ReviewDecision; complete: boolean }
  | { by: 'attorney'; who: 0 | 1; outcome: Outcome }
  | { by: 'operator'; command: DistributiveOmit<OperatorCommand, 'operator'> };
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

test('every command does what the model says, and all that is kept agrees', { timeout: 120_000 }, async () => {
  const visited = new Set<State>();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.oneof(anyAct(), fc.constant({ by: 'whoever is next' } as const)), { minLength: 12, maxLength: 20 }),
      async (byFiling, acts) => {
        const { property } = marylandFacts();
        const given = await (byFiling ? inReview(holdoverFiling({ property }), filingEvidence) : inReview());
        let record = await settled(given.id);
        for (const chosen of acts) {
          const act = chosen.by === 'whoever is next' ? nextAct(record) : chosen;
          record = await playOne(given, record, act);
          visited.add(record.state);
          if (isFinished(record.state)) break;
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  // So that it is not the same few states over and over.
  expect([...visited]).toEqual(expect.arrayContaining(['notice_approved', 'filing_submitted', 'on_hold']));
});

/** Plays an act, compares its answer and what it led to with the model, and gives the case as it is then. */
async function playOne(given: Given, before: CaseRecord, act: Act): Promise<CaseRecord> {
  const expected = await predict(given, before, act);
  const answer = await send(given, before, act);
  const context = { act, from: before.state };
  expect({ ...context, answer }).toEqual({ ...context, answer: expected.code });
  const after = await settled(given.id);
  expect({ ...context, record: comparable(after) }).toEqual({ ...context, record: comparable(expected.record(after)) });
  await expectAgreement(given, after);
  return after;
}

/** What leads a case on from where it is. */
function nextAct({ state, attorneyId, serviceAttempts }: CaseRecord): Act {
  const who = people[1].id === attorneyId ? 1 : 0;
  const service = { kind: 'record_service', method: 'personal', date: day(0), expires: null } as const;
  const filing = { kind: 'record_filing', rejectionCodes: [] } as const;
  const by = 'operator';
  const isOut = serviceAttempts.at(-1)?.status === 'pending';
  switch (state) {
    case 'draft':
      return { by: 'customer', act: 'submit' };
    case 'notice_review':
    case 'filing_review':
      return { by: 'attorney', who, review: 'approve', complete: true };
    case 'notice_approved':
    case 'notice_sent':
      return { by, command: { ...service, stage: 'notice', status: isOut ? 'served' : 'pending' } };
    case 'cure_period':
      return { by, command: { kind: 'expire_notice' } };
    case 'filing_approved':
      return { by, command: { ...filing, status: 'submitted' } };
    case 'filing_submitted':
      return { by, command: { ...filing, status: 'accepted' } };
    case 'filing_rejected':
      return { by, command: { kind: 'rework_filing' } };
    case 'filing_accepted':
    case 'summons_sent':
      return { by, command: { ...service, stage: 'summons', status: isOut ? 'served' : 'pending' } };
    case 'summons_served':
      return { by: 'attorney', who, outcome: { type: 'hearing_scheduled', date: day(20) } };
    case 'hearing_scheduled':
      return { by: 'attorney', who, outcome: { type: 'judgment', outcome: 'plaintiff' } };
    case 'judgment_entered':
      return { by: 'attorney', who, outcome: { type: 'writ_requested' } };
    case 'writ_requested':
      return { by: 'attorney', who, outcome: { type: 'writ_issued' } };
    case 'on_hold':
      return { by, command: { kind: attorneyId === null ? 'confirm_withdrawal' : 'resume' } };
    default:
      return { by: 'attorney', who, outcome: { type: 'closed' } };
  }
}

/** Row, workflow and history. */
async function expectAgreement({ id, customer }: Given, record: CaseRecord): Promise<void> {
  const [shown, events] = await Promise.all([
    customer.read(id),
    store.prisma.caseEvent.findMany({ where: { caseId: id, sequence: { not: null } }, orderBy: { sequence: 'asc' } }),
  ]);
  expect(shown).toMatchObject({ state: record.state, heldFrom: record.heldFrom });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)?.sequence).toBe(record.sequence);
  let state = 'draft';
  for (const { fromState, toState } of events) {
    if (toState === null) continue;
    expect(fromState).toBe(state);
    state = toState;
  }
  expect(state).toBe(record.state);
  if (isFinished(record.state)) return;
  const view = await stack.client.workflow.getHandle(id).query<CaseView>(caseQuery);
  expect(view.record).toEqual(record);
}

/** What the model says: the code of the answer, and the record given the ids that the service drew. */
async function predict({ ref }: Given, before: CaseRecord, act: Act) {
  const command = await commandOf(ref.caseId, before, act);
  if (typeof command === 'string') return { code: command, record: () => before };
  const decision = decide(before, command, { now: Date.now(), uuid: () => 'drawn' });
  if (!decision.ok) return { code: decision.code, record: () => before };
  return {
    code: 'ok',
    record: (after: CaseRecord) => followUp(decision.next, after),
  };
}

/** What the platform does by itself afterwards: the summary, and the engagement. */
function followUp(record: CaseRecord, after: CaseRecord): CaseRecord {
  const context = { now: Date.now(), uuid: () => 'drawn' };
  const [order] = missingStageDocuments(record);
  const summary = order?.stage && after.summaries[order.stage];
  if (order?.stage && summary) {
    const { factsVersion } = summary;
    const made = decide(record, { kind: 'summary_made', stage: order.stage, summary, factsVersion }, context);
    if (made.ok) return followUp(made.next, after);
  }
  if (needsAttorney(record) && after.attorneyId !== null) {
    const engaged = decide(record, { kind: 'engage', attorneyId: after.attorneyId }, context);
    if (engaged.ok) return followUp(engaged.next, after);
  }
  return record;
}

/** The act as the workflow gets it, or the code by which a gateway refuses it before. */
async function commandOf(caseId: string, record: CaseRecord, act: Act): Promise<Command | string> {
  switch (act.by) {
    case 'customer':
      if (act.act === 'withdraw') return { kind: 'withdraw' };
      if (act.act === 'report-cure') return { kind: 'report_cure' };
      return record.state === 'draft' && record.brief ? { kind: 'submit', brief: record.brief } : 'invalid_transition';
    case 'operator':
      return { operator: 'robin', ...act.command } as OperatorCommand;
    case 'attorney': {
      const attorneyId = people[act.who].id;
      if (record.attorneyId !== attorneyId) return 'not_found';
      if ('outcome' in act) return { kind: 'outcome', attorneyId, eligible: true, outcome: act.outcome };
      const { documentHashes, otherHashes } = await hashesFor(caseId, act);
      return { kind: 'review', attorneyId, eligible: true, decision: act.review, documentHashes, otherHashes };
    }
  }
}

async function hashesFor(caseId: string, { complete }: { complete: boolean }) {
  const documents = await store.prisma.document.findMany({ where: { caseId, superseded: false } });
  const otherHashes = documents.map(({ contentHash }) => contentHash);
  return { otherHashes, documentHashes: complete ? otherHashes : otherHashes.slice(1) };
}

/** Sends the act as its sender does; the code of its refusal, or `ok`. */
async function send({ customer, id, ref }: Given, _before: CaseRecord, act: Act): Promise<string> {
  switch (act.by) {
    case 'customer':
      return codeOf(await customer.act(id, act.act));
    case 'operator': {
      const result = await operate(ref, act.command);
      return result.ok ? 'ok' : result.code;
    }
    case 'attorney': {
      const person = people[act.who];
      if ('outcome' in act) return codeOf(await person.outcome(id, act.outcome));
      const { documentHashes } = await hashesFor(id, act);
      return codeOf(await person.review(id, act.review, documentHashes));
    }
  }
}

function codeOf({ status, body }: { status: number; body: { error?: { code: string } } }): string {
  return status === 200 ? 'ok' : (body.error?.code ?? String(status));
}

/** The record once the platform has nothing more to do by itself. */
async function settled(caseId: string): Promise<CaseRecord> {
  let record: CaseRecord | undefined;
  await expect
    .poll(
      async () => {
        const row = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId }, select: { record: true } });
        record = row.record as unknown as CaseRecord;
        return missingStageDocuments(record).length === 0 && !needsAttorney(record);
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBe(true);
  if (!record) throw new Error('never read');
  return record;
}

/** Without what is drawn or measured: ids and instants. */
function comparable(record: CaseRecord) {
  return {
    ...record,
    restingSince: 0,
    serviceAttempts: record.serviceAttempts.map((attempt) => ({ ...attempt, id: '' })),
    filings: record.filings.map((filing) => ({ ...filing, id: '' })),
    cureReports: record.cureReports.length,
    withdrawal: record.withdrawal !== null,
    brief: record.brief && { ...record.brief, factsVersion: 0 },
    factsVersion: 0,
  };
}

function anyAct(): fc.Arbitrary<Act> {
  const who = fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>;
  const outcomes = fc.constantFrom<Outcome>(
    { type: 'hearing_scheduled', date: day(20) },
    { type: 'judgment', outcome: 'plaintiff' },
    { type: 'judgment', outcome: 'dismissed' },
    { type: 'writ_requested' },
    { type: 'writ_issued' },
    { type: 'closed' },
  );
  const commands = fc.oneof(
    fc.record({
      kind: fc.constant('record_service' as const),
      stage: fc.constantFrom('notice' as const, 'summons' as const),
      status: fc.constantFrom('pending' as const, 'served' as const, 'failed' as const),
      method: fc.constantFrom(...serviceMethods),
      date: fc.constant(day(0)),
      expires: fc.constantFrom(null, day(10)),
    }),
    fc.record({
      kind: fc.constant('record_filing' as const),
      status: fc.constantFrom('submitted' as const, 'accepted' as const, 'rejected' as const),
      rejectionCodes: fc.constant(['fee' as const]),
    }),
    fc.constantFrom(
      ...(['hold', 'resume', 'confirm_withdrawal', 'cure', 'expire_notice', 'rework_filing'] as const).map((kind) => ({
        kind,
      })),
    ),
    who.map((index) => ({ kind: 'assign' as const, attorneyId: people[index].id, eligible: true })),
  );
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom('submit', 'withdraw', 'report-cure').map((act) => ({ by: 'customer', act }) as Act),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(who, fc.constantFrom(...reviewDecisions, 'approve' as const, 'approve' as const), fc.boolean())
        .map(([index, review, complete]) => ({ by: 'attorney', who: index, review, complete }) as Act),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(who, outcomes).map(([index, outcome]) => ({ by: 'attorney', who: index, outcome }) as Act),
    },
    { weight: 8, arbitrary: commands.map((command) => ({ by: 'operator', command }) as Act) },
  );
}
