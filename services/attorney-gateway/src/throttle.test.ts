import { expect, test } from 'vitest';
import { createThrottle } from './throttle.ts';

test('a key comes through once in the time, whatever others do', () => {
  let now = 0;
  const isDue = createThrottle(1000, () => now);
  const due = ['a', 'b'].map((key) => isDue(key));
  now = 999;
  expect([...due, isDue('a'), isDue('b')]).toEqual([true, true, false, false]);
  now = 1000;
  expect([isDue('a'), isDue('a')]).toEqual([true, false]);
});

test('thousands of keys are not all remembered', () => {
  const isDue = createThrottle(1000, () => 0);
  for (let key = 0; key < 30_000; key += 1) isDue(String(key));
  expect([isDue('29999'), isDue('0')]).toEqual([false, true]);
});
