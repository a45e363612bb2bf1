import { afterAll, expect, test, vi } from 'vitest';
import { largest, renderLargest } from '../../test/largest.ts';
import { renderLimits, RenderPool } from './render-pool.ts';

// The gate must not allow text that can't be rendered within the real limits. The rehearsal `papers` draws all of the
// largest papers.

vi.setConfig({ testTimeout: 300_000 });
const pool = new RenderPool({ size: 1 });
const tenthPool = new RenderPool({ size: 1, limits: { ...renderLimits, cpuMs: renderLimits.cpuMs / 10 } });
afterAll(() => Promise.all([pool.close(), tenthPool.close()]));

/** The texts that need the most time and the most memory. */
const costliest = ['words of 500 joined letters', 'the widest letters in the papers of a test case'];
const isCostliest = ([name]: [string, unknown]) => costliest.includes(name);

test.each(Object.entries(largest).filter(isCostliest))(
  'the largest text that the gate allows can be rendered: %s',
  async (_, one) => {
    const { objection, bytes } = await renderLargest(pool, one);
    expect(objection).toBeUndefined();
    expect(bytes).toBeGreaterThan(1_000_000);
  },
);

test.each(Object.entries(largest).filter((one) => !isCostliest(one)))(
  'a tenth of the largest text that the gate allows can be rendered in a tenth of the allowed time: %s',
  async (_, one) => {
    const { objection, bytes } = await renderLargest(tenthPool, one, 100);
    expect(objection).toBeUndefined();
    expect(bytes).toBeGreaterThan(100_000);
  },
);
