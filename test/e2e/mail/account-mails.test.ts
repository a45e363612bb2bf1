import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { OutboxClient } from '@evict/temporal';
import { startStack, type TestStack } from '@evict/testkit';
import { Client, Connection } from '@temporalio/client';
import { afterEach, expect, inject, test } from 'vitest';
import { textOf } from '../support/history.ts';
import { outboxEnded } from '../support/skip-time.ts';
import { listenSilently } from '../support/webhooks.ts';

let stack: TestStack;
afterEach(() => stack.stop());

const operators = 'operators@example.com';

test('a mail is sent once, however often its outbox is woken, and Temporal has times and nothing of it', async () => {
  const mailbox = await start();
  const id = await sendLead();
  await Promise.all(Array.from({ length: 5 }, () => stack.outbox.wake({ mail: true })));
  await mailbox.waitForMails(operators);
  await Promise.all(Array.from({ length: 5 }, () => stack.outbox.wake({ mail: true })));
  await outboxEnded(stack, workflow().workflowId);
  expect(await mailbox.mailsTo(operators)).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ attempts: 1, failure: null, payload: {}, sentAt: expect.any(Date) });
  const [mail] = await mailbox.mailsTo(operators);
  // The same in every attempt.
  expect(mail?.headers['message-id']).toBe(`<${id}@example.com>`);
  expect(mail?.headers['auto-submitted']).toBe('auto-generated');
  const history = textOf((await workflow().fetchHistory()).events);
  expect(history).toContain('dueInMs');
  for (const secret of [id, operators, 'Robin', 'robin@example.com']) expect(history).not.toContain(secret);
});

test('mails that were recorded and whose outbox was not woken are sent once they are overdue', async () => {
  const mailbox = await start({}, { everyMs: 50, overdueMs: 60_000, reportEveryMs: 60_000 });
  const recent = await recordLead({ secondsAgo: 10 });
  // A round or two: nothing is overdue.
  await pause(500);
  expect(await rowOf(recent)).toMatchObject({ attempts: 0, sentAt: null });
  await Promise.all(Array.from({ length: 30 }, () => recordLead({ secondsAgo: 70 })));
  expect(await mailbox.waitForMails(operators, 31)).toHaveLength(31);
});

test('an attempt aborted by a stopping worker does not count', async () => {
  const mailbox = await start({ retryDelaysMs: [] }); // one failure, and it is given up
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

test('an outbox that cannot be woken is reported, and delays nobody', async () => {
  await start();
  const connection = Connection.lazy({ address: '127.0.0.1:1', connectTimeout: 200 });
  const client = new Client({ connection, namespace: inject('servers').temporalNamespace });
  const missed: object[] = [];
  const outbox = new OutboxClient(client, { deadlineMs: 200, onMissed: (one) => missed.push(one) });
  outbox.wakeSoon({ mail: true });
  outbox.wakeSoon({ mail: true });
  expect(missed).toEqual([]);
  await expect.poll(() => missed).toEqual([{ id: 'outbox-mail', failure: expect.any(String) }]);
  await connection.close();
});

type Options = NonNullable<Parameters<typeof startStack>[0]>;
async function start(mail: Options['mail'] = {}, idleTimes?: Options['idleTimes']) {
  stack = await startStack({ mail, ...(idleTimes && { idleTimes }) });
  return stack.delivery?.mailbox ?? expect.unreachable();
}

/** Sends a lead through the API; returns the id of its mail. */
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

/** Inserts the rows of a lead whose mail is not started; returns the id of the mail. */
async function recordLead({ secondsAgo }: { secondsAgo: number }): Promise<string> {
  const { store } = stack;
  const createdAt = new Date(Date.now() - secondsAgo * 1000);
  const lead = { id: `lead_${randomUUID()}`, kind: 'contact', name: 'Robin', email: 'robin@example.com', states: [] };
  await store.prisma.lead.create({ data: lead });
  const mail = {
    id: `mail_${randomUUID()}`,
    kind: 'lead_received',
    recipient: operators,
    payload: { leadId: lead.id },
  };
  await store.prisma.mail.create({ data: { ...mail, createdAt, dueAt: createdAt } });
  return mail.id;
}

const workflow = () => stack.client.workflow.getHandle(`${stack.outboxQueue}-mail`);

function rowOf(id: string) {
  return stack.store.prisma.mail.findUniqueOrThrow({ where: { id } });
}
