import { deliveryRate } from '@evict/contract';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('the burst goes at once, and one beyond it is sent away', () => {
  const { turns } = atClock(deliveryRate);
  const waits = Array.from({ length: deliveryRate.burst }, () => turns.take('org', true));
  expect(waits.filter((ms) => ms > 0)).toEqual([]);
  expect(turns.take('org', true)).toBeGreaterThan(0);
  expect(turns.take('other', true)).toBe(0);
});

test('those that are sent away come back one step apart, and each then has its turn', () => {
  const { turns, pass } = atClock({ perSecond: 10, burst: 1 });
  turns.take('org', true);
  const waits = Array.from({ length: 5 }, () => turns.take('org', true));
  expect(waits).toEqual([600, 700, 800, 900, 1000]);
  pass(600);
  // What has come meanwhile queues behind those that wait.
  expect(turns.take('org', true)).toBe(600);
  for (let come = 0; come < 5; come += 1) {
    expect(turns.take('org', false)).toBe(0);
    pass(100);
  }
});

function atClock(rate: { perSecond: number; burst: number }) {
  let now = 1000;
  return { turns: createTurns(rate, () => now), pass: (ms: number) => (now += ms) };
}
