import { expect, test } from 'vitest';
import { drainUntil, type Queue } from './drain.ts';

/** Two rows; the test decides when each has been sent. */
function twoRows({ claimed, record }: { claimed: (time: number) => Promise<void>; record: () => Promise<void> }) {
  const rows = [['slow'], ['fast']];
  const recorded: string[] = [];
  const sent = { slow: later(), fast: later() };
  let claims = 0;
  const queue: Queue<string, string> = {
    async claim() {
      const next = rows.shift() ?? [];
      claims += 1;
      await claimed(claims);
      return next;
    },
    async send(row) {
      await sent[row as keyof typeof sent].promise;
      return row;
    },
    async record(outcomes) {
      await record();
      recorded.push(...outcomes);
    },
    release: async () => {},
    rest: async () => null,
  };
  return { queue, recorded, sent };
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

test('what is sent while rows are being claimed is recorded before the queue rests', async () => {
  const { queue, recorded, sent } = twoRows({
    async claimed(time) {
      if (time !== 3) return;
      sent.slow.resolve();
      sent.fast.resolve();
      await soon();
    },
    record: async () => {},
  });
  expect(await drainUntil(queue, Infinity, going)).toEqual({ dueInMs: null });
  expect(recorded.sort()).toEqual(['fast', 'slow']);
});

test('what is sent while others are being recorded is recorded too, even if their record fails', async () => {
  let records = 0;
  const { queue, recorded, sent } = twoRows({
    async claimed(time) {
      if (time === 2) sent.fast.resolve();
    },
    async record() {
      records += 1;
      if (records > 1) return;
      sent.slow.resolve();
      await soon();
      throw new Error('the database is away');
    },
  });
  await expect(drainUntil(queue, Infinity, going)).rejects.toThrow('the database is away');
  expect(recorded).toEqual(['slow']);
});
