import { deliveryRate, maxWebhookEndpoints } from '@evict/contract';
import { expect, test } from 'vitest';
import { attemptsAtOnce, createShares } from './shares.ts';

const never = new AbortController().signal;

test('an endpoint has four attempts at a time, ten once it has responded, and four again when it falls silent', async () => {
  const { shares, pass } = atClock();
  const share = shares.of({ organizationId: 'a', mode: 'test' });
  expect(await share.reserve(0)).toBe(attemptsAtOnce.unproven);
  share.giveBack(attemptsAtOnce.unproven);
  share.learn(true);
  expect(await share.reserve(0)).toBe(attemptsAtOnce.endpoint);
  const underWay = Array.from({ length: 5 }, () => share.begin());
  share.giveBack(5);
  expect(await share.reserve(5)).toBe(attemptsAtOnce.endpoint - 5);
  share.giveBack(5);
  pass(2001);
  expect(await share.reserve(5)).toBe(0);
  underWay.forEach((attempt) => attempt.end());
  expect(await share.reserve(0)).toBe(attemptsAtOnce.endpoint);
  share.giveBack(attemptsAtOnce.endpoint);
  share.learn(false);
  expect(await share.reserve(0)).toBe(attemptsAtOnce.unproven);
});

test('all endpoints of an organization that never respond leave room in its share, and do not touch that of another', async () => {
  const { shares } = atClock();
  for (let endpoint = 0; endpoint < maxWebhookEndpoints; endpoint += 1) {
    expect(await begun(shares, 'a')).toBe(attemptsAtOnce.unproven);
  }
  expect(maxWebhookEndpoints * attemptsAtOnce.unproven).toBeLessThan(attemptsAtOnce.organization);
  expect(await begun(shares, 'b')).toBe(attemptsAtOnce.unproven);
});

test('an endpoint waits for the share of its organization, and gets the first place that is free', async () => {
  const { shares } = atClock();
  const first = shares.of({ organizationId: 'a', mode: 'live' });
  await first.reserve(0);
  const attempt = first.begin();
  for (let held = attemptsAtOnce.unproven; held < attemptsAtOnce.organization; held += attemptsAtOnce.unproven) {
    await begun(shares, 'a', 'live');
  }
  const waiting = shares.of({ organizationId: 'a', mode: 'live' }).reserve(0);
  const other = await begun(shares, 'a', 'test');
  expect(other).toBe(attemptsAtOnce.unproven);
  attempt.end();
  expect(await waiting).toBe(1);
});

test('beyond its burst an organization is held to its rate, in each mode', async () => {
  const { shares, pass } = atClock();
  const [inTest, live] = (['test', 'live'] as const).map((mode) => shares.of({ organizationId: 'a', mode }));
  for (let sent = 0; sent < deliveryRate.burst; sent += 1) await inTest?.inRate(never);
  const over = new AbortController();
  const waiting = inTest?.inRate(over.signal);
  over.abort();
  await expect(waiting).rejects.toThrow(/abort/u);
  await live?.inRate(never);
  pass(1000 / deliveryRate.perSecond);
  await inTest?.inRate(never);
});

/** Begins as many attempts as an endpoint may, none of which ends. */
async function begun(shares: ReturnType<typeof createShares>, organizationId: string, mode: 'test' | 'live' = 'test') {
  const share = shares.of({ organizationId, mode });
  const count = await share.reserve(0);
  for (let each = 0; each < count; each += 1) share.begin();
  return count;
}

function atClock() {
  let now = 1000;
  return { shares: createShares(() => now), pass: (ms: number) => (now += ms) };
}
