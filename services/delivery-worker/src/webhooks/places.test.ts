import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

test('an endpoint has so many places and no more, whoever else comes', () => {
  const { places } = atClock();
  const taken = [places.take('a'), places.take('a')];
  expect(taken.every((place) => 'leave' in place)).toBe(true);
  expect(places.take('a')).toHaveProperty('waitMs');
  expect(places.take('b')).toHaveProperty('leave');
});

test('a place that is left is free at once', () => {
  const { places } = atClock();
  const [first] = [places.take('a'), places.take('a')];
  if (first && 'leave' in first) first.leave();
  expect(places.take('a')).toHaveProperty('leave');
});

test('those that are sent away are told times of their own, as far apart as places get free', () => {
  const { places, pass } = atClock();
  places.take('a');
  places.take('a');
  pass(10_000); // they hang
  const waits = Array.from({ length: 5 }, () => waitOf(places.take('a')));
  expect(waits).toEqual([15_000, 20_000, 25_000, 30_000, 35_000].map((ms) => ms));
});

test('nobody is sent away for less than coming back costs', () => {
  const { places } = atClock();
  places.take('a');
  places.take('a');
  expect(waitOf(places.take('a'))).toBeGreaterThanOrEqual(500);
});

test('an endpoint that has nothing under way is forgotten', () => {
  const { places } = atClock();
  for (const endpointId of ['a', 'b', 'c']) {
    const place = places.take(endpointId);
    if ('leave' in place) place.leave();
  }
  expect(places.size).toBe(0);
});

function atClock() {
  let now = 0;
  const places = createPlaces(2, () => now);
  return { places, pass: (ms: number) => (now += ms) };
}

function waitOf(place: ReturnType<ReturnType<typeof createPlaces>['take']>): number {
  return 'waitMs' in place ? place.waitMs : 0;
}
