import { addDays, dateOf, startOfDay } from '@evict/jurisdictions';
import { expect, test, vi } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { detailOf, expectTrueHashes, filenames, storyOf } from '../support/history.ts';
import { fourteenMonthLedger } from '../support/grounds.ts';
import { sharedService } from '../support/service.ts';

const { signUp } = await sharedService();
const customer = await signUp();

const { attestations } = buildFacts();
const facts = buildFacts({ ...fourteenMonthLedger(), attestations: { ...attestations, caresCovered: true } });
const draft = await customer.create(facts);
const submitted = await customer.submit(draft.id);
/** The case under review with its document, and the case after each advance until it is closed. */
const chapters = [await withDocument()];
while (chapters.at(-1)?.state !== 'closed' && chapters.length < 20) chapters.push(await customer.advance(draft.id));
const events = await customer.events(draft.id);
const end = await customer.read(draft.id);

/** Waits for the document, because a submit may return before a slow document is rendered. */
async function withDocument() {
  return vi.waitFor(
    async () => {
      const one = await customer.read(draft.id);
      if (one.documents.length === 0) throw new Error('it has no document yet');
      return one;
    },
    { timeout: 60_000 },
  );
}

test('a draft shows the facts as they were sent, and its clock shows the real time', () => {
  const { ground, entryPoint, ...data } = facts;
  expect(draft).toMatchObject({ mode: 'test', state: 'draft', ground, entryPoint, heldFrom: null, packVersions: null });
  expect(draft.data).toEqual({
    ...data,
    progress: {
      ledgerBalanceCents: facts.amountOwedCents,
      clock: expect.any(String),
      notice: null,
      hearing: null,
      judgment: null,
      withdrawal: null,
      cureReports: [],
      service: [],
    },
  });
  expect(Math.abs(Date.parse(draft.data.progress.clock) - Date.parse(draft.createdAt))).toBeLessThan(60_000);
  expect(draft.nextAction).toEqual({ by: 'customer', description: 'Complete the facts, validate and submit.' });
});

test('a submit freezes the rules and returns the gates, none of which fails', () => {
  expect(submitted.case.packVersions).toEqual({
    jurisdiction: 'zz',
    rules: '2026.1',
    notice: 'zz.notice.nonpayment.v1',
    filing: 'zz.complaint.v1',
  });
  expect(submitted.gates.filter(({ status }) => status === 'fail')).toEqual([]);
  expect(submitted.case.data).toEqual({ ...draft.data, progress: expect.objectContaining({ notice: null }) });
});

test('the case is closed after eleven advances, and its history contains every event once, in order, with its actor', () => {
  expect(chapters).toHaveLength(12);
  expect(chapters.map((chapter) => chapter.deadlines.length)).toEqual([0, 0, 2, 2, 2, 2, 3, 4, 5, 5, 6, 5]);
  expect(storyOf(events)).toEqual([
    'customer: submit draft -> notice_review',
    'reviewer: approve_notice notice_review -> notice_approved',
    'platform: send_notice notice_approved -> notice_sent',
    'platform: notice_served notice_sent -> notice_served',
    'platform: start_cure_period notice_served -> cure_period',
    'platform: cure_period_expired cure_period -> filing_review',
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
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
});

test('events contain dates and the court case number, but neither the names of the parties nor the address', () => {
  const { notice, hearing } = end.data.progress;
  const cares = end.deadlines.find(({ name }) => name === 'cares_notice_expires');
  expect(detailOf(events, 'notice_served')).toEqual({ method: 'personal', servedDate: notice?.servedDate });
  expect(detailOf(events, 'start_cure_period')).toEqual({ deadline: cares?.date, citation: '15 U.S.C. § 9058(c)' });
  expect(detailOf(events, 'filing_accepted')).toEqual({ courtCaseNumber: end.courtCaseNumber });
  expect(detailOf(events, 'schedule_hearing')).toEqual({ date: hearing?.date, previousDate: null });
  expect(detailOf(events, 'record_judgment')).toEqual({ outcome: 'plaintiff' });
  expect(end.courtCaseNumber).toMatch(/^ZZ-\d{4}-LT-\d{6}$/);
  for (const secret of ['Terry', 'Sandbox Holdings', '12 Sandbox Way']) {
    expect(JSON.stringify(events)).not.toContain(secret);
  }
});

test("the case's clock only moves forward: to the day after a period ends, and to the day of the hearing", () => {
  const clocks = chapters.map(({ data }) => Date.parse(data.progress.clock));
  expect(clocks).toEqual(clocks.toSorted((a, b) => a - b));
  const at = (state: string) => clocks[chapters.findIndex((chapter) => chapter.state === state)] ?? 0;
  const { notice, hearing, judgment } = end.data.progress;
  const appeal = end.deadlines.find(({ name }) => name === 'appeal_period_ends');
  const expectStartOf = (day: string, time: number) => {
    expect(time).toBeGreaterThanOrEqual(startOfDay(day));
    expect(time).toBeLessThan(startOfDay(day) + 60_000);
  };
  expectStartOf(addDays(notice?.expires ?? '', 1), at('filing_review'));
  expectStartOf(hearing?.date ?? '', at('judgment_entered'));
  expectStartOf(addDays(appeal?.date ?? '', 1), at('writ_requested'));
  expect(judgment).toEqual({ outcome: 'plaintiff', date: hearing?.date });
  expect(at('cure_period') - at('notice_sent')).toBeGreaterThanOrEqual(86_400_000);
  // The times of the events come from the real clock, which isn't ahead.
  for (const { createdAt } of events) expect(dateOf(Date.parse(createdAt)) <= dateOf(Date.now())).toBe(true);
  const times = events.map(({ detail }) => (detail as { caseTime: string }).caseTime);
  expect(times).toEqual(times.toSorted());
  expect(times.at(-1)).toBe(end.data.progress.clock);
});

test('documents appear in the state that needs them, and their hashes match their bytes', async () => {
  expect(chapters.map((chapter) => filenames(chapter).length)).toEqual([1, 1, 2, 4, 4, 4, 5, 5, 5, 5, 5, 5]);
  expect(end.documents.map(({ kind, specId, filename }) => [kind, specId, filename])).toEqual([
    ['notice', 'zz.notice.nonpayment.v1', 'zz-notice-nonpayment.pdf'],
    ['proof', 'zz.proof.notice.v1', 'zz-proof-of-notice.pdf'],
    ['filing', 'zz.complaint.v1', 'zz-complaint.pdf'],
    ['filing', 'zz.summons.v1', 'zz-summons.pdf'],
    ['proof', 'zz.proof.summons.v1', 'zz-proof-of-summons.pdf'],
  ]);
  await expectTrueHashes(customer, end);
});
