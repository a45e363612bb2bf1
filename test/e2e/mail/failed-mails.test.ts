import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { keepFailedMailsReported, reportFailedMails } from '@evict/case-worker/report-failed-mails';
import type { ReportableMailFailure } from '@evict/store/mails';
import { createLogger } from '@evict/telemetry';
import type { CaseClient } from '@evict/temporal';
import { describe, expect, test } from 'vitest';
import { failMail } from '../support/failed-mail.ts';
import { textOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { platform } from '../support/operate.ts';
import { opsFor } from '../support/ops.ts';
import { startService } from '../support/service.ts';

// Failures for cases without a workflow are tested in case-mail-delivery.test.ts.

const service = await startService({ liveMode: true, mail: { retryDelaysMs: [20, 20, 20, 20] } });
const { stack } = service;
const { prisma } = stack.store;
const { attorney, summaryInReview } = liveWorld(service);
const ops = opsFor(stack);
const { mailbox } = stack.delivery ?? expect.unreachable();
const { property } = marylandFacts();
// Each test uses a different state, so each has its own attorney.
const factsIn = (state: string) => marylandFacts({ property: { ...property, state } });
const reason = 'job_failed:send_mail';

describe('an abandoned email about a case', () => {
  test("makes the case need attention until the case changes state, and doesn't block commands", async () => {
    const { id, customer, counsel, address } = await refusedMail('AL');
    const failures = { step: 'send_mail', attempt: 5, errorClass: 'refused_address' };
    await expect.poll(() => reported(id)).toEqual([failures]);
    expect(await prisma.caseEvent.count({ where: { caseId: id, action: 'job_failed', sequence: null } })).toBe(0);
    expect((await counsel.queue()).find((item) => item.id === id)?.attention).toEqual({
      needed: true,
      reasons: [reason],
    });
    const listed = await ops.json('case', 'list', '--attention');
    expect(listed.items).toMatchObject([{ id, attention: [reason] }]);
    expect(await ops.json('case', 'show', id)).toMatchObject({ attention: [reason], failedStep: 'send_mail' });
    expect(await attentionInTemporal(id)).toEqual([reason]);
    expect((await customer.events(id)).map(({ action }) => action)).not.toContain('job_failed');

    expect((await counsel.approve(id)).body.state).toBe('notice_approved');
    expect((await counsel.read(id)).attention).toEqual({ needed: false, reasons: [] });
    expect(await attentionInTemporal(id)).toBeUndefined();
    const history = textOf((await stack.client.workflow.getHandle(id).fetchHistory()).events);
    expect(history).toContain('mail_failed');
    expect(history).not.toContain(address);
  });

  test('is recorded as failed once, however often the failure is reported', async () => {
    await attorney({ states: ['AZ'] });
    const { id } = await summaryInReview(factsIn('AZ'));
    const failed = await failMail(stack.store, id);
    await Promise.all(Array.from({ length: 5 }, () => report(failed)));
    await report(await failMail(stack.store, id));
    await expect.poll(() => failuresOf(id)).toHaveLength(2);
    await report(failed);
    await report(await failMail(stack.store, id));
    await expect.poll(() => failuresOf(id)).toHaveLength(3);
  });

  test('is found and recorded by the case worker', async () => {
    await attorney({ states: ['AR'] });
    const { id } = await summaryInReview(factsIn('AR'));
    await failMail(stack.store, id);
    const over = new AbortController();
    const deps = { store: stack.store, cases: stack.cases, logger: createLogger('test', 'silent') };
    await reportFailedMails(deps, AbortSignal.abort());
    expect(await failuresOf(id)).toEqual([]);
    const looking = keepFailedMailsReported(deps, over.signal);
    await expect.poll(() => failuresOf(id)).toEqual([{ step: 'send_mail', attempt: 5, errorClass: 'timeout' }]);
    over.abort();
    await looking;
  });

  test("is recorded as failed even if the workflow of another case doesn't respond", async () => {
    await attorney({ states: ['AK'] });
    const [mute, other] = [await summaryInReview(factsIn('AK')), await summaryInReview(factsIn('AK'))];
    for (const { id } of [mute, mute, other, mute]) await failMail(stack.store, id);
    const cases: Pick<CaseClient, 'send'> = {
      send: (ref, ...command) =>
        ref.caseId === mute.id ? Promise.reject(new Error('no response')) : stack.cases.send(ref, ...command),
    };
    await expect(reportFailedMails({ store: stack.store, cases })).rejects.toThrow('no response');
    expect([await failuresOf(other.id), await failuresOf(mute.id)]).toEqual([[expect.anything()], []]);
  });

  test('can be reported while a command ends the case, without undoing the command or making it fail', async () => {
    const counsel = await attorney({ states: ['DE'] });
    for (let round = 0; round < 6; round += 1) {
      const { id, customer } = await summaryInReview(factsIn('DE'));
      const failed = await Promise.all(Array.from({ length: 4 }, () => failMail(stack.store, id)));
      const tell = async (one: ReportableMailFailure, index: number) => {
        await pause(index * 8);
        await report(one);
      };
      const [response] = await Promise.all([counsel.outcome(id, { type: 'closed' }), ...failed.map(tell)]);
      expect([response.status, response.body.state]).toEqual([200, 'closed']);
      expect((await customer.events(id)).filter(({ action }) => action === 'close')).toHaveLength(1);
    }
  });

  test('is sent again when operators retry the failed step, even for a finished case', async () => {
    const open = await caseOf('CO');
    const over = await caseOf('CT');
    await mailbox.stop();
    await Promise.all([open, over].map(({ id, customer }) => customer.act(id, 'withdraw')));
    expect((await over.counsel.outcome(over.id, { type: 'closed' })).body.state).toBe('withdrawn');
    for (const { id } of [open, over]) await expect.poll(() => unsent(id)).toEqual([]);
    const told = async ({ id }: { id: string }) => (await reported(id)).length;
    await expect.poll(() => told(open)).toBe(await givenUp(open.id));
    await expect.poll(() => told(over)).toBe(await givenUp(over.id));
    expect(await givenUp(over.id)).toBeGreaterThan(0);
    await mailbox.start();

    for (const { id } of [open, over]) await ops.json('case', 'retry-step', id, '--reason', 'The mail server is back.');
    await expect
      .poll(async () => subjects(await mailbox.mailsTo(open.counsel.email)))
      .toContain('A withdrawal was requested');
    expect((await open.counsel.read(open.id)).attention.reasons).not.toContain(reason);
    for (const { id } of [open, over]) await expect.poll(() => givenUp(id)).toBe(0);
    expect(await ops.refused('case', 'retry-step', over.id)).toBe('invalid_transition');
    const detail = { operator: 'robin', command: 'retry_step', reason: 'The mail server is back.' };
    for (const { id } of [open, over]) expect(await retriesOf(id)).toEqual([detail]);
  });

  test('is due again after operators retry the failed step, even if the case worker is down', async () => {
    await attorney({ states: ['GA'] });
    const { id } = await summaryInReview(factsIn('GA'));
    const recipient = `${randomUUID()}@example.com`;
    const mail = { id: `mail_${randomUUID()}`, kind: 'service_note', recipient, payload: { caseId: id } };
    const tries = { attempts: 5, failure: 'timeout', dueAt: null, givenUpAt: new Date(Date.now() - 3000) };
    await prisma.mail.create({ data: { ...mail, ...tries } });
    await expect.poll(() => reported(id)).toHaveLength(1);
    await stack.stopWorker();
    try {
      const { stderr } = await ops.run(['case', 'retry-step', id, '--operator', 'robin'], { deadlineMs: 8000 });
      expect(stderr).toMatch(/^unreachable: /);
    } finally {
      await stack.startWorker();
    }
    expect(await givenUp(id)).toBe(0);
  });
});

/** Reports the failure to the case, the way the case worker does. */
function report({ id, caseId, organizationId, mode, attempt, errorClass }: ReportableMailFailure) {
  return platform(stack, { caseId, organizationId, mode }, { kind: 'mail_failed', attempt, errorClass }, { id });
}

/** A case under review whose attorney's address the mail server refuses, because it is one character too long. */
async function refusedMail(state: string) {
  const counsel = await attorney({ states: [state] });
  const address = `${randomUUID()}${'a'.repeat(206)}@example.com`;
  await prisma.user.update({ where: { id: counsel.id }, data: { email: address } });
  const { id, customer } = await summaryInReview(factsIn(state));
  return { id, customer, counsel, address };
}

async function caseOf(state: string) {
  const counsel = await attorney({ states: [state] });
  const given = await summaryInReview(factsIn(state));
  await reaches(given.customer, given.id, 'notice_review');
  await mailbox.waitForMails(counsel.email);
  return { ...given, counsel };
}

/** The failures recorded for a case, after the case worker has looked for unreported ones. */
async function reported(caseId: string) {
  await stack.reportFailedMails();
  return failuresOf(caseId);
}

/** The detail of each failure, oldest first. */
async function failuresOf(caseId: string) {
  const where = { caseId, action: 'job_failed', internal: true };
  const rows = await prisma.caseEvent.findMany({ where, orderBy: { createdAt: 'asc' } });
  return rows.map(({ detail }) => detail);
}

/** The detail of each operator action on a case. */
async function retriesOf(caseId: string) {
  const rows = await prisma.caseEvent.findMany({ where: { caseId, action: 'operator_action' } });
  return rows.map(({ detail }) => detail);
}

async function unsent(caseId: string): Promise<string[]> {
  const where = { payload: { path: ['caseId'], equals: caseId }, sentAt: null, givenUpAt: null };
  // An email that was never tried has no failure.
  const rows = await prisma.mail.findMany({
    where: { ...where, OR: [{ failure: null }, { failure: { not: 'dropped' } }] },
  });
  return rows.map(({ kind }) => kind);
}

async function givenUp(caseId: string): Promise<number> {
  return prisma.mail.count({ where: { payload: { path: ['caseId'], equals: caseId }, givenUpAt: { not: null } } });
}

async function attentionInTemporal(caseId: string): Promise<unknown> {
  const { typedSearchAttributes } = await stack.client.workflow.getHandle(caseId).describe();
  return typedSearchAttributes.getAll().find(({ key }) => key.name === 'Attention')?.value;
}

function subjects(mails: readonly { subject: string }[]): string[] {
  return mails.map(({ subject }) => subject.replace(/ \(.*\)$/, ''));
}
