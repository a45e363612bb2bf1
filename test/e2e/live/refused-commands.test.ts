import { expect, test } from 'vitest';
import type { ApiResponse } from '../support/api.ts';
import { liveWorld } from '../support/live-case.ts';
import { startService } from '../support/service.ts';

// Temporal takes 2,000 Updates in a run of a workflow, also of those that change nothing.

const refusals = 2100;
const atOnce = 4;

const service = await startService({ liveMode: true });
const { attorney, inReview } = liveWorld(service);
const avery = await attorney();

test('a case that has refused 2,100 commands takes the next one at once', { timeout: 900_000 }, async () => {
  const { id } = await inReview();
  const wrong = ['0'.repeat(64)];
  const codes = new Map<string, number>();
  const left = Array.from({ length: refusals }).values();
  const refuse = async () => {
    for (const _ of left) {
      const { body } = await avery.review(id, 'approve', wrong);
      const code = body.error?.code ?? 'taken';
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, refuse));
  expect(Object.fromEntries(codes)).toEqual({ stale_approval: refusals });

  // The quickest of three, because the machine may have other work.
  const tookMs: number[] = [];
  const taken = async (send: () => Promise<ApiResponse>, state: string) => {
    const before = performance.now();
    const { status, body } = await send();
    tookMs.push(performance.now() - before);
    expect([status, body.state]).toEqual([200, state]);
  };
  const { documents } = await avery.read(id);
  const hashes = documents.map(({ contentHash }: { contentHash: string }) => contentHash);
  await taken(() => avery.review(id, 'approve', hashes), 'notice_approved');
  const path = `/v1/attorney/cases/${id}`;
  await taken(() => avery.send('POST', `${path}/hold`, { body: { reason: 'court_stay' } }), 'on_hold');
  await taken(() => avery.send('POST', `${path}/resume`), 'notice_approved');
  expect(Math.min(...tookMs)).toBeLessThan(500);
});
