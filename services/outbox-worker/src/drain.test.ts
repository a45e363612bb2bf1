import { expect, test } from 'vitest';
import { drainUntil, Postponed, type Queue } from './drain.ts';

/** Rows that are claimed in this order, and sent when the test says so. */
function queueOf<Name extends string>(
  names: readonly Name[],
  { atOnce = 10, claimed = async () => {}, record = async () => {}, look = nothingDue }: Partial<Hooks> = {},
) {
  const waiting: Name[] = [...names];
  const recorded: string[] = [];
  const sent = Object.fromEntries(names.map((name) => [name, later()])) as Record<Name, ReturnType<typeof later>>;
  let claims = 0;
  const queue: Queue<Name, string> = {
    async recordAndClaim(outcomes, underWay) {
      if (outcomes.length > 0) await record();
      recorded.push(...outcomes);
      const count = underWay === 'end' ? 0 : atOnce - underWay;
      const rows = waiting.splice(0, count);
      if (count > 0) await claimed((claims += 1));
      return { rows, isFull: rows.length === count };
    },
    async send(name) {
      await sent[name].promise;
      return name;
    },
    release: async () => {},
    look,
    rest: async () => null,
  };
  return { queue, recorded, sent, waiting, claims: () => claims };
}

interface Hooks {
  atOnce: number;
  claimed: (time: number) => Promise<void>;
  record: () => Promise<void>;
  look: () => Promise<boolean>;
}

const going = { stopping: new AbortController().signal, isStopping: () => false };
function later() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

async function nothingDue(): Promise<boolean> {
  await soon();
  return false;
}

test('what is sent while rows are being claimed is recorded before the queue rests', async () => {
  const { queue, recorded, sent } = queueOf(['slow', 'fast'], {
    atOnce: 1,
    async claimed(time) {
      if (time !== 2) return;
      sent.fast.resolve();
      await soon();
    },
  });
  sent.slow.resolve();
  expect(await drainUntil(queue, Infinity, going)).toEqual({ dueInMs: null });
  expect(recorded).toEqual(['slow', 'fast']);
});

test('what is sent while others are being recorded is recorded too, even if their record fails', async () => {
  let records = 0;
  const { queue, recorded, sent } = queueOf(['slow', 'fast'], {
    async record() {
      records += 1;
      if (records > 1) return;
      sent.slow.resolve();
      await soon();
      throw new Error('the database is away');
    },
  });
  sent.fast.resolve();
  await expect(drainUntil(queue, Infinity, going)).rejects.toThrow('the database is away');
  expect(recorded).toEqual(['slow']);
});

test('a place is filled as soon as it is free, while a slow one keeps its own', async () => {
  const { queue, recorded, sent, waiting } = queueOf(['slow', 'a', 'b', 'c', 'd'], { atOnce: 2 });
  const drained = drainUntil(queue, Infinity, going);
  for (const name of ['a', 'b', 'c', 'd'] as const) {
    sent[name].resolve();
    for (let turn = 0; turn < 5; turn += 1) await soon(); // far less than any pause
    expect(recorded.at(-1)).toBe(name);
  }
  expect(waiting).toEqual([]);
  sent.slow.resolve();
  await drained;
});

test('while a slow one is under way and nothing is due, nothing is claimed; what becomes due is', async () => {
  const looks = { left: 20 };
  const { queue, recorded, sent, waiting, claims } = queueOf(['slow', 'new'], {
    async look(): Promise<boolean> {
      await soon();
      looks.left -= 1;
      if (looks.left === 0) waiting.push('new');
      return waiting.length > 0;
    },
  });
  waiting.pop();
  const drained = drainUntil(queue, Infinity, going);
  await expect.poll(claims).toBe(2);
  expect(looks.left).toBeLessThanOrEqual(0);
  sent.new.resolve();
  sent.slow.resolve();
  await drained;
  expect(recorded.sort()).toEqual(['new', 'slow']);
});

test('a queue that may not be sent now gives its rows back, claims no more, and is drained again in time', async () => {
  const { queue, waiting } = queueOf(['one', 'two', 'three'], { atOnce: 2 });
  const released: string[] = [];
  const postponed: Queue<'one' | 'two' | 'three', string> = {
    ...queue,
    async send(name) {
      if (name === 'two') throw new Postponed(1500);
      return name;
    },
    release: async (name) => void released.push(name),
  };
  expect(await drainUntil(postponed, Infinity, going)).toEqual({ dueInMs: 1500 });
  expect([released, waiting]).toEqual([['two'], ['three']]);
});
