import { expect, test } from 'vitest';
import { clockDay, clockOf } from './case-facts.ts';

const clockAt = (clock: string) => ({ data: { progress: { clock } }, updatedAt: '2026-07-01T12:00:00.000Z' });

test('the clock of a test case runs on from its last change', () => {
  const now = new Date('2026-07-01T12:10:00.000Z');
  const one = { mode: 'test', ...clockAt('2026-07-11T00:00:00.000Z') } as const;
  expect(clockOf(one, now).toISOString()).toBe('2026-07-11T00:10:00.000Z');
  // Whatever the zone of the reader: midnight of that day in UTC is the day before in America.
  expect(clockDay(one, now)).toBe('2026-07-11');
});

test('it is never behind the real clock', () => {
  const one = { mode: 'test', ...clockAt('2026-07-01T12:00:00.000Z') } as const;
  expect(clockOf(one, new Date('2026-07-03T12:00:00.000Z')).toISOString()).toBe('2026-07-03T12:00:00.000Z');
});

test('a live case has the real clock, whatever was recorded at its last change', () => {
  const now = new Date(2026, 6, 5, 23, 30);
  expect(clockDay({ mode: 'live', ...clockAt('2026-07-01T12:00:00.000Z') }, now)).toBe('2026-07-05');
});
