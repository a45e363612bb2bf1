import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { addEvidence } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { withMethods } from '../support/workflows.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';
import { filing, reportsOf, sentOut } from './reports.ts';

// In live mode, a paper is served or filed only if the attorney has approved exactly its bytes. These tests try to get
// around that.

const service = await sharedService();
const { store } = service.stack;
const { attorney, inReview, operate } = liveWorld(service);
const avery = await attorney();
const { report } = reportsOf(avery);

const noNoticeApproval = { ok: false, code: 'notice_not_approved' } as const;
const noFilingApproval = { ok: false, code: 'filing_not_approved' } as const;

type Documents = { documents: { contentHash: string; specId: string | null; id: string }[] };
const hashes = ({ documents }: Documents) => documents.map(({ contentHash }) => contentHash);
const summaryOf = ({ documents }: Documents) => documents.find(({ specId }) => specId === 'intake.summary.v1');

/** Runs one round of the reconciler and returns the ids of the workflows that it signals. */
async function toldInRound(): Promise<string[]> {
  const told: string[] = [];
  const workflows = withMethods(service.stack.workflows, {
    listRunning: async (ids) => new Set(ids),
    tell: async (id) => told.push(id) > 0 && service.stack.workflows.tell(id),
  });
  await reconcileOnce({ store, workflows }, { settledMs: 0, pauseMs: 0 });
  return told;
}

/** Records an upload the way the gateway does, but doesn't signal the workflow. */
async function uploadTo({ ref }: Awaited<ReturnType<typeof inReview>>): Promise<void> {
  const file = {
    filename: 'letter.pdf',
    purpose: 'other',
    contentType: 'application/pdf',
    needsPassword: false,
  } as const;
  const upload = { ...file, documentId: newId('document'), contentHash: '0'.repeat(64), sizeBytes: 1 };
  await addEvidence(store, ref, ref.caseId, upload, { maxStoredBytes: 10_000_000, maxDocuments: 20 });
}

test('without an approval, no notice can be sent, no filing can be submitted, and no outcome except closing the case can be reported', async () => {
  const { id, ref } = await inReview();
  expect(await operate(ref, { ...sentOut, stage: 'notice' })).toEqual(noNoticeApproval);
  expect(await operate(ref, { ...filing, status: 'submitted' })).toEqual(noFilingApproval);
  for (const body of [
    { type: 'hearing_scheduled', date: day(9) },
    { type: 'judgment', outcome: 'plaintiff' },
    { type: 'writ_requested' },
    { type: 'writ_issued' },
  ] as const) {
    await expectRefusal(avery.outcome(id, body), 409, 'guard_failed');
  }
  expect((await avery.outcome(id, { type: 'closed' })).body.state).toBe('closed');
});

describe('new evidence', () => {
  test('makes an approval of the old summary stale, even if the workflow was never notified', async () => {
    const { customer, id } = await inReview();
    const before = await avery.read(id);
    // The gateway died after its commit and before its signal, so only the row has the evidence.
    await store.prisma.case.update({ where: { id }, data: { factsVersion: { increment: 1 } } });
    expect((await report({ id }, 'review', undefined, 'GET')).body).toEqual({ stage: 'notice', documents: [] });
    await expectRefusal(avery.review(id, 'approve', hashes(before)), 409, 'stale_approval');
    expect(summaryOf(await customer.read(id))?.contentHash).not.toBe(summaryOf(before)?.contentHash);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test('is included in a new summary even if its signal was lost, unless the case is approved or rendering has failed for good', async () => {
    const [reviewed, approved, failing] = [await inReview(), await inReview(), await inReview()];
    await avery.approve(approved.id);
    const before = summaryOf(await reviewed.customer.read(reviewed.id));
    // The gateway died after each commit and before its signal.
    await Promise.all([uploadTo(reviewed), uploadTo(approved), uploadTo(failing)]);
    const errorClass = 'RenderLimitExceeded time';
    await decideOn(store, failing.id, { kind: 'step_failed', step: 'render_documents', errorClass });
    await uploadTo(failing);
    expect(await toldInRound()).toEqual([reviewed.id]);
    await expect.poll(async () => summaryOf(await reviewed.customer.read(reviewed.id))?.id).not.toBe(before?.id);
    expect(await toldInRound()).toEqual([]);
  });

  test('uploaded during an approval either makes the approval stale or is recorded after it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { customer, id } = await inReview();
      const before = await avery.read(id);
      const file = { filename: 'letter.pdf', purpose: 'other', bytes: pdf(`Letter ${round}`) } as const;
      const [{ status }, uploaded] = await Promise.all([
        avery.review(id, 'approve', hashes(before)),
        customer.upload(id, file),
      ]);
      if (status === 409) continue;
      const [approved, added] = await Promise.all([
        store.prisma.caseEvent.findFirstOrThrow({ where: { caseId: id, action: 'approve_notice' } }),
        store.prisma.document.findUniqueOrThrow({ where: { id: uploaded.id } }),
      ]);
      const summary = await store.prisma.document.findFirstOrThrow({
        where: { caseId: id, specId: 'intake.summary.v1' },
        orderBy: { createdAt: 'asc' },
      });
      // The approval covers the old summary, because it was recorded before the upload.
      expect(hashes(before)).toContain(summary.contentHash);
      expect(approved.createdAt.getTime()).toBeLessThanOrEqual(added.createdAt.getTime() + 50);
    }
  });
});
