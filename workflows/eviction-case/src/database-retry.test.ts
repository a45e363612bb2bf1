import { expect, test } from 'vitest';
import { attemptsOfRound, roundDelayMs } from './database-retry.ts';

test('the waits double from ten seconds to five minutes', () => {
  const delays = Array.from({ length: 8 }, (_, index) => roundDelayMs(index + 1) / 1000);
  expect(delays).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
});

test('an hour without the database is at most 17 rounds, of which only the first has many attempts', () => {
  let waitedMs = 0;
  let rounds = 0;
  while (waitedMs < 3_600_000) {
    rounds += 1;
    waitedMs += roundDelayMs(rounds);
  }
  expect(rounds).toBeLessThanOrEqual(17);
  expect([0, 1, 2, rounds].map(attemptsOfRound)).toEqual([15, 2, 2, 2]);
});
