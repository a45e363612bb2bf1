import { addDays } from '@evict/jurisdictions';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { detailOf, expectTrueHashes, filenames, storyOf } from '../support/history.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();

test('a violation cured in the notice period is resolved, and the case is over', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(leaseViolation());
  const curing = await customer.advanceBy(id, 2);
  expect(curing.state).toBe('cure_period');
  expect(curing.deadlines.map(({ name, citation }) => [name, citation])).toEqual([
    ['notice_expires', 'ZZ Stat. § 12-202'],
  ]);
  const resolved = await customer.reportCure(id);
  expect(resolved).toMatchObject({ state: 'resolved', nextAction: { by: 'none' } });
  expect(resolved.data.progress.cureReports).toEqual([
    { reportedAt: expect.stringContaining(resolved.data.progress.notice?.servedDate ?? 'none') },
  ]);
  expect(storyOf(await customer.events(id)).slice(-4)).toEqual([
    'platform: start_cure_period notice_served -> cure_period',
    'customer: cure_reported',
    'platform: cure cure_period -> cured',
    'platform: close_resolved cured -> resolved',
  ]);
  expect(filenames(resolved)).toEqual(['zz-notice-lease_violation.pdf', 'zz-proof-of-notice.pdf']);
  await expectTrueHashes(customer, resolved);
  await expectRefusal(customer.act(id, 'advance'), 409, 'nothing_to_advance');
});

describe('a holdover that begins at the filing', async () => {
  const customer = await signUp();
  const facts = holdoverFiling();
  const chapters = [await customer.submitted(facts, filingEvidence)];
  const id = chapters[0]?.id ?? '';
  while (chapters.at(-1)?.state !== 'closed' && chapters.length < 20) chapters.push(await customer.advance(id));
  const end = await customer.read(id);

  test('reaches closed in eight advances without a notice of the service', async () => {
    expect(chapters.map(({ state }) => state)).toEqual([
      'filing_review',
      'filing_submitted',
      'summons_sent',
      'summons_served',
      'hearing_scheduled',
      'judgment_entered',
      'writ_requested',
      'writ_issued',
      'closed',
    ]);
    expect(storyOf(await customer.events(id))).toEqual([
      'customer: submit draft -> filing_review',
      'reviewer: approve_filing filing_review -> filing_approved',
      'platform: submit_filing filing_approved -> filing_submitted',
      'platform: filing_accepted filing_submitted -> filing_accepted',
      'platform: send_summons filing_accepted -> summons_sent',
      'platform: summons_served summons_sent -> summons_served',
      'reviewer: schedule_hearing summons_served -> hearing_scheduled',
      'reviewer: record_judgment hearing_scheduled -> judgment_entered',
      'reviewer: request_writ judgment_entered -> writ_requested',
      'reviewer: writ_issued writ_requested -> writ_issued',
      'reviewer: close writ_issued -> closed',
    ]);
  });

  test('shows the notice that was served before it, with the day it ran out', () => {
    const { servedDate, method } = facts.priorNotice ?? { servedDate: '', method: 'personal' };
    const expires = chapters[0]?.data.progress.notice?.expires ?? '';
    expect(chapters[0]?.data.progress.notice).toEqual({ servedDate, method, expires });
    expect(expires >= addDays(servedDate, 30) && expires <= addDays(servedDate, 34)).toBe(true);
    expect(end.data.progress.notice).toEqual(chapters[0]?.data.progress.notice);
    expect(end.packVersions).toMatchObject({ notice: null, filing: 'zz.complaint.v1' });
  });

  test('keeps the uploads beside the rendered documents, all with correct hashes', async () => {
    expect(filenames(end)).toEqual([
      'notice.pdf',
      'proof.pdf',
      'zz-complaint.pdf',
      'zz-summons.pdf',
      'zz-proof-of-summons.pdf',
    ]);
    await expectTrueHashes(customer, end);
    const uploaded = await customer.download(id, end.documents[0]?.id ?? '');
    expect(uploaded.bytes.equals(Buffer.from(filingEvidence[0]?.bytes ?? []))).toBe(true);
  });

  test('has the deadlines of the court alone', () => {
    expect(end.deadlines.map(({ name, citation }) => [name, citation])).toEqual([
      ['answer_due', 'ZZ Stat. § 12-305'],
      ['hearing', 'ZZ Stat. § 12-306'],
      ['appeal_period_ends', 'ZZ Stat. § 12-310'],
      ['writ_expires', 'ZZ Stat. § 12-312'],
    ]);
  });
});

describe('a filing that the court returns', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:filing_rejected' }));
  const reviewed = await customer.advanceBy(id, 3);
  const rejected = await customer.advanceBy(id, 2);
  const reworked = await customer.advance(id);
  const resubmitted = await customer.advance(id);
  const accepted = await customer.advance(id);
  const filing = (of: typeof reviewed) => of.documents.filter(({ kind }) => kind === 'filing');

  test('waits as filing_rejected and says why', async () => {
    expect(rejected).toMatchObject({ state: 'filing_rejected', courtCaseNumber: null });
    expect(detailOf(await customer.events(id), 'filing_rejected')).toEqual({ reasons: ['missing_information'] });
  });

  test('is made again with other bytes, and the old ones can still be downloaded', async () => {
    expect(filing(reworked).map(({ filename }) => filename)).toEqual(['zz-complaint.pdf', 'zz-summons.pdf']);
    const hashes = [...filing(reviewed), ...filing(reworked)].map(({ contentHash }) => contentHash);
    expect(new Set(hashes).size).toBe(4);
    await expectTrueHashes(customer, reworked);
    await expectTrueHashes(customer, { ...rejected, documents: filing(reviewed) });
  });

  test('is approved again before it is filed again, and accepted the second time', async () => {
    expect([reworked, resubmitted, accepted].map(({ state }) => state)).toEqual([
      'filing_review',
      'filing_submitted',
      'summons_sent',
    ]);
    expect(storyOf(await customer.events(id)).slice(-8)).toEqual([
      'reviewer: approve_filing filing_review -> filing_approved',
      'platform: submit_filing filing_approved -> filing_submitted',
      'platform: filing_rejected filing_submitted -> filing_rejected',
      'platform: rework_filing filing_rejected -> filing_review',
      'reviewer: approve_filing filing_review -> filing_approved',
      'platform: submit_filing filing_approved -> filing_submitted',
      'platform: filing_accepted filing_submitted -> filing_accepted',
      'platform: send_summons filing_accepted -> summons_sent',
    ]);
    expect(accepted.courtCaseNumber).toMatch(/^ZZ-\d{4}-LT-\d{6}$/);
    expect((await customer.advanceBy(id, 6)).state).toBe('closed');
  });
});
