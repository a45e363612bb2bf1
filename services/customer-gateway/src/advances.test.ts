import { expect, test, vi } from 'vitest';
import { createAdvances } from './advances.ts';

const advanced = async () => 'advanced';

test('an advance that arrives while another is in progress takes no step', async () => {
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

test('after an advance was refused or failed, the next one takes the step', async () => {
  const advances = createAdvances();
  const receivedAt = performance.now();
  await expect(advances.take('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(advances.isTaken('a', receivedAt)).toBe(false);
});

test('finished advances are forgotten after a minute, but one in progress is not', async () => {
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
