import type { CommandBody, WrittenKind } from '@evict/case-model';
import { setAttorneyLicenses } from '@evict/store/attorneys';
import { writeCommand } from '@evict/store/commands';
import type { CaseRef } from '@evict/temporal';
import { commandUpdates, lookSignal } from '@evict/temporal/messages';
import { describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { factsIn, inLiveMode, marylandFacts } from '../support/live.ts';
import { command, commandAs, operate, platform } from '../support/operate.ts';
import { expectRefusal } from '../support/refusals.ts';
import { seedDraft } from '../support/seed.ts';
import { sharedService } from '../support/service.ts';
import { skipTime } from '../support/skip-time.ts';
import { sentOut, servedNotice } from './reports.ts';

// An attacker who can reach only Temporal can at most trigger commands that their authors have already written. Such an
// attacker can also move a workflow's clock ahead, but that doesn't advance its case.

const service = await sharedService();
const { stack } = service;
const { store, client } = stack;
const { attorney, inReview } = liveWorld(service);
const states = ['AL', 'AK', 'AZ', 'AR', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY'];

/** A case under review by the only attorney of its state. `other` creates a second attorney without cases. */
async function engaged() {
  const state = states.shift() ?? expect.unreachable('every case has a state of its own');
  const avery = await attorney({ states: [state] });
  return { ...(await inReview(factsIn(state))), avery, other: () => attorney({ states: [state] }) };
}
type Given = Awaited<ReturnType<typeof engaged>>;

const refused = { ok: false, code: 'not_on_record' };

/** Sends an Update as anyone with access to Temporal could. */
const send = (caseId: string, kind: WrittenKind, commandId: unknown, updateId: string = crypto.randomUUID()) =>
  client.workflow
    .getHandle(caseId)
    .executeUpdate(commandUpdates[kind].definition, { updateId, args: [{ commandId }] as never });

async function approvalOf({ id }: Given) {
  const documents = await store.prisma.document.findMany({ where: { caseId: id, superseded: false } });
  return { kind: 'review', decision: 'approve', documentHashes: documents.map((one) => one.contentHash) } as const;
}

/** Writes a command without sending it, and returns its id. */
async function written(caseId: string, attorneyId: string, body: CommandBody): Promise<string> {
  const id = crypto.randomUUID();
  await writeCommand(store, { id, caseId, author: 'attorney', authorId: attorneyId, body });
  return id;
}

/** The data that a refused command must leave unchanged. */
async function traceOf(caseId: string) {
  const { state, record, version } = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  const counts = { events: store.prisma.caseEvent, documents: store.prisma.document };
  const [events, documents] = await Promise.all([
    counts.events.count({ where: { caseId } }),
    counts.documents.count({ where: { caseId } }),
  ]);
  return { state, record, version, events, documents };
}

describe('an Update that bypasses the gateways', () => {
  test("is refused at once if its command id is malformed, and doesn't block later commands", async () => {
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

  test("with the id of another case's command changes neither case", async () => {
    const [one, other] = [await engaged(), await engaged()];
    const before = [await traceOf(one.id), await traceOf(other.id)];
    const commandId = await written(one.id, one.avery.id, await approvalOf(one));
    expect(await send(other.id, 'review', commandId)).toEqual(refused);
    expect([await traceOf(one.id), await traceOf(other.id)]).toEqual(before);
  });

  test('of the wrong kind still executes exactly the command that its author wrote', async () => {
    const given = await engaged();
    const { avery, customer, id } = given;
    const commandId = await written(id, avery.id, { kind: 'hold', reason: 'agreement' });
    expect(await send(id, 'outcome', commandId)).toEqual({ ok: true });
    expect((await customer.read(id)).state).toBe('on_hold');
  });
});

describe('a command', () => {
  test('is refused if only another kind of author may give it', async () => {
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
    const draft = await seedDraft(stack);
    const untouched = await traceOf(draft.caseId);
    for (const author of ['attorney', 'platform', 'operator'] as const)
      expect(await commandAs(stack, draft, { author, authorId: avery.id }, { kind: 'submit' })).toEqual(refused);
    expect(await traceOf(draft.caseId)).toEqual(untouched);
  });

  test('is decided based on its recorded author and on stored data, whatever its body claims', async () => {
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

  test("from the platform can neither withdraw a case that hasn't been idle for long enough nor report the failure of an email that hasn't failed", async () => {
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    const { organizationId } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    const withdraw = (ref: CaseRef) => platform(stack, ref, { kind: 'withdraw_idle' });
    const ref = { caseId: id, organizationId, mode: 'live' } as const;
    const hold = (legalHold: boolean) => store.prisma.case.update({ where: { id }, data: { legalHold } });
    await age(id, 179);
    expect(await withdraw(ref)).toEqual(refused);
    await hold(true);
    await age(id, 3650);
    expect(await withdraw(ref)).toEqual(refused);
    await hold(false);
    await age(id, 180);
    expect(await withdraw(ref)).toEqual({ ok: true });

    const { id: reviewed, ref: open } = await engaged();
    await age(reviewed, 3650);
    const before = await traceOf(reviewed);
    expect(await withdraw(open)).toEqual(refused);
    const failed = { kind: 'mail_failed', attempt: 5, errorClass: 'Terry Example' } as const;
    expect(await platform(stack, open, failed, { id: 'mail_1-1' })).toEqual(refused);
    expect(await traceOf(reviewed)).toEqual(before);

    // A sandbox case is withdrawn after 90 days, even if it is open.
    const sandbox = await seedDraft(stack);
    expect(await command(stack, sandbox, { kind: 'submit' })).toEqual({ ok: true });
    await age(sandbox.caseId, 89);
    expect(await withdraw(sandbox)).toEqual(refused);
    await age(sandbox.caseId, 90);
    expect(await withdraw(sandbox)).toEqual({ ok: true });
  });
});

describe('a workflow', () => {
  test('that is started for a draft ends without changing it, and the draft can still be submitted', async () => {
    const customer = inLiveMode(service, await service.signUp());
    const { id } = await customer.create(marylandFacts());
    const before = await traceOf(id);
    const started = await startAs(id, { caseId: id });
    await started.result();
    expect(await traceOf(id)).toEqual(before);
    await customer.submit(id);
    await reaches(customer, id, /_review$|submitted/);
  });

  test('that is flooded with signals and forged Updates changes nothing, and still executes real commands', async () => {
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

describe("moving a workflow's clock ahead", () => {
  test("doesn't affect the case's notice period, dates or commands", async () => {
    const { avery, customer, id, ref } = await engaged();
    await avery.approve(id);
    await operate(stack, ref, { ...sentOut, stage: 'notice' });
    await operate(stack, ref, servedNotice);
    const shown = async () => ({ case: await customer.read(id), events: await customer.events(id) });
    const before = await shown();
    expect(before.case.state).toBe('cure_period');

    await skipTime(stack, ref, 30 * 86_400);
    await expect.poll(() => timersEnded(id)).toBeGreaterThan(0);
    // This command is decided after anything that the timer might cause. The notice period still includes its last day.
    expect(await operate(stack, ref, { kind: 'expire_notice' })).toEqual({ ok: false, code: 'period_running' });
    expect(await shown()).toEqual(before);

    expect((await customer.reportCure(id)).state).toBe('cure_period');
    const [report] = (await customer.read(id)).data.progress.cureReports;
    expect(Date.parse(report?.reportedAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(await operate(stack, ref, { kind: 'cure' })).toEqual({ ok: true });
    await reaches(customer, id, 'resolved');
  });

  test("doesn't let a draft be submitted for filing before the notice period is over", async () => {
    const avery = await attorney({ states: ['ME'] });
    const { customer, id, ref } = await inReview(holdoverFiling({ property: factsIn('ME').property }), filingEvidence);
    await avery.review(id, 'request_changes', [], 'The notice was served later.');
    const served = (offset: number) => ({
      priorNotice: { servedDate: day(offset), method: 'personal', periodDays: 30 } as const,
    });
    await customer.edit(id, served(-5));
    await skipTime(stack, ref, 60 * 86_400);
    await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
    expect((await customer.read(id)).state).toBe('draft');

    await customer.edit(id, served(-60));
    await customer.submit(id);
    const { data } = await reaches(customer, id, 'filing_review');
    expect(Date.parse(data.progress.clock)).toBeLessThanOrEqual(Date.now());
  });

  async function timersEnded(caseId: string): Promise<number> {
    const { events } = await client.workflow.getHandle(caseId).fetchHistory();
    return (events ?? []).filter(({ timerFiredEventAttributes }) => timerFiredEventAttributes).length;
  }
});

/** Backdates the case's last change by this many days. */
async function age(caseId: string, days: number): Promise<void> {
  const updated = 'UPDATE "Case" SET "updatedAt" = now() - make_interval(days => $2) WHERE id = $1';
  await pastTriggers(store, updated, [caseId, days]);
}

/** Starts a workflow as anyone with access to Temporal could. */
function startAs(workflowId: string, input: object) {
  return client.workflow.start('evictionCase', { workflowId, taskQueue: stack.taskQueue, args: [input] });
}
