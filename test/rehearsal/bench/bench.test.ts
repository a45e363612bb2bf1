import { expect, test } from 'vitest';
import { rehearse } from '../support/rehearse.ts';

// A benchmark that nobody runs breaks. What it measures on a busy machine means nothing.
test('every benchmark ends', async () => {
  const { code, output } = await rehearse('bench', '--short');
  expect(code, output).toBe(0);
}, 600_000);
