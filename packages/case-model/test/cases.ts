import { startOfDay } from '@evict/jurisdictions';
import {
  type SubmissionSnapshot,
  type CaseEvent,
  type CaseRecord,
  type Command,
  decide,
  definitionOf,
  isSandbox,
  type Mode,
  newCase,
  sandboxStep,
  type State,
  states,
  waitOf,
} from '../src/index.ts';
import { noticePeriodEnd } from '../src/notice-period.ts';

/** Builds cases in any position for tests, using only real decisions. */

/** Wed 2026-07-01, 09:00 UTC. */
export const start = Date.parse('2026-07-01T09:00:00Z');

const uuid = counted('uuid');

export function draft(mode: Mode = 'test'): CaseRecord {
  return newCase({ caseId: 'case_1', organizationId: 'org_1', mode }, start);
}

export function submission(changes: Partial<SubmissionSnapshot> = {}): SubmissionSnapshot {
  const entryPoint = changes.entryPoint ?? 'notice';
  return {
    ground: 'nonpayment',
    entryPoint,
    jurisdiction: 'ZZ',
    packVersions: {
      jurisdiction: 'zz',
      rules: '2026.1',
      notice: entryPoint === 'notice' ? 'zz.notice.nonpayment.v1' : null,
      filing: 'zz.complaint.v1',
    },
    caresCovered: false,
    servicemember: 'no',
    leaseEndDate: null,
    priorNotice: null,
    directives: [],
    defendants: [1],
    factsVersion: 1,
    noticeFactsVersion: 1,
    reviewDelayMs: 30_000,
    ...changes,
  };
}

/** Returns a test case that was just submitted, with its first documents. */
export function submitted(changes: Partial<SubmissionSnapshot> = {}): CaseRecord {
  return withDocuments(
    play(draft(), { kind: 'submit', attorneyLapsed: false, submission: submission(changes) }).record,
  );
}

/** Plays a command at the earliest time at which it can be given. Throws if it is refused. */
export function play(record: CaseRecord, command: Command, now = earliest(record, command)) {
  const decision = decide(record, command, { now, uuid, courtNumber: 42 });
  if (!decision.ok) throw new Error(`${command.kind} in ${record.state}: ${decision.code}`);
  if (!offeredIn(command).includes(record.state)) throw new Error(`${command.kind} has no form in ${record.state}`);
  return {
    record: decision.next,
    events: decision.events,
    actions: decision.events.filter((e) => !e.internal).map((e) => e.action),
  };
}

/** Returns the states in which the website offers a command, or all states if the command has no form. */
export function offeredIn(command: Command): readonly State[] {
  const { states: possible = states, forms } = definitionOf(command);
  const type = command.kind === 'outcome' ? command.outcome.type : undefined;
  return forms?.flatMap((form) => (form.given?.['type'] === type ? form.states : [])) ?? possible;
}

/** Returns the earliest time for a command. Service is reported on its day, and a period ends after its last day. */
function earliest(record: CaseRecord, command: Command): number {
  const { restingSince } = record;
  if (command.kind === 'end_notice_period' || command.kind === 'expire_notice')
    return Math.max(restingSince, noticePeriodEnd(record) ?? 0);
  const isService = command.kind === 'record_service' || command.kind === 'correct_service';
  return isService && command.date !== null ? Math.max(restingSince, startOfDay(command.date)) : restingSince;
}

/** Takes up to `count` sandbox steps, each at the time at which an advance would take it. */
export function takeSteps(from: CaseRecord, count = 100) {
  let record = from;
  let steps = 0;
  const records = [record];
  const events: CaseEvent[] = [];
  for (let step = sandboxStep(record); step && steps < count; step = sandboxStep(record)) {
    const documents = step.documents
      .filter(({ stage }) => stage)
      .map(({ specId, revision }) => ({ id: uuid(), contentHash: `${specId}@${revision}` }));
    const taken = play(record, { kind: 'take_step', documents }, Math.max(step.advanceTo, record.restingSince));
    record = withDocuments(taken.record);
    events.push(...taken.events);
    records.push(record);
    steps += 1;
  }
  return {
    record,
    records,
    events,
    steps,
    actions: events.filter(({ internal }) => !internal).map(({ action }) => action),
  };
}

/** Adds the missing documents of the stage under review. */
export function withDocuments(record: CaseRecord): CaseRecord {
  const { work } = waitOf({ ...record, failure: null }, record.restingSince);
  const orders = work?.kind === 'make_documents' ? work.orders : [];
  const stage = orders[0]?.stage;
  if (!stage) return record;
  const documents = orders.map(({ specId, revision }) => ({ id: uuid(), contentHash: `${specId}@${revision}` }));
  if (isSandbox(record)) return play(record, { kind: 'documents_made', stage, documents }).record;
  const summary = { id: uuid(), contentHash: `summary${orders[0]?.revision}` };
  return play(record, { kind: 'summary_made', stage, summary, factsVersion: record.factsVersion }).record;
}

function counted(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${(count += 1)}`;
}
