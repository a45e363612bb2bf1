import { type CaseRecord, type Command, type GivenCommand, isFinished } from '@evict/case-model';
import { recordTransition, writeCommand } from '@evict/store/cases';
import { metrics } from '@evict/telemetry';
import type { OperateInput } from '@evict/temporal/messages';
import { describe, expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { factsIn, inLiveMode, marylandFacts } from '../support/live.ts';
import { operate, type Operation } from '../support/operate.ts';
import { startService } from '../support/service.ts';
import { proposeTransition, recordingContext } from '../support/transition.ts';

// What somebody can do who reaches Temporal and nothing else: the client here is Temporal's own.

const service = await startService({ liveMode: true });
const { stack } = service;
const { store, client } = stack;
const { attorney, inReview } = liveWorld(service);
const states = ['AL', 'AK', 'AZ', 'AR', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY'];

/** A case under review by the only attorney of its state; `other` creates a second one without cases. */
async function engaged() {
  const state = states.shift() ?? expect.unreachable('every case has a state of its own');
  const avery = await attorney({ states: [state] });
  return { ...(await inReview(factsIn(state))), avery, other: () => attorney({ states: [state] }) };
}

const refused = { ok: false, code: 'not_on_record' };
const send = (caseId: string, command: unknown, updateId: string = crypto.randomUUID()) =>
  client.workflow.getHandle(caseId).executeUpdate('operate', { updateId, args: [{ command }] });

async function hashesOf(caseId: string): Promise<string[]> {
  const documents = await store.prisma.document.findMany({ where: { caseId, superseded: false } });
  return documents.map(({ contentHash }) => contentHash);
}

async function approvalOf({ id, avery }: Awaited<ReturnType<typeof engaged>>) {
  const documentHashes = await hashesOf(id);
  return { kind: 'review', attorneyId: avery.id, decision: 'approve', documentHashes } as const;
}

/** State and number of events: what a refused command must leave alone. */
async function traceOf(caseId: string) {
  const { state, record } = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  return { state, record, events: await store.prisma.caseEvent.count({ where: { caseId } }) };
}

async function recordOf(caseId: string): Promise<CaseRecord> {
  return (await traceOf(caseId)).record as unknown as CaseRecord;
}

describe('an Update sent past the gateways', () => {
  test('reviews nothing, whatever it says and whoever it names', async () => {
    const given = await engaged();
    const { avery, id } = given;
    const before = await traceOf(id);
    const other = await given.other();
    const approval = await approvalOf(given);
    for (const input of [approval, { ...approval, decision: 'request_changes' }, { ...approval, decision: 'reject' }]) {
      expect(await send(id, input)).toEqual(refused);
    }
    expect(await send(id, { ...approval, attorneyId: other.id })).toMatchObject({ ok: false });
    expect(await traceOf(id)).toEqual(before);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test('reports no outcome', async () => {
    const given = await engaged();
    const { avery, id } = given;
    const before = await traceOf(id);
    expect(await send(id, { kind: 'outcome', attorneyId: avery.id, outcome: { type: 'closed' } })).toEqual(refused);
    expect(await traceOf(id)).toEqual(before);
  });

  test('operates nothing', async () => {
    const given = await engaged();
    const { id } = given;
    const other = await given.other();
    const before = await traceOf(id);
    const document = { id: 'doc_1', contentHash: '0'.repeat(64), contentType: 'application/pdf', sizeBytes: 1 };
    const operations: Operation[] = [
      { kind: 'hold' },
      { kind: 'assign', attorneyId: other.id },
      { kind: 'attach', as: 'notice', document, replaces: [] },
    ];
    for (const operation of operations) expect(await send(id, { operator: 'robin', ...operation })).toEqual(refused);
    expect(await send(id, { kind: 'hold' })).toEqual(refused);
    expect(await send(id, { operator: 'robin', kind: 'engage', attorneyId: other.id })).toEqual({
      ok: false,
      code: 'invalid_transition',
    });
    expect(await traceOf(id)).toEqual(before);
  });

  test('is counted', async () => {
    const given = await engaged();
    const { id } = given;
    const counted = async () => {
      const { values } = await metrics.unauthorizedCommands.get();
      return values.find(({ labels }) => labels['authority'] === 'attorney')?.value ?? 0;
    };
    const before = await counted();
    await send(id, await approvalOf(given));
    expect(await counted()).toBe(before + 1);
  });

  test('withdraws no draft that is not idle', async () => {
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    const { organizationId } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    expect(await stack.cases.withdrawIdle({ caseId: id, organizationId, mode: 'live' })).toEqual(refused);
    expect((await customer.read(id)).state).toBe('draft');
    const age = (days: number) =>
      store.pool.query(`UPDATE "Case" SET "updatedAt" = now() - make_interval(days => $2) WHERE id = $1`, [id, days]);
    await age(89);
    expect(await stack.cases.withdrawIdle({ caseId: id, organizationId, mode: 'live' })).toEqual(refused);
    await age(90);
    expect(await stack.cases.withdrawIdle({ caseId: id, organizationId, mode: 'live' })).toEqual({ ok: true });
  });
});

describe('the row of a command', () => {
  test('authorizes nothing on another case', async () => {
    const [one, other] = [await engaged(), await engaged()];
    const [updateId, before] = [crypto.randomUUID(), await traceOf(other.id)];
    const approval = await approvalOf(other);
    await writeCommand(store, 'attorney', { id: updateId, caseId: one.id, command: approval });
    expect(await send(other.id, approval, updateId)).toEqual(refused);
    expect(await traceOf(other.id)).toEqual(before);
  });

  test('authorizes nothing but what it says', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    const [other, updateId, before] = [await given.other(), crypto.randomUUID(), await traceOf(id)];
    const approval = await approvalOf(given);
    const command = { kind: 'review', attorneyId: avery.id, decision: 'request_changes', documentHashes: [] } as const;
    await writeCommand(store, 'attorney', { id: updateId, caseId: id, command });
    expect(await send(id, approval, updateId)).toEqual(refused);
    const hold = crypto.randomUUID();
    await writeCommand(store, 'operator', { id: hold, caseId: id, command: { operator: 'robin', kind: 'hold' } });
    const assign: OperateInput['command'] = {
      operator: 'robin',
      kind: 'assign',
      attorneyId: other.id,
    };
    for (const said of [assign, { operator: 'casey', kind: 'hold' } as const])
      expect(await stack.cases.operate(ref, { command: said }, hold)).toMatchObject({ ok: false });
    // An operator's row is not an attorney's.
    const outcome = crypto.randomUUID();
    const closed = { kind: 'outcome', attorneyId: avery.id, outcome: { type: 'closed' } } as const;
    await writeCommand(store, 'operator', { id: outcome, caseId: id, command: closed });
    expect(await send(id, closed, outcome)).toEqual(refused);
    expect(await traceOf(id)).toEqual(before);
  });

  test("of an attorney authorizes only an attorney's command, on the attorney's own case", async () => {
    const given = await engaged();
    const { avery, id } = given;
    const [other, before, record] = [await given.other(), await traceOf(id), await recordOf(id)];
    const asAttorney = (kind: string, attorneyId: string) => ({ kind, attorneyId }) as GivenCommand;
    const attempts: [GivenCommand, string][] = [
      [asAttorney('assign', avery.id), 'unauthorized'],
      [asAttorney('retry_step', avery.id), 'unauthorized'],
      [asAttorney('confirm_withdrawal', avery.id), 'unauthorized'],
      [{ operator: 'robin', kind: 'hold' }, 'unauthorized'],
      [asAttorney('hold', other.id), 'invalid_transition'],
    ];
    for (const [command, code] of attempts) {
      const commandId = crypto.randomUUID();
      await writeCommand(store, 'attorney', { id: commandId, caseId: id, command });
      expect(await send(id, command, commandId)).toMatchObject({ ok: false });
      // Also where the workflow would let it pass.
      const forged = { ...proposeTransition(record, { operator: 'robin', kind: 'hold' }), commandId };
      const proposed = { ...forged, command: { ...command, eligible: true } as Command };
      const { result } = await recordTransition(store, proposed, recordingContext);
      expect({ command, result }).toMatchObject({ command, result: { ok: false, code } });
    }
    expect(await traceOf(id)).toEqual(before);
  });

  test('is used once: the same command again, in a workflow that does not know it, has no effect', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    await avery.approve(id);
    const updateId = crypto.randomUUID();
    const pending = { kind: 'record_service', stage: 'notice', method: 'personal', date: null, expires: null } as const;
    const serve = { ...pending, status: 'pending' } as const;
    expect(await operate(stack, ref, serve, { id: updateId })).toEqual({ ok: true });
    expect(await operate(stack, ref, { ...pending, status: 'failed' })).toEqual({ ok: true });
    const before = await traceOf(id);
    await client.workflow.getHandle(id).terminate('begins anew');
    await startFrom(ref, await recordOf(id));
    // Another service attempt would be accepted now, but this one was recorded before.
    expect(await send(id, { operator: 'robin', ...serve }, updateId)).toEqual({ ok: true });
    expect(await traceOf(id)).toEqual(before);
  });

  test('is deleted if its command is refused', async () => {
    const given = await engaged();
    const { avery, id } = given;
    expect((await avery.review(id, 'approve', ['0'.repeat(64)])).status).toBe(409);
    expect((await avery.outcome(id, { type: 'writ_issued' })).status).toBe(409);
    expect(await store.prisma.attorneyCommand.count({ where: { caseId: id } })).toBe(0);
  });
});

describe('a workflow started past the gateways', () => {
  test('with an approval in its record serves nothing', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    const record = await recordOf(id);
    const documentHashes = await hashesOf(id);
    const forged: CaseRecord = {
      ...record,
      state: 'notice_approved',
      stageDocuments: { ...record.stageDocuments, notice: [{ id: 'doc_0', contentHash: documentHashes[0] ?? '' }] },
      approvals: { ...record.approvals, notice: { reviewer: avery.id, givenOn: day(0), documentHashes } },
    };
    await client.workflow.getHandle(id).terminate('makes room');
    await startFrom(ref, forged);
    const before = await traceOf(id);
    // A true command of an operator, who believes what Temporal shows.
    const serve = { kind: 'record_service', stage: 'notice', status: 'pending', method: 'personal' } as const;
    expect(await operate(stack, ref, { ...serve, date: null, expires: null })).toEqual({
      ...refused,
      code: 'notice_not_approved',
    });
    expect(await traceOf(id)).toEqual(before);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test('for another attorney does not assign the case to them', async () => {
    const given = await engaged();
    const { avery, customer, id, ref } = given;
    const other = await given.other();
    await client.workflow.getHandle(id).terminate('makes room');
    const forged = { ...(await recordOf(id)), attorneyId: other.id };
    await startFrom(ref, forged);
    expect(await stack.cases.reportCure(ref)).toEqual({ ok: true });
    expect((await recordOf(id)).attorneyId).toBe(avery.id);
    expect((await other.send('GET', `/v1/attorney/cases/${id}`)).status).toBe(404);
    expect((await customer.read(id)).data.progress.cureReports).toHaveLength(1);
  });
});

describe('a transition that is handed to the worker without a workflow', () => {
  const unauthorized = { ok: false, code: 'unauthorized' };
  const direct = (transition: object) =>
    client.activity.execute('recordTransition', {
      id: crypto.randomUUID(),
      taskQueue: stack.taskQueue,
      args: [transition],
      scheduleToCloseTimeout: '1m',
      retry: { maximumAttempts: 1 },
    });

  test('is recorded only as the database itself would decide it', async () => {
    const given = await engaged();
    const { id } = given;
    const record = await recordOf(id);
    const before = await traceOf(id);
    const hashes = await hashesOf(id);
    const approval = { ...(await approvalOf(given)), eligible: true, otherHashes: hashes } as const;
    expect(await direct(proposeTransition(record, approval, { commandId: 'forged' }))).toEqual(unauthorized);
    // A command that anybody may send, with the events and the record of an approval.
    const forged = { ...proposeTransition(record, approval), command: { kind: 'report_cure' } };
    expect(await direct(forged)).toMatchObject({ ok: false, code: 'behind' });
    expect(await direct({ ...forged, command: { kind: 'no such command' } })).toEqual(unauthorized);
    const engage = { kind: 'summary_made', stage: 'notice', summary: { id: 'doc_1', contentHash: '0' } } as const;
    expect(await direct(proposeTransition(record, { ...engage, factsVersion: 1_000_000 }))).toMatchObject({
      ok: false,
      code: 'not_on_record',
    });
    expect(await traceOf(id)).toEqual(before);
  });

  test('engages nobody who is not eligible', async () => {
    const lapsed = await attorney({ states: ['TX'], verified: false });
    const { customer, id } = await liveWorld(service).submitted(
      marylandFacts({ property: { ...marylandFacts().property, state: 'TX', city: 'Austin', zip: '73301' } }),
    );
    await reaches(customer, id, 'submitted');
    const proposed = proposeTransition(await recordOf(id), { kind: 'engage', attorneyId: lapsed.id });
    const { result } = await recordTransition(store, proposed, recordingContext);
    expect(result).toMatchObject({ ok: false, code: 'not_on_record' });
    expect((await recordOf(id)).attorneyId).toBeNull();
  });
});

describe('a signal', () => {
  test('of a mail that did not fail is not on record', async () => {
    const given = await engaged();
    const { id, ref } = given;
    await stack.cases.notifyMailFailed(id, { id: 'mail_1-1', attempt: 5, errorClass: 'Terry Example' });
    // Signals and Updates are handled in order.
    expect(await stack.cases.reportCure(ref)).toEqual({ ok: true });
    expect(await store.prisma.caseEvent.count({ where: { caseId: id, action: 'job_failed' } })).toBe(0);
    expect((await recordOf(id)).mailFailed).toBe(false);
  });

  test('of evidence that does not exist delays no approval', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    const { factsVersion } = await recordOf(id);
    await stack.cases.notifyEvidenceAdded(ref, 1_000_000);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
    const record = await recordOf(id);
    expect([record.factsVersion, isFinished(record.state)]).toEqual([factsVersion, false]);
  });
});

/** Starts a process as anybody can who reaches Temporal. */
function startFrom(ref: { caseId: string }, record: CaseRecord) {
  const { taskQueue } = stack;
  return client.workflow.start('evictionCase', { workflowId: ref.caseId, taskQueue, args: [{ ...ref, record }] });
}
