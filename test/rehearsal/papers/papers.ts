import { RenderPool } from '@evict/documents';
import { largest, renderLargest } from '../../../packages/documents/test/largest.ts';
import { isChosen, type Options, type Outcome } from '../support/outcome.ts';

/** Renders, within the real limits, the texts that the gate lets through and that are too slow for `npm test`. */
export async function run(options: Options): Promise<Outcome> {
  const pool = new RenderPool({ size: 1 });
  const [rows, faults]: [{ paper: string; seconds: number; MB: number }[], string[]] = [[], []];
  try {
    for (const [paper, one] of Object.entries(largest)) {
      if (!isChosen(options, paper) || !one.isSlow) continue;
      const begun = performance.now();
      const { objection, bytes } = await renderLargest(pool, one).catch((error: Error) => {
        return { objection: error.message, bytes: 0 };
      });
      rows.push({ paper, seconds: (performance.now() - begun) / 1000, MB: bytes / 1e6 });
      if (objection !== undefined) faults.push(`${paper}: ${objection}`);
    }
  } finally {
    await pool.close();
  }
  return { rows, faults };
}
