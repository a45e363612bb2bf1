import { expect, test } from 'vitest';
import { attentionFirst, clockDay, clockOf, refreshEveryMs } from './case-facts.ts';

const clockAt = (clock: string) => ({ data: { progress: { clock } }, updatedAt: '2026-07-01T12:00:00.000Z' });

test('the clock of a test case continues from its last change', () => {
  const now = new Date('2026-07-01T12:10:00.000Z');
  const one = { mode: 'test', ...clockAt('2026-07-11T00:00:00.000Z') } as const;
  expect(clockOf(one, now).toISOString()).toBe('2026-07-11T00:10:00.000Z');
  // This holds in every time zone: midnight UTC of that day is still the day before in America.
  expect(clockDay(one, now)).toBe('2026-07-11');
});

test('the clock of a test case is never behind real time', () => {
  const one = { mode: 'test', ...clockAt('2026-07-01T12:00:00.000Z') } as const;
  expect(clockOf(one, new Date('2026-07-03T12:00:00.000Z')).toISOString()).toBe('2026-07-03T12:00:00.000Z');
});

test('a live case uses the real time, not the clock recorded with its last change', () => {
  const now = new Date(2026, 6, 5, 23, 30);
  expect(clockDay({ mode: 'live', ...clockAt('2026-07-01T12:00:00.000Z') }, now)).toBe('2026-07-05');
});

test('a case is polled for changes only if someone other than its reader can move it forward', () => {
  expect(refreshEveryMs({ mode: 'test', state: 'notice_review' })).toBe(10_000);
  expect(refreshEveryMs({ mode: 'live', state: 'notice_review' })).toBe(30_000);
  expect(refreshEveryMs({ mode: 'live', state: 'on_hold' })).toBe(30_000);
  for (const mode of ['test', 'live'] as const) {
    for (const state of ['draft', 'resolved', 'closed', 'withdrawn'] as const) {
      expect(refreshEveryMs({ mode, state })).toBe(false);
    }
  }
  expect(refreshEveryMs({ mode: 'test', state: 'on_hold' })).toBe(false);
});

test('items that need attention come first, then those that have waited longest', () => {
  const item = (needed: boolean, updatedAt: string) => ({ attention: { needed }, updatedAt });
  const [early, late] = ['2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'];
  expect(attentionFirst([item(false, late), item(false, early), item(true, late), item(true, early)])).toEqual([
    item(true, early),
    item(true, late),
    item(false, early),
    item(false, late),
  ]);
});
