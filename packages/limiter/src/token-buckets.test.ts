import { rates } from '@evict/contract';
import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

test.each(Object.entries(rates))(
  '%s: a full burst is admitted immediately, and one more request is not',
  (_name, rate) => {
    const { buckets } = atClock(rate);
    const refused = Array.from({ length: rate.burst }, () => buckets.take('org')).filter((waitMs) => waitMs > 0);
    expect(refused).toEqual([]);
    expect(buckets.take('org')).toBeCloseTo(1000 / rate.perSecond);
  },
);

test('tokens are refilled one by one, up to the burst', () => {
  const { buckets, pass } = atClock({ perSecond: 10, burst: 3 });
  const takeAll = () => Array.from({ length: 5 }, () => buckets.take('org')).filter((waitMs) => waitMs === 0).length;
  expect(takeAll()).toBe(3);
  pass(99);
  expect(buckets.take('org')).toBeCloseTo(1);
  pass(1);
  expect(takeAll()).toBe(1);
  pass(200);
  expect(takeAll()).toBe(2);
  pass(3_600_000);
  expect(takeAll()).toBe(3);
});

test('a refused request takes no token', () => {
  const { buckets, pass } = atClock({ perSecond: 1, burst: 1 });
  buckets.take('org');
  for (let count = 0; count < 100; count += 1) expect(buckets.take('org')).toBeGreaterThan(0);
  pass(1000);
  expect(buckets.take('org')).toBe(0);
});

test('each key has its own bucket', () => {
  const { buckets } = atClock({ perSecond: 1, burst: 1 });
  expect([buckets.take('a'), buckets.take('b')]).toEqual([0, 0]);
  expect(buckets.take('a')).toBeGreaterThan(0);
});

test('buckets that are full again are deleted, and others are kept', () => {
  const { buckets, pass } = atClock({ perSecond: 1, burst: 2 });
  for (let key = 0; key < 9_999; key += 1) buckets.take(`early ${key}`);
  pass(60_000);
  buckets.take('kept');
  buckets.take('kept');
  for (let key = 0; key < 10_000; key += 1) buckets.take(`late ${key}`);
  expect(buckets.size).toBeLessThanOrEqual(20_000);
  expect(buckets.take('kept')).toBeGreaterThan(0);
});

function atClock(rate: { perSecond: number; burst: number }) {
  let now = 1000;
  return { buckets: createTokenBuckets(rate, () => now), pass: (ms: number) => (now += ms) };
}
