import { decide } from '@evict/case-model';
import { ApiError } from '@evict/contract';
import { decideOnce, sendCommand } from '@evict/http';
import { findCase } from '@evict/store/cases';
import { writeCommand } from '@evict/store/commands';
import { loadForDecision, recordDecision } from '@evict/store/decisions';
import { CaseClient } from '@evict/temporal';
import { openTestStore, serviceTimeouts } from '@evict/store/testing';
import { cloneDatabase, startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ageCommand } from '../support/aged-command.ts';
import { recording } from '../support/decided.ts';
import { command } from '../support/operate.ts';
import { advanceCase, type SeededCase, seedDraft } from '../support/seed.ts';

// A command is written as a row before it is sent as an Update, and it is decided before its sender gets a response.
// The row, the Update or the response can be lost while the others survive.

let stack: TestStack;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  stack = await startStack({ databaseUrl });
});
afterAll(() => stack.stop());

const notOnRecord = { ok: false, code: 'not_on_record' };

describe('a command that was written but never sent', () => {
  test('does nothing, and takes effect once when its author sends it again', async () => {
    const ref = await submitted();
    const id = await written(ref);
    await advanceCase(stack, ref);
    expect(await actions(ref)).toEqual(['submit', 'approve_notice', 'send_notice']);
    expect(await withdraw(ref, id)).toEqual({ ok: true });
    expect(await withdraw(ref, id)).toEqual({ ok: true });
    expect(await actions(ref)).toEqual(['submit', 'approve_notice', 'send_notice', 'withdraw']);
  });

  test('is void after a minute, but the case accepts a new command', async () => {
    const ref = await submitted();
    const id = await written(ref);
    await ageCommand(stack.store, id);
    expect(await stack.cases.send(ref, 'withdraw', id)).toEqual(notOnRecord);
    expect(await actions(ref)).toEqual(['submit']);
    // Temporal remembers the id of that Update in this run, but the case accepts any other command.
    expect(await withdraw(ref)).toEqual({ ok: true });
  });
});

describe('a late decision', () => {
  test("isn't recorded once its command is void, unless the author has renewed the command", async () => {
    const ref = await submitted();
    const id = await written(ref);
    const record = await decided(ref, id);
    await ageCommand(stack.store, id);
    expect(await stack.cases.send(ref, 'withdraw', id)).toEqual(notOnRecord);
    expect(await record()).toBe(false);
    expect(await actions(ref)).toEqual(['submit']);
    await written(ref, id);
    expect(await record()).toBe(true);
    expect(await record()).toBe(false);
    expect(await actions(ref)).toEqual(['submit', 'withdraw']);
  });

  test('is still returned to the sender if the command becomes void while the decision is being recorded', async () => {
    const ref = await submitted();
    const id = await written(ref);
    const patient = patientStore();
    const record = await decided(ref, id, patient);
    const release = await holdRow(ref);
    await ageCommand(stack.store, id, 45);
    const recorded = record();
    await expect.poll(waiting).toBe(1);
    await expect.poll(() => isVoid(id)).toBe(true);
    const answer = stack.cases.send(ref, 'withdraw', id);
    // The response waits until it is known whether the decision was recorded.
    await expect.poll(waiting).toBe(2);
    await release();
    expect(await recorded).toBe(true);
    expect(await answer).toEqual({ ok: true });
    expect(await actions(ref)).toEqual(['submit', 'withdraw']);
  });

  /** Decides a withdrawal the way the worker does. Returns a function that records the decision. */
  async function decided({ caseId }: SeededCase, id: string, store = stack.store) {
    const found = (await loadForDecision(store, caseId, id)) ?? expect.unreachable('it is there');
    const decision = decide(found.record, { kind: 'withdraw' }, { now: found.now, uuid: () => crypto.randomUUID() });
    if (!decision.ok) return expect.unreachable(decision.code);
    const { events, next: record } = decision;
    return () => recordDecision(store, found, { events, record, caseTime: found.now }, recording);
  }

  /** Returns the number of database sessions that wait for a lock. */
  async function waiting(): Promise<number> {
    const { rows } = await stack.store.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.count ?? 0;
  }

  async function isVoid(id: string): Promise<boolean> {
    const { rows } = await stack.store.pool.query<{ isVoid: boolean }>(
      `SELECT "writtenAt" < clock_timestamp() - interval '1 minute' AS "isVoid" FROM "Command" WHERE id = $1`,
      [id],
    );
    return rows[0]?.isVoid ?? expect.unreachable('it is there');
  }
});

test('a command whose row was lost is refused, and the case accepts the next one', async () => {
  const ref = await submitted();
  expect(await stack.cases.send(ref, 'withdraw', crypto.randomUUID())).toEqual(notOnRecord);
  expect(await withdraw(ref)).toEqual({ ok: true });
});

describe('a workflow that was lost and restarted', () => {
  test('decides the next command from the state in the database', async () => {
    const ref = await submitted();
    await advanceCase(stack, ref);
    await restart(ref);
    expect(await advanceCase(stack, ref)).toEqual({ ok: true });
    expect((await actions(ref)).slice(2)).toEqual(['send_notice', 'notice_served', 'start_cure_period']);
  });

  test('returns the outcome of a repeated command, even if another one was decided in between', async () => {
    const ref = await submitted();
    const { sequence } = await read(ref);
    const id = crypto.randomUUID();
    const advance = () => command(stack, ref, { kind: 'advance', sequence }, { id });
    expect(await advance()).toEqual({ ok: true });
    await restart(ref);
    expect(await withdraw(ref)).toEqual({ ok: true });
    expect(await advance()).toEqual({ ok: true });
    expect(await actions(ref)).toEqual(['submit', 'approve_notice', 'send_notice', 'withdraw']);
  });
});

describe('an undecided command whose workflow ends', () => {
  test.each([
    ['replaced', (ref: SeededCase) => restart(ref)],
    ['terminated', ({ caseId }: SeededCase) => stack.client.workflow.getHandle(caseId).terminate('by mistake')],
  ])('is decided by the next workflow if the old one had accepted it and was %s', async (_how, end) => {
    const ref = await submitted();
    const id = await written(ref);
    const release = await holdRow(ref);
    const answer = patiently(ref, 'withdraw', id);
    await expect.poll(() => taken(ref)).toBe(2);
    await end(ref);
    await release();
    expect(await answer).toEqual({ ok: true });
    expect(await actions(ref)).toEqual(['submit', 'withdraw']);
  });

  test('is decided by the next workflow even if the command had started the old one', async () => {
    const ref = await seedDraft(stack);
    await stack.stopWorker();
    const answer = patiently(ref, 'submit', await written(ref, crypto.randomUUID(), 'submit'));
    await expect.poll(() => stack.workflows.find(ref.caseId)).toBe('running');
    await restart(ref);
    await stack.startWorker();
    expect(await answer).toEqual({ ok: true });
    expect(await actions(ref)).toEqual(['submit']);
  });

  /** Sends a command with a timeout that is longer than a workflow needs to accept an undecided command. */
  function patiently(ref: SeededCase, kind: 'withdraw' | 'submit', id: string) {
    const { client, taskQueue } = stack;
    return new CaseClient(client, { taskQueue, deadlineMs: 60_000 }).send(ref, kind, id);
  }

  /** Returns how many commands the workflow has accepted. */
  async function taken({ caseId }: SeededCase): Promise<number> {
    const { events } = await stack.client.workflow.getHandle(caseId).fetchHistory();
    return (events ?? []).filter((event) => event.workflowExecutionUpdateAcceptedEventAttributes).length;
  }
});

describe("a customer's request", () => {
  test('succeeds on a retry even if the first attempt was decided meanwhile', async () => {
    const ref = await submitted();
    const id = await written(ref);
    const attempt = async () => {
      expect(await withdraw(ref, id)).toEqual({ ok: true });
      throw new ApiError('invalid_transition');
    };
    const { row, at } = await decideOnce(stack.store, sentAgain(ref, id), attempt);
    expect([row.state, at]).toEqual(['withdrawn', expect.any(String)]);
  });

  test('gets 503 busy if its command was void, and takes effect when it is sent again', async () => {
    const ref = await submitted();
    const call = sentAgain(ref, crypto.randomUUID());
    const row = await read(ref);
    const send = async (...sent: Parameters<CaseClient['send']>) => {
      await ageCommand(stack.store, sent[2]);
      return stack.cases.send(...sent);
    };
    const late = sendCommand({ store: stack.store, cases: { send } }, call, row, { kind: 'withdraw' });
    await expect(late).rejects.toMatchObject({ code: 'busy', status: 503, retryAfterSeconds: 5 });
    expect(await actions(ref)).toEqual(['submit']);
    expect((await sendCommand(stack, call, row, { kind: 'withdraw' })).row.state).toBe('withdrawn');
    expect(await actions(ref)).toEqual(['submit', 'withdraw']);
  });

  function sentAgain({ caseId, organizationId, mode }: SeededCase, commandId: string) {
    const user = { id: 'usr_test', role: 'owner' } as const;
    const caller = { kind: 'session', credentialId: 'ses_test', organizationId, mode, verified: true, user } as const;
    const releaseDuring = <T>(wait: () => Promise<T>) => wait();
    return {
      caller,
      params: { id: caseId },
      work: { hasKey: true, isRetryOfUnknownOutcome: true, uuid: () => commandId, releaseDuring },
    };
  }
});

async function submitted(): Promise<SeededCase> {
  const ref = await seedDraft(stack);
  expect(await command(stack, ref, { kind: 'submit' })).toEqual({ ok: true });
  return ref;
}

/** Ends the workflow of the case and starts it again, as after a loss of Temporal's data. */
async function restart(ref: SeededCase): Promise<void> {
  await stack.workflows.start(ref, { isReplaced: true });
}

/** Opens a store whose connections wait longer than those of the service. */
function patientStore() {
  const patience = { statementMs: 240_000, lockMs: 240_000, silenceMs: 240_000, idleInTransactionMs: 240_000 };
  const store = openTestStore(databaseUrl, 1, { ...serviceTimeouts, ...patience });
  onTestFinished(() => store.close());
  return store;
}

/** Locks the row of a case, so no decision on it can be recorded. Returns a function that releases it. */
async function holdRow({ caseId }: SeededCase): Promise<() => Promise<unknown>> {
  const holder = await patientStore().pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('BEGIN');
  await holder.query('SELECT FROM "Case" WHERE id = $1 FOR UPDATE', [caseId]);
  return () => holder.query('COMMIT');
}

/** Writes a command the way its author does, without sending it. */
async function written(
  { caseId }: SeededCase,
  id: string = crypto.randomUUID(),
  kind: 'withdraw' | 'submit' = 'withdraw',
): Promise<string> {
  await writeCommand(stack.store, { id, caseId, author: 'customer', authorId: 'usr_test', body: { kind } });
  return id;
}

function withdraw(ref: SeededCase, id: string = crypto.randomUUID()) {
  return command(stack, ref, { kind: 'withdraw' }, { id });
}

async function read(ref: SeededCase) {
  return (await findCase(stack.store, ref, ref.caseId)) ?? expect.unreachable('it is there');
}

async function actions({ caseId }: SeededCase): Promise<string[]> {
  const where = { caseId, internal: false };
  const events = await stack.store.prisma.caseEvent.findMany({ where, orderBy: { sequence: 'asc' } });
  return events.map(({ action }) => action);
}
