import { expect, test } from 'vitest';
import { refreshEveryMs } from './polling.ts';

test('only a case that others can move is read again', () => {
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
