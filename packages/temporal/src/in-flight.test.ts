import { expect, test } from 'vitest';
import { atMostPerKey } from './in-flight.ts';

const far = Date.now() + 3_600_000;

/** Enters as often as is asked for; gives those that are inside, in their order. */
function crowd(line: ReturnType<typeof atMostPerKey>, key: string, count: number) {
  const inside: (() => void)[] = [];
  for (let entered = 0; entered < count; entered += 1) {
    void line.enter(key, far).then((leave) => leave && inside.push(leave));
  }
  return inside;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a key that is alone has four at a time, and the fifth enters when one leaves', async () => {
  const inside = crowd(atMostPerKey(4, 2), 'a', 5);
  await settled();
  expect(inside).toHaveLength(4);
  inside[0]?.();
  await settled();
  expect(inside).toHaveLength(5);
});

test('among others a key has two at a time, and the third enters when one leaves', async () => {
  const line = atMostPerKey(4, 2);
  (await line.enter('b', far))?.();
  const inside = crowd(line, 'a', 3);
  await settled();
  expect(inside).toHaveLength(2);
  inside[0]?.();
  await settled();
  expect(inside).toHaveLength(3);
});

test('a key that is joined by another falls from four to two as its own leave', async () => {
  const line = atMostPerKey(4, 2);
  const inside = crowd(line, 'a', 6);
  await settled();
  expect(crowd(line, 'b', 1)).toBeDefined();
  await settled();
  inside[0]?.();
  inside[1]?.();
  await settled();
  expect(inside).toHaveLength(4); // two of them have left
  inside[2]?.();
  await settled();
  expect(inside).toHaveLength(5);
});

test('ten seconds after the last of another key it has four again, and all that wait come in', async () => {
  let at = 0;
  const line = atMostPerKey(4, 2, () => at);
  (await line.enter('b', far))?.();
  const inside = crowd(line, 'a', 6);
  await settled();
  at = 9999;
  inside[0]?.();
  await settled();
  expect(inside).toHaveLength(3);
  at = 10_000;
  inside[1]?.();
  await settled();
  expect(inside).toHaveLength(6); // two of them have left
});

test('what is not let in by its deadline is told so, and nothing is kept of keys that are out', async () => {
  const line = atMostPerKey(1);
  const leave = await line.enter('a', far);
  expect(await line.enter('a', Date.now() + 20)).toBeNull();
  leave?.();
  expect(line.size).toBe(0);
});
