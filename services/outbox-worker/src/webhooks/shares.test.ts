import { deliveryRate, maxWebhookEndpoints } from '@evict/contract';
import { expect, test } from 'vitest';
import { attemptsAtOnce, createShares } from './shares.ts';

const going = { mayWait: true, stopping: new AbortController().signal };

test('an endpoint has four attempts at a time, ten once it has responded, and four again when it falls silent', async () => {
  const { shares, pass } = atClock();
  const share = shares.of({ organizationId: 'a', mode: 'test' });
  expect(await share.reserve(0, going)).toBe(attemptsAtOnce.unproven);
  share.giveBack(attemptsAtOnce.unproven);
  share.learn(true);
  expect(await share.reserve(0, going)).toBe(attemptsAtOnce.endpoint);
  const underWay = Array.from({ length: 5 }, () => share.begin());
  share.giveBack(5);
  expect(await share.reserve(5, going)).toBe(attemptsAtOnce.endpoint - 5);
  share.giveBack(5);
  pass(2001);
  expect(await share.reserve(5, going)).toBe(0);
  underWay.forEach((attempt) => attempt.end());
  expect(await share.reserve(0, going)).toBe(attemptsAtOnce.endpoint);
  share.giveBack(attemptsAtOnce.endpoint);
  share.learn(false);
  expect(await share.reserve(0, going)).toBe(attemptsAtOnce.unproven);
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
  await first.reserve(0, going);
  const attempt = first.begin();
  for (let held = attemptsAtOnce.unproven; held < attemptsAtOnce.organization; held += attemptsAtOnce.unproven) {
    await begun(shares, 'a', 'live');
  }
  const waiting = shares.of({ organizationId: 'a', mode: 'live' }).reserve(0, going);
  const other = await begun(shares, 'a', 'test');
  expect(other).toBe(attemptsAtOnce.unproven);
  attempt.end();
  expect(await waiting).toBe(1);
});

test('beyond its burst an organization reserves no more than its rate, in each mode', async () => {
  const { shares, pass } = atClock();
  const [inTest, live] = (['test', 'live'] as const).map((mode) => shares.of({ organizationId: 'a', mode }));
  const send = async (share = inTest) => {
    const count = (await share?.reserve(0, { ...going, mayWait: false })) ?? 0;
    for (let each = 0; each < count; each += 1) share?.begin().end();
    return count;
  };
  let sent = 0;
  for (let count = await send(); count > 0 && sent <= deliveryRate.burst; count = await send()) sent += count;
  expect(sent).toBe(deliveryRate.burst);
  expect(await send(live)).toBe(attemptsAtOnce.unproven);
  pass(2000 / deliveryRate.perSecond);
  expect(await send()).toBe(2);
  pass(1000 / deliveryRate.perSecond);
  expect(await inTest?.reserve(0, going)).toBe(1);
  inTest?.giveBack(1);
  expect(await send()).toBe(1);
});

test('what waits for its rate is given up when the worker stops', async () => {
  const { shares } = atClock();
  const share = shares.of({ organizationId: 'a', mode: 'test' });
  for (let sent = 0; sent < deliveryRate.burst; sent += attemptsAtOnce.unproven) {
    await share.reserve(0, going);
    for (let each = 0; each < attemptsAtOnce.unproven; each += 1) share.begin().end();
  }
  const stop = new AbortController();
  const waiting = share.reserve(0, { mayWait: true, stopping: stop.signal });
  stop.abort();
  expect(await waiting).toBe(0);
});

/** Begins as many attempts as an endpoint may, none of which ends. */
async function begun(shares: ReturnType<typeof createShares>, organizationId: string, mode: 'test' | 'live' = 'test') {
  const share = shares.of({ organizationId, mode });
  const count = await share.reserve(0, going);
  for (let each = 0; each < count; each += 1) share.begin();
  return count;
}

function atClock() {
  let now = 1000;
  return { shares: createShares(() => now), pass: (ms: number) => (now += ms) };
}
