import { expect, test, vi } from 'vitest';
import { createAdvances } from './advances.ts';

const advanced = async () => 'advanced';

test('one received while another is under way, or before it ended, takes no step', async () => {
  const advances = createAdvances();
  let resolve: (value: string) => void = () => {};
  const promise = new Promise<string>((settle) => (resolve = settle));
  const receivedAt = performance.now();
  const first = advances.take('a', () => promise);
  expect(advances.isTaken('a', performance.now())).toBe(true);
  expect(advances.isTaken('b', receivedAt)).toBe(false);
  resolve('advanced');
  expect(await first).toBe('advanced');
  expect(advances.isTaken('a', receivedAt)).toBe(true);
  expect(advances.isTaken('a', performance.now() + 1)).toBe(false);
});

test('one that was refused or failed has taken no step: the next one tries', async () => {
  const advances = createAdvances();
  const receivedAt = performance.now();
  await expect(advances.take('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(advances.isTaken('a', receivedAt)).toBe(false);
});

test('the ends of advances are forgotten, but not one that is under way', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const advances = createAdvances();
    void advances.take('running', () => new Promise<string>(() => {}));
    await advances.take('old', advanced);
    vi.advanceTimersByTime(60_001);
    await advances.take('new', advanced);
    expect(advances.isTaken('old', 0)).toBe(false);
    expect(advances.isTaken('running', performance.now())).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
