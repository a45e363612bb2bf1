import { endNoticePeriod } from '@evict/local';
import { readPdf, textOf } from '@evict/documents/read-pdf';
import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import { setAttorneyLicenses } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { decideOn } from '../support/decided.ts';
import { day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { withMethods } from '../support/workflows.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';
import { citation, filing, reportsOf, sentOut, servedNotice } from './reports.ts';

// Nothing is served or filed without the attorney's approval of those exact bytes: what tries to get around it.

const service = await startService({ liveMode: true });
const { store } = service.stack;
const { attorney, inReview, summaryInReview, operate, attach } = liveWorld(service);
const avery = await attorney();
const { report, accepted } = reportsOf(avery);

const noNoticeApproval = { ok: false, code: 'notice_not_approved' } as const;
const noFilingApproval = { ok: false, code: 'filing_not_approved' } as const;

type Documents = { documents: { contentHash: string; specId: string | null; id: string }[] };
const hashes = ({ documents }: Documents) => documents.map(({ contentHash }) => contentHash);
const summaryOf = ({ documents }: Documents) => documents.find(({ specId }) => specId === 'intake.summary.v1');

/** Which workflows the reconciler tells to look, of those whose state it knows. */
async function toldInRound(): Promise<string[]> {
  const told: string[] = [];
  const workflows = withMethods(service.stack.workflows, {
    listRunning: async (ids) => new Map(ids.map((id) => [id, null])),
    tell: async (id) => told.push(id) > 0 && service.stack.workflows.tell(id),
  });
  await reconcileOnce({ store, workflows }, { settledMs: 0, pauseMs: 0 });
  return told;
}

test('without an approval no notice goes out, nothing is filed, and no outcome but closed is accepted', async () => {
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

test('an approval of the summary alone lets no notice out; with the paper under it, and a copy as served beside it, it does', async () => {
  const { id, ref } = await summaryInReview();
  expect((await avery.approve(id)).body.state).toBe('notice_approved');
  const send = { stage: 'notice', status: 'pending', method: 'personal' };
  await expectRefusal(report({ id }, 'service-attempts', send), 409, 'guard_failed');
  expect(await operate(ref, { ...sentOut, stage: 'notice' })).toEqual({ ok: false, code: 'notice_paper_missing' });
  expect((await attach(ref, 'notice')).result).toEqual({ ok: true });
  await expectRefusal(report({ id }, 'service-attempts', send), 409, 'guard_failed');
  expect((await avery.approve(id)).body.state).toBe('notice_approved');
  expect((await attach(ref, 'proof')).result).toEqual({ ok: true });
  expect((await accepted({ id }, 'service-attempts', send)).state).toBe('notice_sent');
});

test('an approval of the notice is none of the filing; a payment or a cure then makes it stale and stands in a new summary', async () => {
  const { customer, id, ref } = await inReview();
  await avery.approve(id);
  const ofNotice = hashes(await avery.read(id));
  await operate(ref, { ...sentOut, stage: 'notice' });
  await operate(ref, servedNotice);
  await endNoticePeriod(service.stack, ref);
  await reaches(customer, id, 'filing_review');
  await attach(ref, 'filing');
  expect(await operate(ref, { ...filing, status: 'submitted' })).toEqual(noFilingApproval);
  await expectRefusal(avery.review(id, 'approve', ofNotice), 409, 'stale_approval');
  const summaryText = async () => {
    const summary = summaryOf(await avery.read(id)) ?? { id: '' };
    const { bytes } = await avery.send('GET', `/v1/attorney/cases/${id}/documents/${summary.id}`);
    return readPdf(bytes).map(textOf).join(' ').replaceAll(/\s+/g, ' ');
  };
  const before = hashes(await avery.read(id));
  expect(await summaryText()).toContain(citation);
  await accepted({ id }, 'facts', { kind: 'payment', date: day(0), detail: 'A hundred dollars.' });
  await expectRefusal(avery.review(id, 'approve', before), 409, 'stale_approval');
  await expect.poll(summaryText).toContain('A hundred dollars.');
  const between = hashes(await avery.read(id));
  await customer.reportCure(id);
  await expectRefusal(avery.review(id, 'approve', between), 409, 'stale_approval');
  await expect.poll(async () => summaryOf(await avery.read(id))?.contentHash).not.toBe(between[0]);
  expect((await avery.approve(id)).body.state).toBe('filing_approved');
});

describe('an approval', () => {
  test('is stale even if the workflow was never notified of the evidence', async () => {
    const { customer, id } = await inReview();
    const before = await avery.read(id);
    // The gateway died after its commit and before its signal: only the row has the evidence.
    await store.prisma.case.update({ where: { id }, data: { factsVersion: { increment: 1 } } });
    expect((await report({ id }, 'review', undefined, 'GET')).body).toEqual({ stage: 'notice', documents: [] });
    await expectRefusal(avery.review(id, 'approve', hashes(before)), 409, 'stale_approval');
    expect(summaryOf(await customer.read(id))?.contentHash).not.toBe(summaryOf(before)?.contentHash);
    expect((await avery.approve(id)).body.state).toBe('notice_approved');
  });

  test('is stale, and has a new summary, though nobody asks for it', async () => {
    const [reviewed, approved, failing] = [await inReview(), await inReview(), await inReview()];
    await avery.approve(approved.id);
    const before = summaryOf(await reviewed.customer.read(reviewed.id));
    // The gateway died after each commit and before its signal.
    const uploadTo = (id: string) =>
      store.prisma.case.update({ where: { id }, data: { factsVersion: { increment: 1 } } });
    await Promise.all([uploadTo(reviewed.id), uploadTo(approved.id), uploadTo(failing.id)]);
    const errorClass = 'RenderLimitExceeded time';
    await decideOn(store, failing.id, { kind: 'step_failed', step: 'render_documents', errorClass });
    await uploadTo(failing.id);
    expect(await toldInRound()).toEqual([reviewed.id]);
    await expect.poll(async () => summaryOf(await reviewed.customer.read(reviewed.id))?.id).not.toBe(before?.id);
    expect(await toldInRound()).toEqual([]);
  });

  test('racing with an upload is of a summary that includes it, or precedes it', async () => {
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
      // Approved as it was before: that approval was recorded while the row did not have the upload.
      expect(hashes(before)).toContain(summary.contentHash);
      expect(approved.createdAt.getTime()).toBeLessThanOrEqual(added.createdAt.getTime() + 50);
    }
  });

  test('is void once the case is reassigned, and the next attorney reviews it again', async () => {
    const blake = await attorney({ states: ['CA'] });
    const casey = await attorney({ states: ['NV'] });
    const { customer, id, ref } = await inReview(factsIn('CA'));
    await blake.approve(id);
    const assign = { kind: 'assign', attorneyId: casey.id } as const;
    // Refused although the row of the command exists: Casey is not licensed there.
    expect(await operate(ref, assign)).toEqual({ ok: false, code: 'attorney_not_eligible' });
    await setAttorneyLicenses(store, casey.id, ['CA']);
    expect(await operate(ref, assign)).toEqual({ ok: false, code: 'approval_unused' });
    await operate(ref, { kind: 'hold', notes: 'Blake is ill.' });
    expect(await operate(ref, assign)).toEqual({ ok: true });
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: true });
    expect((await customer.read(id)).state).toBe('notice_review');
    expect(await operate(ref, { ...sentOut, stage: 'notice' })).toEqual(noNoticeApproval);
    await expectRefusal(blake.review(id, 'approve', hashes(await casey.read(id))), 404, 'not_found');
    expect((await casey.approve(id)).body.state).toBe('notice_approved');
    expect(await operate(ref, { ...sentOut, stage: 'notice' })).toEqual({ ok: true });
  });
});
