import { expect, test, vi } from 'vitest';
import { createAdvances } from './advances.ts';

const taken = async () => ({ ok: true });

test('one received while another is under way, or before it ended, takes no step', async () => {
  const advances = createAdvances();
  let resolve: (result: { ok: boolean }) => void = () => {};
  const promise = new Promise<{ ok: boolean }>((settle) => (resolve = settle));
  const receivedAt = performance.now();
  const first = advances.run('a', receivedAt, () => promise);
  expect(await advances.run('a', performance.now(), taken)).toBeNull();
  expect(await advances.run('b', performance.now(), taken)).toEqual({ ok: true });
  resolve({ ok: true });
  expect(await first).toEqual({ ok: true });
  expect(await advances.run('a', receivedAt, taken)).toBeNull();
  expect(await advances.run('a', performance.now() + 1, taken)).toEqual({ ok: true });
});

test('what was refused or failed has taken no step: the next one tries', async () => {
  const advances = createAdvances();
  const receivedAt = performance.now();
  expect(await advances.run('a', receivedAt, async () => ({ ok: false }))).toEqual({ ok: false });
  await expect(advances.run('a', receivedAt, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await advances.run('a', receivedAt, taken)).toEqual({ ok: true });
});

test('the ends of advances are forgotten, but not one that is under way', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const advances = createAdvances();
    void advances.run('running', 0, () => new Promise<{ ok: boolean }>(() => {}));
    await advances.run('old', performance.now(), taken);
    vi.advanceTimersByTime(60_001);
    await advances.run('new', performance.now(), taken);
    expect(await advances.run('old', 0, taken)).toEqual({ ok: true });
    expect(await advances.run('running', performance.now(), taken)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
