import { afterAll, expect, test, vi } from 'vitest';
import { largest, largestJob, objectionTo } from '../../test/largest.ts';
import { RenderPool } from './render-pool.ts';

// The gate must not allow text that can't be rendered within the real limits.

vi.setConfig({ testTimeout: 300_000 });
const pool = new RenderPool({ size: 1 });
afterAll(() => pool.close());

test.each(Object.entries(largest))('the gate allows a large text: %s', (_, one) => {
  expect(objectionTo(one)).toBeUndefined();
});

// The first takes the most time of all the largest texts, the second the most memory. `npm run rehearse -- papers`
// draws all of them.
test.each(['words of 500 joined letters', 'the widest letters in the papers of a test case'] as const)(
  'the largest text that the gate allows can be rendered: %s',
  async (name) => {
    const job = largestJob(largest[name]);
    const bytes = await pool.use({ organizationId: 'one' }, (render) => render(job));
    expect(bytes.length).toBeGreaterThan(1_000_000);
  },
);
