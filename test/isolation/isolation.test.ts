import { expect, test } from 'vitest';
import { runChaos } from '../chaos/program.ts';

// The short form of `npm run chaos -- --isolation`.

test('whatever one tenant does, another is served without failures, and no process dies or exceeds its memory bound', async () => {
  const { code, output } = await runChaos(['--isolation', '--short']);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^broke a promise +0$/m);
  expect(output).toMatch(/^not played +0$/m);
}, 900_000);
