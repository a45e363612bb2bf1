import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

/** Lets everything go on that waits for nothing but its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('never more than the places there are, first come, first served', async () => {
  const places = createPlaces(2);
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const work = (number: number) =>
    places.run(async () => {
      order.push(number);
      inside += 1;
      most = Math.max(most, inside);
      await Promise.resolve();
      inside -= 1;
      return number;
    });
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  expect(await Promise.all(numbers.map(work))).toEqual(numbers);
  expect(order).toEqual(numbers);
  expect(most).toBe(2);
});

test('heavy work takes the room of several, waits for it in its turn, and what is too heavy runs alone', async () => {
  const places = createPlaces(4);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, weight: number) =>
    places.run(() => {
      log.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, weight);
  const end = async (name: string, work: Promise<void>) => {
    ends.get(name)?.();
    await work;
    await turn();
  };
  const [three, two, one, nine] = [begin('three', 3), begin('two', 2), begin('one', 1), begin('nine', 9)];
  await turn();
  expect(log).toEqual(['three']); // one would fit, and does not pass two
  await end('three', three);
  expect(log).toEqual(['three', 'two', 'one']);
  await end('one', one);
  expect(log).toHaveLength(3);
  await end('two', two);
  expect(log.at(-1)).toBe('nine');
  await end('nine', nine);
});

test('work that fails gives its place back', async () => {
  const places = createPlaces(1);
  await expect(places.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(places.run(() => Promise.resolve('done'))).resolves.toBe('done');
});
