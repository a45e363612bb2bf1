import { expect, test } from 'vitest';
import { createReceiverRate } from './receiver-rate.ts';

const rate = { perSecond: 100, burst: 1000 };

/** Organizations that ask for as much as they get, each waiting as long as it is told. */
function world() {
  let now = 0;
  const receivers = createReceiverRate(rate, () => now);
  const sentBy = new Map<string, number>();
  const asksAgainAt = new Map<string, number>();
  const ask = (organization: string, addresses: readonly string[] = ['203.0.114.9']) => {
    if ((asksAgainAt.get(organization) ?? 0) > now) return false;
    const waitMs = receivers.take(organization, addresses);
    if (waitMs === 0) sentBy.set(organization, (sentBy.get(organization) ?? 0) + 1);
    else asksAgainAt.set(organization, now + waitMs);
    return waitMs === 0;
  };
  return {
    ask,
    sentBy,
    sent: () => [...sentBy.values()].reduce((sum, count) => sum + count, 0),
    pass: (ms: number, organizations: readonly string[]) => {
      for (const end = now + ms; now < end; now += 10) for (const one of organizations) while (ask(one));
    },
  };
}

const crowd = (count: number) => Array.from({ length: count }, (_, index) => `org_${index}`);

test.each([1, 20, 300])('%d organizations send one address no more than its rate', (count) => {
  const { pass, sent } = world();
  pass(60_000, crowd(count));
  expect(sent()).toBeLessThanOrEqual(rate.burst + 60 * rate.perSecond);
  expect(sent()).toBeGreaterThan(0.9 * 60 * rate.perSecond);
});

test('what an address takes is divided equally, and who has asked for little does not wait', () => {
  const { pass, sentBy, ask } = world();
  pass(5000, crowd(20));
  const before = new Map(sentBy);
  pass(60_000, crowd(20));
  const shares = crowd(20).map((one) => (sentBy.get(one) ?? 0) - (before.get(one) ?? 0));
  expect(Math.min(...shares)).toBeGreaterThan((0.6 * 60 * rate.perSecond) / 20);
  expect(Math.max(...shares)).toBeLessThan((1.4 * 60 * rate.perSecond) / 20);
  for (let count = 0; count < 10; count += 1) expect(ask('org_quiet')).toBe(true);
});

test('an address counts under every name, in every set of addresses, and as its network in IPv6', () => {
  const { ask, pass, sent } = world();
  const ways = [
    ['203.0.114.9'],
    ['198.51.101.7', '203.0.114.9'],
    ['2600:1f18::1', '203.0.114.9'],
    ['203.0.114.9', '2600:1f18::1:2'],
  ];
  for (const [index, organization] of crowd(1000).entries()) while (ask(organization, ways[index % ways.length]));
  expect(sent()).toBeLessThanOrEqual(rate.burst);
  for (const organization of crowd(1000)) while (ask(`v6 ${organization}`, ['2600:1f18::5']));
  expect(ask('org_new', ['2600:1f18::ffff'])).toBe(false);
  expect(ask('org_other', ['2600:1f19::1'])).toBe(true);
  pass(60_000, []);
  expect(ask('org_later')).toBe(true);
});
