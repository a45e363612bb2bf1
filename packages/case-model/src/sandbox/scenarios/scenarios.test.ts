import { describe, expect, test } from 'vitest';
import { draft, play, start, submission, submitted, takeSteps, withDocuments } from '../../../test/cases.ts';
import { inReview } from '../../../test/live-cases.ts';
import {
  type CaseEvent,
  type CaseRecord,
  decide,
  type EventAction,
  eventRules,
  factKinds,
  isFinished,
  prepareSimulation,
  sandboxStep,
  scenarios,
  simulationStates,
} from '../../index.ts';

const context = (now: number) => ({ now, uuid: () => crypto.randomUUID(), courtNumber: 7 });

/** Runs a simulation like the worker: prepares it, and decides it with the documents that it asks for. */
function simulate(record: CaseRecord, asked: { scenario?: string; event?: EventAction }) {
  const prepared = prepareSimulation(record, asked, record.restingSince);
  const documents = (prepared?.documents ?? [])
    .filter(({ stage }) => stage)
    .map(({ specId, revision }) => ({ id: crypto.randomUUID(), contentHash: `${specId}@${revision}` }));
  return decide(record, { kind: 'simulate', ...asked, documents }, context(prepared?.at ?? record.restingSince));
}

/** Returns a string that is equal for cases in the same position. */
function positionOf(record: CaseRecord): string {
  const { state, heldFrom, judgment, withdrawal } = record;
  const { stage, status } = record.serviceAttempts.at(-1) ?? {};
  const { entryPoint, ground } = record.submission ?? {};
  const filed = record.filings.at(-1)?.status;
  const isWithdrawn = withdrawal !== null;
  return JSON.stringify({
    state,
    heldFrom,
    judged: judgment?.outcome,
    isWithdrawn,
    stage,
    status,
    entryPoint,
    ground,
    filed,
  });
}

const samples = [
  ...takeSteps(submitted({ caresCovered: true })).records,
  ...takeSteps(submitted({ entryPoint: 'filing', ground: 'holdover' })).records,
  ...takeSteps(submitted({ directives: ['filing_rejected', 'judgment_defendant'] })).records,
];

/** Every possible simulation, starting from the samples and from wherever the simulations lead. */
const played = walk();

function walk() {
  const found: { name: string; before: CaseRecord; after: CaseRecord; events: readonly CaseEvent[] }[] = [];
  const seen = new Set<string>();
  const open = [...samples];
  for (let before = open.shift(); before; before = open.shift()) {
    if (seen.has(positionOf(before))) continue;
    seen.add(positionOf(before));
    for (const name of Object.keys(scenarios)) {
      const decision = simulate(before, { scenario: name });
      if (!decision.ok) continue;
      const after = withDocuments(decision.next);
      found.push({ name, before, after, events: decision.events });
      open.push(after);
    }
  }
  return found;
}

const visible = played.flatMap(({ events }) => events.filter(({ internal }) => !internal));

describe('the scenarios', () => {
  test.each(Object.keys(eventRules) as EventAction[])('produce the event %s in each of its forms', (action) => {
    const all = visible.filter((event) => event.action === action);
    const { restatedIn, amendedIn, lateIn } = {
      restatedIn: null,
      amendedIn: null,
      lateIn: null,
      ...eventRules[action],
    };
    expect(all).not.toEqual([]);
    if (restatedIn) expect(all.map(({ detail }) => detail['corrected'])).toContain(true);
    if (amendedIn) expect(all.map(({ detail }) => detail['amended'])).toContain(true);
    if (lateIn) expect(all.some(({ toState }) => toState === null)).toBe(true);
  });

  test('record every kind of fact', () => {
    const actions = new Set(played.flatMap(({ events }) => events.map(({ action }) => action)));
    expect(factKinds.filter((kind) => !actions.has(kind))).toEqual([]);
  });

  test.each(Object.entries(scenarios))(
    'start in exactly the listed states and produce exactly the listed events: %s',
    (name, scenario) => {
      const ofName = played.filter((one) => one.name === name);
      expect([...new Set(ofName.map(({ before }) => before.state))].toSorted()).toEqual(scenario.from.toSorted());
      const recorded = new Set(ofName.flatMap(({ events }) => events.flatMap((e) => (e.internal ? [] : [e.action]))));
      expect([...recorded].toSorted()).toEqual([...new Set(scenario.events)].toSorted());
    },
  );

  test('leave the case without an attorney, and the sandbox can then take it to its end, a hold or a draft', () => {
    for (const { name, after } of played) {
      expect(after).toMatchObject({ attorneyId: null, accepted: false });
      const rests = isFinished(after.state) || ['on_hold', 'draft'].includes(after.state);
      expect(sandboxStep(after) === null, name).toBe(rests);
      const end = takeSteps(after).record;
      expect(isFinished(end.state) || ['on_hold', 'draft'].includes(end.state), `${name}: ${end.state}`).toBe(true);
    }
  });
});

test('an event can be simulated only if a scenario produces it in the state of the case', () => {
  for (const { before, events } of played) {
    for (const { action } of events.filter(({ internal }) => !internal)) {
      const decision = simulate(before, { event: action as EventAction });
      expect(decision.ok && decision.events.map((event) => event.action)).toContain(action);
    }
  }
  const sent = takeSteps(submitted(), 1).record;
  expect(simulate(sent, { event: 'writ_issued' })).toEqual({ ok: false, code: 'invalid_transition' });
  expect(simulationStates({ event: 'writ_issued' })).toEqual(['writ_requested']);
});

test('the scenario service_corrected moves the end of the notice period and its deadline', () => {
  const running = takeSteps(submitted(), 2).record;
  const decision = simulate(running, { scenario: 'service_corrected' });
  if (!decision.ok) throw new Error(decision.code);
  const { deadlines, notice } = decision.next;
  expect(deadlines.find(({ name }) => name === 'notice_expires')?.date).toBe(notice?.expires);
  expect(sandboxStep(decision.next)?.dueAt).toBe((sandboxStep(running)?.dueAt ?? 0) + 3 * 86_400_000);
});

test('a simulation is refused for live cases, drafts and finished cases, and while documents are missing', () => {
  const refused = { ok: false, code: 'invalid_transition' };
  for (const record of [inReview('filing'), draft(), draft('live'), takeSteps(submitted()).record]) {
    for (const scenario of Object.keys(scenarios)) expect(simulate(record, { scenario })).toEqual(refused);
    expect(simulate(record, { event: 'hold' })).toEqual(refused);
  }
  const unmade = play(draft(), { kind: 'submit', attorneyLapsed: false, submission: submission() }).record;
  expect(simulate(unmade, { scenario: 'approved' })).toEqual({ ok: false, code: 'documents_missing' });
  const served = takeSteps(submitted({ entryPoint: 'filing' }), 3).record;
  const command = { kind: 'simulate', scenario: 'amended_complaint', documents: [] } as const;
  expect(decide(served, command, context(start))).toEqual({ ok: false, code: 'documents_missing' });
});
