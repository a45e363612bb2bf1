import { deliveryRate } from '@evict/contract';
import { expect, test } from 'vitest';
import { createPacer } from './pacer.ts';

test('a burst is admitted at once, and the next one is postponed', () => {
  const { pacer } = atClock(deliveryRate);
  const waits = Array.from({ length: deliveryRate.burst }, () => pacer.take('org', true));
  expect(waits.filter((ms) => ms > 0)).toEqual([]);
  expect(pacer.take('org', true)).toBeGreaterThan(0);
  expect(pacer.take('other', true)).toBe(0);
});

test('postponed callers come back one step apart, and are then admitted', () => {
  const { pacer, pass } = atClock({ perSecond: 10, burst: 1 });
  pacer.take('org', true);
  const waits = Array.from({ length: 5 }, () => pacer.take('org', true));
  expect(waits).toEqual([600, 700, 800, 900, 1000]);
  pass(600);
  // A fresh caller queues behind those that wait.
  expect(pacer.take('org', true)).toBe(600);
  for (let come = 0; come < 5; come += 1) {
    expect(pacer.take('org', false)).toBe(0);
    pass(100);
  }
});

function atClock(rate: { perSecond: number; burst: number }) {
  let now = 1000;
  return { pacer: createPacer(rate, () => now), pass: (ms: number) => (now += ms) };
}
