import type { CommandBody, WrittenKind } from '@evict/case-model';
import { setAttorneyLicenses } from '@evict/store/attorneys';
import { writeCommand } from '@evict/store/commands';
import type { CaseRef } from '@evict/temporal';
import { commandUpdates, lookSignal } from '@evict/temporal/messages';
import { describe, expect, test } from 'vitest';
import { liveWorld, reaches } from '../support/live-case.ts';
import { factsIn, inLiveMode, marylandFacts } from '../support/live.ts';
import { command, commandAs, platform } from '../support/operate.ts';
import { seedDraft } from '../support/seed.ts';
import { startService } from '../support/service.ts';

// What somebody can do who reaches Temporal and nothing else, with Temporal's own client: name commands that their
// authors have written, and none else.

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
type Given = Awaited<ReturnType<typeof engaged>>;

const refused = { ok: false, code: 'not_on_record' };

/** An Update as anybody can send it who reaches Temporal. */
const send = (caseId: string, kind: WrittenKind, commandId: unknown, updateId: string = crypto.randomUUID()) =>
  client.workflow
    .getHandle(caseId)
    .executeUpdate(commandUpdates[kind].definition, { updateId, args: [{ commandId }] as never });

async function approvalOf({ id }: Given) {
  const documents = await store.prisma.document.findMany({ where: { caseId: id, superseded: false } });
  return { kind: 'review', decision: 'approve', documentHashes: documents.map((one) => one.contentHash) } as const;
}

/** Writes a command without sending it; returns its id. */
async function written(caseId: string, attorneyId: string, body: CommandBody): Promise<string> {
  const id = crypto.randomUUID();
  await writeCommand(store, { id, caseId, author: 'attorney', authorId: attorneyId, body });
  return id;
}

/** Everything that a refused command must leave alone. */
async function traceOf(caseId: string) {
  const { state, record, version } = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  const counts = { events: store.prisma.caseEvent, documents: store.prisma.document };
  const [events, documents] = await Promise.all([
    counts.events.count({ where: { caseId } }),
    counts.documents.count({ where: { caseId } }),
  ]);
  return { state, record, version, events, documents };
}

describe('an Update sent past the gateways', () => {
  test('under an id that nobody wrote changes nothing, whatever its kind and whatever it says', async () => {
    const given = await engaged();
    const { avery, id } = given;
    const before = await traceOf(id);
    for (const kind of Object.keys(commandUpdates) as WrittenKind[])
      expect(await send(id, kind, crypto.randomUUID())).toEqual(refused);
    const said = { ...(await approvalOf(given)), attorneyId: avery.id, eligible: true, author: 'attorney' };
    const { definition } = commandUpdates.review;
    const handle = client.workflow.getHandle(id);
    const args = [{ commandId: crypto.randomUUID(), ...said, command: said }] as never;
    expect(await handle.executeUpdate(definition, { args })).toEqual(refused);
    expect(await traceOf(id)).toEqual(before);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test('that names no command that can be on record is refused at once, and holds up nothing', async () => {
    const { avery, id } = await engaged();
    const before = await traceOf(id);
    for (const commandId of ['\u0000', '', 'x'.repeat(101), 7, null, undefined])
      await expect(send(id, 'review', commandId)).rejects.toThrow('Workflow Update failed');
    const { definition } = commandUpdates.review;
    const withoutArguments = client.workflow.getHandle(id).executeUpdate(definition, { args: [] as never });
    await expect(withoutArguments).rejects.toThrow('Workflow Update failed');
    expect(await traceOf(id)).toEqual(before);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test('naming a command of another case changes neither', async () => {
    const [one, other] = [await engaged(), await engaged()];
    const before = [await traceOf(one.id), await traceOf(other.id)];
    const commandId = await written(one.id, one.avery.id, await approvalOf(one));
    expect(await send(other.id, 'review', commandId)).toEqual(refused);
    expect([await traceOf(one.id), await traceOf(other.id)]).toEqual(before);
  });

  test('of the wrong kind does what its author wrote, and nothing else', async () => {
    const given = await engaged();
    const { avery, customer, id } = given;
    const commandId = await written(id, avery.id, { kind: 'hold', reason: 'agreement' });
    expect(await send(id, 'outcome', commandId)).toEqual({ ok: true });
    expect((await customer.read(id)).state).toBe('on_hold');
  });
});

describe('a command', () => {
  test('of one author is none of another, whoever it is sent by', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    const before = await traceOf(id);
    const approval = await approvalOf(given);
    for (const author of ['customer', 'operator', 'platform'] as const)
      expect(await commandAs(stack, ref, { author, authorId: avery.id }, approval)).toEqual(refused);
    const attempts: CommandBody[] = [
      { kind: 'assign', attorneyId: avery.id },
      { kind: 'retry_step' },
      { kind: 'confirm_withdrawal' },
      { kind: 'withdraw' },
      { kind: 'withdraw_idle' },
    ];
    for (const body of attempts)
      expect(await commandAs(stack, ref, { author: 'attorney', authorId: avery.id }, body)).toEqual(refused);
    expect(await traceOf(id)).toEqual(before);
  });

  test('that submits or advances is written by customers alone', async () => {
    const avery = await attorney({ states: ['LA'] });
    for (const author of ['attorney', 'platform', 'operator'] as const) {
      const ref = await seedDraft(stack);
      const before = await traceOf(ref.caseId);
      expect(await commandAs(stack, ref, { author, authorId: avery.id }, { kind: 'submit' })).toEqual(refused);
      expect(await traceOf(ref.caseId)).toEqual(before);
    }
  });

  test('that says who its author is, or what is looked up, is decided by what is known', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    const [other, before] = [await given.other(), await traceOf(id)];
    const said = { attorneyId: avery.id, eligible: true, otherHashes: ['0'.repeat(64)] };
    const approval = { ...(await approvalOf(given)), ...said } as CommandBody;
    const asOther = { author: 'attorney', authorId: other.id } as const;
    expect(await commandAs(stack, ref, asOther, approval)).toEqual({ ok: false, code: 'invalid_transition' });
    await setAttorneyLicenses(store, avery.id, []);
    const asOperator = { ...approval, operator: 'ops' } as unknown as CommandBody;
    expect(await commandAs(stack, ref, asOther, asOperator)).toEqual({ ok: false, code: 'invalid_transition' });
    const asAvery = { author: 'attorney', authorId: avery.id } as const;
    expect(await commandAs(stack, ref, asAvery, approval)).toEqual({ ok: false, code: 'attorney_not_eligible' });
    expect(await traceOf(id)).toEqual(before);
  });

  test('of the platform is taken only where it is true: a draft that is not idle, a mail that did not fail', async () => {
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    const { organizationId } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    const ref = { caseId: id, organizationId, mode: 'live' } as const;
    expect(await platform(stack, ref, { kind: 'withdraw_idle' })).toEqual(refused);
    await age(id, 179);
    expect(await platform(stack, ref, { kind: 'withdraw_idle' })).toEqual(refused);
    expect((await customer.read(id)).state).toBe('draft');
    await age(id, 180);
    expect(await platform(stack, ref, { kind: 'withdraw_idle' })).toEqual({ ok: true });

    const { id: reviewed, ref: open } = await engaged();
    const before = await traceOf(reviewed);
    const failed = { kind: 'mail_failed', attempt: 5, errorClass: 'Terry Example' } as const;
    expect(await platform(stack, open, failed, { id: 'mail_1-1' })).toEqual(refused);
    expect(await traceOf(reviewed)).toEqual(before);
  });
});

describe('the platform withdraws an idle case', () => {
  const withdraw = (ref: CaseRef) => platform(stack, ref, { kind: 'withdraw_idle' });

  test('of the sandbox that is open, at the time of its own rule', async () => {
    const ref = await seedDraft(stack);
    await age(ref.caseId, 179);
    expect(await withdraw(ref)).toEqual(refused);
    expect(await command(stack, ref, { kind: 'submit' })).toEqual({ ok: true });
    await age(ref.caseId, 89);
    expect(await withdraw(ref)).toEqual(refused);
    await age(ref.caseId, 90);
    expect(await withdraw(ref)).toEqual({ ok: true });
  });

  test('never under legal hold, nor one that an attorney works on', async () => {
    const ref = await seedDraft(stack);
    await age(ref.caseId, 3650);
    await store.prisma.case.update({ where: { id: ref.caseId }, data: { legalHold: true } });
    expect(await withdraw(ref)).toEqual(refused);
    const given = await engaged();
    await age(given.id, 3650);
    expect(await withdraw(given.ref)).toEqual(refused);
  });
});

describe('a workflow', () => {
  test('started past the gateways, with whatever input, changes nothing', async () => {
    const given = await engaged();
    const { avery, id } = given;
    const before = await traceOf(id);
    const forged = { ...(before.record as object), state: 'notice_approved', attorneyId: 'usr_stranger' };
    await client.workflow.getHandle(id).terminate('makes room');
    await startAs(id, { caseId: id, state: 'notice_approved', record: forged });
    // Another one for the same case, under an id of its own.
    const beside = await startAs(crypto.randomUUID(), { caseId: id });
    await expect.poll(() => beside.query('wait')).toMatchObject({ state: 'notice_review' });
    expect(await send(beside.workflowId, 'review', crypto.randomUUID())).toEqual(refused);
    expect(await traceOf(id)).toEqual(before);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
    await beside.terminate();
  });

  test('for a draft submits nothing, and for an unknown case is nothing', async () => {
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    const before = await traceOf(id);
    const started = await startAs(id, { caseId: id });
    await started.result();
    expect(await traceOf(id)).toEqual(before);
    await customer.submit(id);
    await reaches(customer, id, /_review$|submitted/);
  });

  test('that is flooded with signals and forged Updates goes on, and does nothing', async () => {
    const given = await engaged();
    const { avery, id, ref } = given;
    const before = await traceOf(id);
    const handle = client.workflow.getHandle(id);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => handle.signal(lookSignal)));
      await handle.signal('no such signal', before.record);
      await Promise.all(Array.from({ length: 3 }, () => send(id, 'review', crypto.randomUUID())));
    }
    expect(await traceOf(id)).toEqual(before);
    expect(await command(stack, ref, { kind: 'report_cure' })).toEqual({ ok: true });
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });
});

describe('an activity that is handed to the worker without a workflow', () => {
  const direct = (name: string, input: object) =>
    client.activity.execute(name, {
      id: crypto.randomUUID(),
      taskQueue: stack.taskQueue,
      args: [input],
      scheduleToCloseTimeout: '1m',
      retry: { maximumAttempts: 1 },
    });

  test('decides nothing but what was written, and does nothing that is not due', async () => {
    const given = await engaged();
    const { avery, id } = given;
    const before = await traceOf(id);
    const forged = { ...(await approvalOf(given)), attorneyId: avery.id };
    const unwritten = { caseId: id, commandId: crypto.randomUUID(), command: forged, record: before.record };
    expect(await direct('decideAndRecord', unwritten)).toMatchObject({ result: refused });
    expect(await direct('performDue', { caseId: id, now: Date.now() + 1e12 })).toMatchObject({
      wait: { state: 'notice_review' },
    });
    expect(await traceOf(id)).toEqual(before);
  });
});

/** Nobody has touched the case for so many days. */
async function age(caseId: string, days: number): Promise<void> {
  await store.pool.query(`UPDATE "Case" SET "updatedAt" = now() - make_interval(days => $2) WHERE id = $1`, [
    caseId,
    days,
  ]);
}

/** Starts a workflow as anybody can who reaches Temporal. */
function startAs(workflowId: string, input: object) {
  return client.workflow.start('evictionCase', { workflowId, taskQueue: stack.taskQueue, args: [input] });
}
