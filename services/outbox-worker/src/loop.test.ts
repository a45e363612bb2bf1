import type { Claimed } from '@evict/store/outbox';
import { createLogger } from '@evict/telemetry';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoop, eachByItself, type Outbox } from './loop.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const lookEveryMs = 30_000;

/** Creates an outbox whose rows are claimed in this order, and sent when the test says so. */
function outboxOf(names: readonly string[], { atOnce = 10 } = {}) {
  const waiting = [...names];
  const recorded: string[] = [];
  const released: (readonly string[])[] = [];
  const sendings = new Map<string, () => void>();
  const faults: { claim?: Error; record?: Error; recordOf?: string } = {};
  let claims = 0;
  let nextInMs: number | null = null;
  const outbox: Outbox<string, string> = {
    kind: 'mail',
    atOnce,
    async claim(count): Promise<Claimed<string>> {
      claims += 1;
      if (faults.claim) throw faults.claim;
      return { rows: waiting.splice(0, count), nextInMs };
    },
    send: (name, aborted) =>
      new Promise((resolve, reject) => {
        sendings.set(name, () => resolve(name));
        aborted.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    record: eachByItself(async (outcome) => {
      if (faults.record && outcome === (faults.recordOf ?? outcome)) throw faults.record;
      recorded.push(outcome);
    }),
    release: async (rows) => void released.push(rows),
  };
  const loop = createLoop(outbox, { lookEveryMs, logger: createLogger('test', 'silent') });
  return {
    loop,
    waiting,
    recorded,
    released,
    faults,
    underWay: () => [...sendings.keys()],
    claims: () => claims,
    nextIn: (ms: number | null) => (nextInMs = ms),
    ends: async (name: string) => {
      sendings.get(name)?.();
      sendings.delete(name);
      await nextTurn();
    },
  };
}

/** Lets all code that doesn't wait for a timer continue. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the loop has handled whatever woke it. */
async function nextTurn(): Promise<void> {
  await settled();
  await vi.advanceTimersByTimeAsync(20);
  await settled();
}

async function aSecond(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1000);
  await settled();
}

test('a free slot is used at once, while a slow row keeps its own', async () => {
  const { loop, ends, recorded, waiting } = outboxOf(['slow', 'a', 'b', 'c', 'd'], { atOnce: 2 });
  const running = loop.run();
  await settled();
  for (const name of ['a', 'b', 'c', 'd']) {
    await ends(name);
    expect(recorded.at(-1)).toBe(name);
  }
  expect(waiting).toEqual([]);
  await ends('slow');
  expect(recorded.at(-1)).toBe('slow');
  loop.stop();
  await nextTurn();
  await running;
});

test('if no row is due, the loop sleeps until one is, but at most for half a minute', async () => {
  const { loop, claims, nextIn } = outboxOf([]);
  nextIn(400);
  const running = loop.run();
  await settled();
  expect(claims()).toBe(1);
  await vi.advanceTimersByTimeAsync(399);
  await settled();
  expect(claims()).toBe(1);
  nextIn(3_600_000);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(claims()).toBe(2);
  await vi.advanceTimersByTimeAsync(lookEveryMs - 1);
  await settled();
  expect(claims()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(claims()).toBe(3);
  loop.stop();
  await running;
});

test('the loop looks for rows at once when it is woken, even if it is already looking', async () => {
  const { loop, waiting, underWay } = outboxOf([]);
  const running = loop.run();
  await settled();
  waiting.push('a');
  loop.wake();
  await nextTurn();
  expect(underWay()).toEqual(['a']);
  loop.wake();
  waiting.push('b'); // between two notifications
  loop.wake();
  await nextTurn();
  expect(underWay()).toEqual(['a', 'b']);
  loop.stop();
  loop.abort();
  await nextTurn();
  await running;
});

test('an unavailable database interrupts the loop, and rows that were sent meanwhile are recorded afterwards', async () => {
  const { loop, ends, waiting, recorded, faults, underWay } = outboxOf(['a', 'b']);
  const running = loop.run();
  await settled();
  faults.record = new Error('away');
  faults.claim = new Error('away');
  await ends('a');
  for (let seconds = 0; seconds < 3; seconds += 1) await aSecond();
  await ends('b');
  expect(recorded).toEqual([]);
  delete faults.record;
  delete faults.claim;
  waiting.push('c');
  await aSecond();
  await aSecond();
  expect(recorded).toEqual(['a', 'b']);
  expect(underWay()).toEqual(['c']);
  loop.stop();
  loop.abort();
  await nextTurn();
  await running;
});

test('an outcome that can never be recorded does not stop the loop', async () => {
  const { loop, ends, waiting, recorded, faults } = outboxOf(['a']);
  const running = loop.run();
  await settled();
  faults.record = new Error('impossible');
  await ends('a');
  for (let seconds = 0; seconds < 12; seconds += 1) await aSecond();
  delete faults.record;
  waiting.push('b');
  loop.wake();
  await nextTurn();
  await ends('b');
  expect(recorded).toEqual(['b']);
  loop.stop();
  await running;
});

test('sent rows are recorded however long the database is unavailable', async () => {
  const { loop, ends, recorded, faults } = outboxOf(['a']);
  const running = loop.run();
  await settled();
  faults.record = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  await ends('a');
  for (let seconds = 0; seconds < 30; seconds += 1) await aSecond();
  delete faults.record;
  await aSecond();
  expect(recorded).toEqual(['a']);
  loop.stop();
  await nextTurn();
  await running;
});

test('a worker can stop while the database is unavailable', async () => {
  const { loop, ends, recorded, faults } = outboxOf(['a']);
  const running = loop.run();
  await settled();
  faults.record = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  await ends('a');
  loop.stop();
  for (let seconds = 0; seconds < 12; seconds += 1) await aSecond();
  await running;
  expect(recorded).toEqual([]);
});

test('an outcome that cannot be recorded does not delay others, and none is recorded twice', async () => {
  const { loop, ends, recorded, faults } = outboxOf(['a', 'b', 'c']);
  const running = loop.run();
  await settled();
  faults.record = new Error('impossible');
  faults.recordOf = 'b';
  for (const name of ['a', 'b', 'c']) await ends(name);
  await aSecond();
  await aSecond();
  expect(recorded).toEqual(['a', 'c']);
  delete faults.record;
  await aSecond();
  expect(recorded).toEqual(['a', 'c', 'b']);
  loop.stop();
  await nextTurn();
  await running;
});

test('notifications in quick succession lead to only one claim of rows', async () => {
  const { loop, claims } = outboxOf([]);
  const running = loop.run();
  await settled();
  for (let ring = 0; ring < 10; ring += 1) {
    loop.wake();
    await settled();
  }
  expect(claims()).toBe(1);
  await vi.advanceTimersByTimeAsync(20);
  await settled();
  expect(claims()).toBe(2);
  loop.stop();
  await nextTurn();
  await running;
});

test('a stopped loop ends once the last row in progress is recorded', async () => {
  const { loop, ends, recorded } = outboxOf(['a']);
  const running = loop.run();
  await settled();
  loop.stop();
  await settled();
  await ends('a');
  await running;
  expect(recorded).toEqual(['a']);
});

test('a stopped loop claims nothing more, and ends when every row in progress is recorded or released', async () => {
  const { loop, ends, waiting, recorded, released, claims } = outboxOf(['a', 'b', 'd']);
  const running = loop.run();
  await settled();
  loop.stop();
  await settled();
  waiting.push('c');
  const before = claims();
  await ends('a');
  expect(recorded).toEqual(['a']);
  loop.abort();
  await nextTurn();
  await running;
  expect(released).toEqual([['b', 'd']]);
  expect([claims(), waiting]).toEqual([before, ['c']]);
});
