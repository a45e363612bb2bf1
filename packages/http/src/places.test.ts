import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

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

test('work that fails gives its place back', async () => {
  const places = createPlaces(1);
  await expect(places.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await expect(places.run(() => Promise.resolve('done'))).resolves.toBe('done');
});
