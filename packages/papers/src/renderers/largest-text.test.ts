import { afterAll, expect, test, vi } from 'vitest';
import { largest, renderLargest } from '../../test/largest.ts';
import { RenderPool } from './render-pool.ts';

// The gate must not allow text that can't be rendered within the real limits.

vi.setConfig({ testTimeout: 300_000 });
const pool = new RenderPool({ size: 1 });
afterAll(() => pool.close());

test.each(Object.entries(largest))('the largest text that the gate allows can be rendered: %s', async (_, one) => {
  const { objection, bytes } = await renderLargest(pool, one);
  expect(objection).toBeUndefined();
  expect(bytes).toBeGreaterThan(1_000_000);
});
