import { expect, test } from 'vitest';
import { rehearse } from '../support/rehearse.ts';

test('while processes die, hang and lose responses, nothing acknowledged is lost or done twice', async () => {
  const { code, output } = await rehearse('chaos', '--short', '--seed', '7');
  expect(code, output).toBe(0);
  expect(output).toMatch(/^lost +0$/m);
  expect(output).toMatch(/^done twice +0$/m);
}, 600_000);
