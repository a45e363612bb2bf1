import { createReceivers } from '@evict/testkit';
import { test } from 'vitest';
import { startService } from './support/service.ts';
import { listenSilently, recordEvents, register } from './support/webhooks.ts';

const receivers = await createReceivers();
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca, deadlineMs: 10_000 } });

for (const atOnce of [4, 16, 4, 16, 8]) {
  test(`burst ${atOnce}`, { timeout: 120_000 }, async () => {
    const customer = await signUp();
    const good = await Promise.all(Array.from({ length: 10 }, () => receivers.start()));
    const mute = await Promise.all(Array.from({ length: 10 }, () => listenSilently()));
    for (const { url } of [...good, ...mute]) await register(customer, url);
    const { deliveryIds } = await recordEvents(stack, customer.organizationId, Array.from({ length: 50 }, () => ({ action: 'submit' as const })));
    const at = Date.now();
    const queue = [...deliveryIds];
    await Promise.all(Array.from({ length: atOnce }, async () => { for (let id; (id = queue.shift());) await stack.deliveries.startWebhook(id); }));
    const started = Date.now() - at;
    await Promise.all(good.map((r) => r.waitFor(50)));
    const late = good.flatMap((r) => r.received.map((m) => m.at - at)).sort((a, b) => a - b);
    console.log(atOnce, 'starts took', started, 'p50', late[250], 'p95', late[475], 'max', late.at(-1));
    for (const { id } of (await customer.send('GET', '/v1/webhook-endpoints')).body.items) await customer.send('DELETE', `/v1/webhook-endpoints/${id}`);
    await Promise.all([...good, ...mute].map((r) => r.stop()));
  });
}
