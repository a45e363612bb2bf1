import { endNoticePeriod } from '@evict/local';
import type { CaseRecord, OperatorCommand } from '@evict/case-model';
import { ApiError } from '@evict/contract';
import { sendCommand } from '@evict/http';
import { recordTransition, writeCommand } from '@evict/store/cases';
import { describe, expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { startService } from '../support/service.ts';
import { proposeTransition, recordingContext } from '../support/transition.ts';
import { skipToTimer } from '../support/skip-time.ts';

// A command can be committed to the database and lost to Temporal: its server forgets an Update that no workflow task
// has accepted when it goes down in that moment. It is made here by a workflow that goes on from before the command.

const service = await startService({ liveMode: true });
const { stack } = service;
const { store } = stack;
const { attorney, inReview, operate } = liveWorld(service);
const avery = await attorney();

const pending = { kind: 'record_service', status: 'pending', method: 'personal', date: null, expires: null } as const;
type Given = Awaited<ReturnType<typeof inReview>>;

describe('a live case that missed a command', () => {
  test('takes the next one from the state in the database, whatever it would have refused', async () => {
    const given = await inReview();
    await unheard(given, () => avery.approve(given.id));
    expect(await operate(given.ref, { ...pending, stage: 'notice' })).toEqual({ ok: true });
    expect((await given.customer.read(given.id)).state).toBe('notice_sent');
  });

  test('checks once a day, so that a notice period that it missed still ends', async () => {
    const given = await inReview();
    const { customer, id, ref } = given;
    await avery.approve(id);
    await operate(ref, { ...pending, stage: 'notice' });
    const served = { ...pending, stage: 'notice', status: 'served', date: day(0), expires: day(1) } as const;
    await unheard(given, () => operate(ref, served));
    await skipToTimer(stack, ref);
    await expect.poll(async () => (await stack.cases.recordOf(id))?.state).toBe('cure_period');
    await endNoticePeriod(stack, ref);
    await expect.poll(async () => (await customer.read(id)).state).toBe('filing_review');
  });

  test('confirms a command that it missed and receives again, and takes effect once', async () => {
    const given = await inReview();
    const { customer, id, ref } = given;
    await unheard(given, () => stack.cases.reportCure(ref, 'missed'));
    expect(await stack.cases.reportCure(ref, 'missed')).toEqual({ ok: true });
    expect(await countOf(id, 'cure_reported')).toBe(1);
    expect((await customer.read(id)).data.progress.cureReports).toHaveLength(1);
  });

  test('does so even if another command came in between and the case would now refuse it', async () => {
    const given = await inReview();
    const { id, ref } = given;
    const documentHashes = (await avery.read(id)).documents.map((one: { contentHash: string }) => one.contentHash);
    const approval = { kind: 'review', attorneyId: avery.id, decision: 'approve', documentHashes } as const;
    await writeCommand(store, 'attorney', { id: 'missed', caseId: id, command: approval });
    await unheard(given, () => stack.cases.operate(ref, { command: approval }, 'missed'));
    expect(await stack.cases.reportCure(ref)).toEqual({ ok: true });
    expect(await stack.cases.operate(ref, { command: approval }, 'missed')).toEqual({ ok: true });
    expect(await countOf(id, 'approve_notice')).toBe(1);
  });
});

test('a command whose row was lost is refused, and the case takes the next one', async () => {
  const { ref } = await inReview();
  const hold = { operator: 'robin', kind: 'hold' } as const;
  expect(await stack.cases.operate(ref, { command: hold }, 'lost')).toEqual({ ok: false, code: 'not_on_record' });
  expect(await operate(ref, { kind: 'hold' })).toEqual({ ok: true });
});

test('a command that takes effect while it is sent again is no refusal, whatever it did to the case', async () => {
  const { id, ref } = await inReview();
  const outside = <T>(wait: () => Promise<T>) => wait();
  const sentAgain = { caseId: id, work: { mayBeDone: true, uuid: () => 'under way', outside } };
  const send = () => Promise.reject(new Error('it was sent before'));
  const load = async () => {
    await stack.cases.withdraw(ref, { isDraft: false }, 'under way');
    throw new ApiError('not_found');
  };
  const after = await sendCommand(store, sentAgain, { load, check: () => {}, send });
  expect(after).toMatchObject({ id, state: 'on_hold' });
});

test('a transition is not taken for another of the same ids, which a workflow draws again after a crash', async () => {
  const { ref } = await inReview();
  const record = await recordOf(ref);
  const recorded = async (command: OperatorCommand, commandId: string) => {
    let drawn = 0;
    const uuid = () => `${ref.caseId.slice(5, -2)}${String((drawn += 1)).padStart(2, '0')}`;
    await writeCommand(store, 'operator', { id: commandId, caseId: ref.caseId, command });
    const transition = proposeTransition(record, command, { uuid, commandId });
    return (await recordTransition(store, transition, recordingContext)).result;
  };
  const operator = 'robin';
  expect(await recorded({ operator, kind: 'hold' }, 'first')).toMatchObject({ ok: true });
  expect(await recorded({ operator, kind: 'hold' }, 'first')).toMatchObject({ ok: true });
  expect(await recorded({ operator, kind: 'hold' }, 'second')).toMatchObject({ code: 'behind' });
  const assign = { operator, kind: 'assign', attorneyId: (await attorney()).id, eligible: true } as const;
  expect(await recorded(assign, 'third')).toMatchObject({ code: 'behind', record: { state: 'on_hold' } });
});

/** Sends a command to the case, and continues its workflow from before it. */
async function unheard({ ref }: Given, doIt: () => Promise<unknown>): Promise<void> {
  const record = await recordOf(ref);
  await doIt();
  await stack.client.workflow.getHandle(ref.caseId).terminate('forgets what it has just heard');
  await stack.client.workflow.start('evictionCase', {
    workflowId: ref.caseId,
    taskQueue: stack.taskQueue,
    args: [{ ...ref, record }],
  });
}

async function recordOf({ caseId }: { caseId: string }): Promise<CaseRecord> {
  const { record } = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  return record as unknown as CaseRecord;
}

function countOf(caseId: string, action: string): Promise<number> {
  return store.prisma.caseEvent.count({ where: { caseId, action } });
}
