import { randomUUID } from 'node:crypto';
import { createReceivers } from '@evict/testkit';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { opsFor } from '../support/ops.ts';
import { startService } from '../support/service.ts';

const receivers = await createReceivers();
const { stack, signUp } = await startService({
  webhooks: { ca: receivers.ca, retryDelaysMs: [10, 10, 10, 10], deadlineMs: 1500 },
});
const ops = opsFor(stack);

test('a delivery that was given up is retried once, and again, until it arrives', async () => {
  const receiver = await receivers.start();
  receiver.respondWith((response) => response.writeHead(500).end());
  const customer = await signUp();
  const { body: endpoint } = await customer.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } });
  const { id: caseId } = await customer.submitted(buildFacts());
  const listed = async (...filter: string[]) => (await ops.json('webhook', 'list', '--case', caseId, ...filter)).items;
  await expect.poll(() => listed('--status', 'failed')).toHaveLength(1);
  const [failed] = await listed();
  expect(failed).toMatchObject({
    endpointId: endpoint.id,
    status: 'failed',
    attempts: 5,
    lastTry: { attempt: 5, httpStatus: 500, failure: null },
    endpoint: { url: receiver.url, mode: 'test' },
  });
  expect(await listed('--endpoint', `we_${randomUUID()}`)).toEqual([]);

  const statusIs = (status: string, attempts: number) =>
    expect.poll(async () => (await listed())[0]).toMatchObject({ status, attempts });
  expect(await ops.json('webhook', 'redeliver', failed.id)).toEqual({ id: failed.id, status: 'pending' });
  await statusIs('failed', 6);
  receiver.respondWith((response) => response.writeHead(204).end());
  await ops.json('webhook', 'redeliver', failed.id);
  await statusIs('delivered', 7);
  const bodies = receiver.received.map(({ raw }) => raw);
  expect([bodies.length, new Set(bodies).size]).toEqual([7, 1]);

  expect(await ops.refused('webhook', 'redeliver', failed.id)).toBe('not_failed');
  expect(await ops.refused('webhook', 'redeliver', `whd_${randomUUID()}`)).toBe('not_found');
  expect(await ops.recorded(failed.id)).toEqual([
    'robin: webhook redeliver done',
    'robin: webhook redeliver done',
    'robin: webhook redeliver not_failed',
  ]);
  await receiver.stop();
});
