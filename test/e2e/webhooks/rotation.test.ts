import { verifyWebhook } from '@evict/client';
import { expect, test } from 'vitest';
import { expectRefusal } from '../support/refusals.ts';
import { polling, startWebhookService } from '../support/webhook-world.ts';

const { stack, world } = await startWebhookService({ retryDelaysMs: [300], deadlineMs: 10_000 });
const event = { action: 'submit', toState: 'notice_review' } as const;
const rotate = (id: string) => `/v1/webhook-endpoints/${id}/rotate-secret`;

/** Whether the receiver's newest message verifies with this secret, once it has received this many. */
async function verifies({ receiver }: Awaited<ReturnType<typeof world>>, number: number, secret: string) {
  const message = (await receiver.waitFor(number)).at(-1);
  const request = { body: message?.raw ?? '', headers: message?.headers ?? {}, secret };
  return verifyWebhook(request).then(
    () => true,
    () => false,
  );
}

test('for 24 hours after a rotation, deliveries can be verified with either the new or the previous secret, and afterwards only with the new one', async () => {
  const one = await world();
  const { customer, endpoint, secret: first, deliver } = one;
  const rotated = await customer.send('POST', rotate(endpoint.id));
  expect(rotated.status).toBe(200);
  const { secret: second, previousUntil } = rotated.body;
  expect(second).toMatch(/^whsec_[0-9A-Za-z]{49}$/);
  const hours = (Date.parse(previousUntil) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThan(24.1);

  await deliver([event]);
  for (const secret of [first, second]) expect(await verifies(one, 1, secret)).toBe(true);
  const [message] = await one.receiver.waitFor(1);
  // A receiver that checks only the regular signature header needs the new secret.
  const { 'x-service-signature-previous': previous, ...headers } = message?.headers ?? {};
  expect(previous).toMatch(/^[0-9a-f]{64}$/);
  await expect(verifyWebhook({ body: message?.raw ?? '', headers, secret: first })).rejects.toThrow(
    'X-Service-Signature',
  );

  await stack.store.prisma.webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { previousUntil: new Date() },
  });
  await deliver([event]);
  expect([await verifies(one, 2, second), await verifies(one, 2, first)]).toEqual([true, false]);
  expect((await one.receiver.waitFor(2)).at(-1)?.headers).not.toHaveProperty('x-service-signature-previous');
});

test('a second rotation invalidates the first secret, and enabling a disabled endpoint invalidates all of its earlier secrets', async () => {
  const one = await world();
  const { customer, endpoint, secret: first, deliver } = one;
  const { secret: second } = (await customer.send('POST', rotate(endpoint.id))).body;
  const { secret: third } = (await customer.send('POST', rotate(endpoint.id))).body;
  await deliver([event]);
  const accepted = async (number: number, ...secrets: string[]) =>
    Promise.all(secrets.map((secret) => verifies(one, number, secret)));
  expect(await accepted(1, first, second, third)).toEqual([false, true, true]);
  await expect.poll(() => stack.store.prisma.webhookDelivery.count({ where: { status: 'pending' } }), polling).toBe(0);
  await stack.store.prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { disabledAt: new Date() } });
  const { secret: fourth } = (
    await customer.send('POST', '/v1/webhook-endpoints', { body: { url: `${one.receiver.url}/hook?a=1` } })
  ).body;
  await deliver([event]);
  expect(await accepted(2, second, third, fourth)).toEqual([false, false, true]);
});

test("a rotated secret isn't stored for replays, and a customer can't rotate the secret of another customer", async () => {
  const one = await world();
  const headers = { 'idempotency-key': 'one' };
  const [a, b] = [
    await one.customer.send('POST', rotate(one.endpoint.id), { headers }),
    await one.customer.send('POST', rotate(one.endpoint.id), { headers }),
  ];
  expect(a.body.secret).not.toBe(b.body.secret);
  expect(await stack.store.prisma.idempotencyKey.count()).toBe(0);
  const stranger = await world();
  await expectRefusal(stranger.customer.send('POST', rotate(one.endpoint.id)), 404, 'not_found');
});
