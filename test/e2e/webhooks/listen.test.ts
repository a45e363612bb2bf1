import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptAuthority, listenToWebhooks } from '@evict/local';
import { afterAll, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'listen-'));
afterAll(() => rm(dataDir, { recursive: true }));
const { cert: ca } = await keptAuthority(dataDir);
const { stack, actingAs } = await startService({ webhooks: { ca } });
const withoutLeave = await startService();

test('the listener prints every event of cases made with its key, verified, and leaves no endpoint behind', async () => {
  const lines: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const listening = listenToWebhooks({
    api: stack.baseUrl,
    dataDir,
    credential: undefined,
    print: (line) => lines.push(line),
    stopped,
  });
  await expect.poll(() => lines.length).toBe(2);
  const [key = ''] = /eak_test_\w+/.exec(lines[0] ?? '') ?? [];
  expect(lines[1]).toMatch(/^Listening at https:\/\/127\.0\.0\.1:\d+\/ as we_\S+, in test mode, until Ctrl-C\.$/);

  const customer = actingAs(key);
  const { id } = await customer.submitted(buildFacts());
  await customer.advance(id);
  const events = await customer.events(id);
  await expect.poll(() => lines.length).toBe(2 + events.length);
  for (const { id: eventId, action, createdAt } of events) {
    const line = lines.find((one) => one.endsWith(eventId));
    expect(line).toMatch(new RegExp(`^verified  ${createdAt}  case\\.${action} .*${id}`));
  }

  stop();
  expect(await listening).toBe(true);
  expect((await customer.send('GET', '/v1/webhook-endpoints')).body).toEqual({ items: [] });
});

test('if the stack does not post to this machine, the listener says what it needs', async () => {
  const lines: string[] = [];
  const listened = await listenToWebhooks({
    api: withoutLeave.stack.baseUrl,
    dataDir,
    credential: (await withoutLeave.signUp()).credential,
    print: (line) => lines.push(line),
    stopped: Promise.resolve(),
  });
  expect(listened).toBe(false);
  expect(lines.join('\n')).toContain('Start it with WEBHOOK_TEST_ALLOW=127.0.0.0/8');
});
