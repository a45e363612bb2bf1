import { expect, test } from 'vitest';
import { longPromises } from './promises.ts';
import { broken, type Played, summary } from './verdict.ts';

/** Figures exactly at the limits. */
function buildPlayed(changes: Partial<Played> = {}): Played {
  return {
    quiet: { samples: sampled(160), webhooks: [100], failures: [] },
    attacked: { samples: sampled(480), webhooks: [1999], failures: [] },
    peaks: { Gateways: 399, 'Case worker': 1023, 'Outbox worker': 100 },
    deaths: 0,
    ...changes,
  };
}

function sampled(ms: number) {
  return [{ kind: 'read', ms }];
}

test('promises that are kept at their edge are kept', () => {
  expect(broken(buildPlayed(), longPromises)).toEqual([]);
});

const { quiet, attacked } = buildPlayed();

test.each<[string, Partial<Played>, RegExp]>([
  ['a failure', { attacked: { ...attacked, failures: ['read: 500'] } }, /^1 failures \(1 × read: 500\)$/],
  ['a failure of the quiet run', { quiet: { ...quiet, failures: ['read: 500'] } }, /before the attack/],
  ['a p99 over three times', { attacked: { ...attacked, samples: sampled(481) } }, /^p99 3.0 times/],
  [
    'a p99 of half a second',
    { quiet: { ...quiet, samples: sampled(400) }, attacked: { ...attacked, samples: sampled(500) } },
    /^p99 500 ms/,
  ],
  ['a neighbour without a single response', { attacked: { ...attacked, samples: [] } }, /^p99 NaN times/],
  ['a webhook that is late', { attacked: { ...attacked, webhooks: [2000] } }, /^webhooks 2000 ms late/],
  ['a gateway at its bound', { peaks: { Gateways: 400 } }, /^Gateways took 400 MiB/],
  ['a process that died', { deaths: 1 }, /^1 processes died$/],
])('%s breaks a promise', (_, changes, words) => {
  expect(broken(buildPlayed(changes), longPromises)).toContainEqual(expect.stringMatching(words));
});

test('a summary counts what is there more than once, and says how much it leaves out', () => {
  expect(summary(['a', 'b', 'a', 'c'], 2)).toBe('2 × a, 1 × b, 1 more');
});
