import { type CaseRecord, isFinished, type State, waitOf } from '@evict/case-model';
import fc from 'fast-check';
import { knownWait } from '@evict/testkit';
import { expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { type Act, comparable, isSettled, liveModel } from '../support/live-model.ts';
import { marylandFacts } from '../support/live.ts';
import { sharedService } from '../support/service.ts';

// Customer, attorneys and operators act in any order, and the running service does what the model predicts. Row,
// workflow and history agree.

const service = await sharedService();
const { stack } = service;
const { store } = stack;
const { attorney, inReview, operate } = liveWorld(service);
const people = [await attorney(), await attorney()] as const;
const model = liveModel(store, people);

type Given = Awaited<ReturnType<typeof inReview>>;

test('every command does what the model predicts, and the row, the workflow and the history of the case agree', async () => {
  const visited = new Set<State>();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.oneof(model.anyAct(), fc.constant({ by: 'whoever is next' } as const)), {
        minLength: 12,
        maxLength: 20,
      }),
      async (byFiling, acts) => {
        const { property } = marylandFacts();
        const given = await (byFiling ? inReview(holdoverFiling({ property }), filingEvidence) : inReview());
        let record = await settled(given.id);
        for (const chosen of acts) {
          const act = chosen.by === 'whoever is next' ? model.nextAct(record) : chosen;
          record = await playOne(given, record, act);
          visited.add(record.state);
          if (isFinished(record.state)) break;
        }
      },
    ),
    { numRuns: 18, endOnFailure: true, examples: [judgmentBeforeCase(0), judgmentBeforeCase(7)] },
  );
  // Makes sure that the walks don't visit the same few states over and over.
  expect([...visited]).toEqual(expect.arrayContaining(['notice_approved', 'filing_submitted', 'on_hold']));
});

/**
 * Starts with a filing under review. After this many expected acts, both attorneys correct a judgment to a day before
 * the case began.
 */
function judgmentBeforeCase(actsBefore: number): [boolean, ({ by: 'whoever is next' } | Act)[]] {
  const next = Array.from({ length: actsBefore }, () => ({ by: 'whoever is next' }) as const);
  const report = { kind: 'correct_judgment', date: day(-2) } as const;
  return [true, [...next, ...([0, 1] as const).map((who): Act => ({ by: 'attorney', who, report }))]];
}

/** Plays an act, compares its response and its effect with the model, and returns the resulting case. */
async function playOne(given: Given, before: CaseRecord, act: Act): Promise<CaseRecord> {
  const expected = await model.predict(given.id, before, act);
  const response = await send(given, before, act);
  const context = { act, from: before.state };
  expect({ ...context, response }).toEqual({ ...context, response: expected.code });
  const after = await settled(given.id);
  expect({ ...context, record: comparable(after) }).toEqual({ ...context, record: comparable(expected.record(after)) });
  await expectAgreement(given, after);
  return after;
}

/** Expects that the row, the workflow and the history agree. */
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
  const { kind } = waitOf(record, Date.now());
  await expect.poll(() => knownWait(stack.client, id)).toMatchObject({ state: record.state, waitsFor: kind });
}

/** Sends the act as its sender would, and returns `ok` or the refusal's code. */
async function send({ customer, id, ref }: Given, before: CaseRecord, act: Act): Promise<string> {
  if (act.by === 'operator') {
    const result = await operate(ref, act.command);
    return result.ok ? 'ok' : result.code;
  }
  const sender = act.by === 'customer' ? customer : people[act.who];
  const { method, path, body: sent } = await model.requestOf(id, before, act);
  const { status, body } = await sender.send(method, path, { body: sent });
  return status < 300 ? 'ok' : String(body.error?.code ?? status);
}

/** Waits until the platform has no pending work, and returns the record. */
async function settled(caseId: string): Promise<CaseRecord> {
  let record: CaseRecord | undefined;
  await expect
    .poll(
      async () => {
        const row = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId }, select: { record: true } });
        record = row.record as unknown as CaseRecord;
        return isSettled(record);
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true);
  if (!record) throw new Error('never read');
  return record;
}
