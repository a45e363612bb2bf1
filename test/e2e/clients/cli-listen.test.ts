import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@evict/client';
import { createReceivers } from '@evict/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { cliWith } from '../support/cli.ts';
import { buildFacts } from '../support/facts.ts';
import { rehearseListening } from '../support/listening.ts';
import { startService } from '../support/service.ts';

const receivers = await createReceivers();
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca } });
const { baseUrl } = stack;

test('forwarded messages have exactly the bytes that the service posts, and are signed with the printed secret, which the next run reuses', async () => {
  const customer = await signUp();
  const posted = await receivers.start();
  onTestFinished(() => posted.stop());
  await customer.send('POST', '/v1/webhook-endpoints', { body: { url: posted.url } });
  const { id } = await customer.submitted(buildFacts());
  await customer.advanceBy(id, 2);
  const { length } = await customer.events(id);
  const genuine = (await posted.waitFor(length)).map(({ raw }) => raw).toSorted();

  const got: { body: string; headers: Record<string, string> }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    got.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(204).end();
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const cli = cliWith({ EVICTION_CASE_SERVER: baseUrl, EVICTION_CASE_KEY: customer.credential });
  const secrets: string[] = [];
  for (const since of [['--since', '2020-01-01'], []]) {
    const listening = cli.start('listen', '--forward-to', target, ...since);
    await expect.poll(() => listening.output.stderr).toContain(`Sending events to ${target}`);
    secrets.push(/whsec_\S+/.exec(listening.output.stderr)?.[0] ?? '');
    if (since.length === 0) await customer.withdraw(id);
    const { length: expected } = await customer.events(id);
    await expect.poll(() => got.length).toBe(expected);
    await expect
      .poll(() => listening.output.stdout.trim().split('\n').length)
      .toBe(since.length > 0 ? length : expected - length);
    listening.process.kill('SIGINT');
    expect((await listening.ended).code).toBe(0);
  }
  expect(secrets[1]).toBe(secrets[0]);
  expect(
    got
      .slice(0, length)
      .map(({ body }) => body)
      .toSorted(),
  ).toEqual(genuine);
  const [secret = ''] = secrets;
  for (const { body, headers } of got)
    expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ caseId: id });
  expect(got[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'eviction-case-service' });
});

test('none of 200 events is lost, out of order or unverified despite 20 interruptions of the connections and the process', async () => {
  const { cuts, ...heard } = await rehearseListening(stack, { events: 200, cuts: 20, seed: 20_261_127 });
  expect(heard).toMatchObject({ lost: 0, outOfOrder: 0, notVerified: 0 });
  expect(heard.repeated).toBeGreaterThan(0);
  expect(Object.keys(cuts)).toHaveLength(5);
  expect(Object.values(cuts).reduce((sum, count) => sum + count)).toBe(20);
});
