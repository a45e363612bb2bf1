import { expect, test } from 'vitest';
import { liveWorld } from '../support/live-case.ts';
import { startService } from '../support/service.ts';

// Temporal takes 2,000 Updates in a run of a workflow, also of those that change nothing.

const refusals = 2100;

const service = await startService({ liveMode: true });
const { attorney, inReview } = liveWorld(service);
const avery = await attorney();

test('a case that has refused 2,100 commands takes the next one at once', { timeout: 900_000 }, async () => {
  const { id } = await inReview();
  const left = Array.from({ length: refusals }).values();
  const refuse = async () => {
    for (const _ of left)
      expect((await avery.review(id, 'approve', ['0'.repeat(64)])).body.error?.code).toBe('stale_approval');
  };
  await Promise.all(Array.from({ length: 4 }, refuse));
  const { documents } = await avery.read(id);
  const before = performance.now();
  const hashes = documents.map(({ contentHash }: { contentHash: string }) => contentHash);
  expect((await avery.review(id, 'approve', hashes)).body.state).toBe('notice_approved');
  // 500 ms on a machine without other work.
  expect(performance.now() - before).toBeLessThan(5000);
});
