import { expect, test } from 'vitest';
import { runChaos } from './program.ts';

// The short form of `npm run chaos -- --faults`; it prints its seed, which is new each time.

test('while processes die, hang and lose responses, nothing acknowledged is lost or done twice', async () => {
  const { code, output } = await runChaos(['--faults', '--short']);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^lost +0$/m);
  expect(output).toMatch(/^done twice +0$/m);
}, 600_000);
