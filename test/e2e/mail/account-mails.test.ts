import { randomUUID } from 'node:crypto';
import { wakeOutbox } from '@evict/store/testing';
import { startStack, type TestStack } from '@evict/testkit';
import { afterEach, expect, test } from 'vitest';
import { listenSilently } from '../support/webhooks.ts';

let stack: TestStack;
afterEach(() => stack.stop());

const operators = 'operators@example.com';

test('an email is sent once, however often the worker is woken', async () => {
  const mailbox = await start();
  const wake = () => Promise.all(Array.from({ length: 5 }, () => wakeOutbox(stack.store, 'mail')));
  const id = await sendLead();
  await wake();
  await mailbox.waitForMails(operators);
  await wake();
  await expect
    .poll(() => rowOf(id))
    .toMatchObject({ attempts: 1, failure: null, payload: {}, sentAt: expect.any(Date) });
  const [mail, ...others] = await mailbox.mailsTo(operators);
  expect(others).toEqual([]);
  // The message id is the same in every attempt.
  expect(mail?.headers['message-id']).toBe(`<${id}@example.com>`);
  expect(mail?.headers['auto-submitted']).toBe('auto-generated');
});

test('emails that no worker was notified of are sent at the next poll of the worker', async () => {
  const mailbox = await start({}, 300);
  const ids = await Promise.all(Array.from({ length: 30 }, recordLead));
  expect(await mailbox.waitForMails(operators, ids.length)).toHaveLength(ids.length);
});

test("an attempt to send an email isn't counted if it is aborted because the worker stops", async () => {
  const mailbox = await start({ retryDelaysMs: [] }); // an email is abandoned after one failure
  const { port } = new URL(mailbox.url);
  await mailbox.stop();
  const silent = await listenSilently(Number(port));
  const id = await sendLead();
  await expect.poll(() => silent.connections()).toBe(1);
  await stack.delivery?.stopWorker();
  expect(await rowOf(id)).toMatchObject({ attempts: 0, failure: null, sentAt: null });
  await silent.stop();
  await mailbox.start();
  await stack.delivery?.startWorker();
  await mailbox.waitForMails(operators);
  await expect.poll(() => rowOf(id)).toMatchObject({ attempts: 1, sentAt: expect.any(Date) });
});

type Options = NonNullable<Parameters<typeof startStack>[0]>;
async function start(mail: Options['mail'] = {}, lookEveryMs?: number) {
  stack = await startStack({ mail, ...(lookEveryMs !== undefined && { lookEveryMs }) });
  return stack.delivery?.mailbox ?? expect.unreachable();
}

/** Sends a lead through the API, and returns the id of its email. */
async function sendLead(): Promise<string> {
  const body = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Hello' };
  const response = await fetch(`${stack.baseUrl}/v1/public/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(202);
  const { id } = await stack.store.prisma.mail.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
  return id;
}

/** Inserts the rows of a lead and its email without notifying a worker. */
async function recordLead(): Promise<void> {
  const { prisma } = stack.store;
  const lead = { id: `lead_${randomUUID()}`, kind: 'contact', name: 'Robin', email: 'robin@example.com', states: [] };
  await prisma.lead.create({ data: lead });
  const mail = { kind: 'lead_received', recipient: operators, payload: { leadId: lead.id } };
  await prisma.mail.create({ data: { id: `mail_${randomUUID()}`, ...mail } });
}

function rowOf(id: string) {
  return stack.store.prisma.mail.findUniqueOrThrow({ where: { id } });
}
