import { expect, test } from 'vitest';
import { rehearse } from '../support/rehearse.ts';

test('whatever one tenant does, another is served, and no process dies or exceeds its memory bound', async () => {
  const { code, output } = await rehearse('isolation', '--short');
  expect(code, output).toBe(0);
  expect(output).toMatch(/^faults: 0$/m);
}, 900_000);
