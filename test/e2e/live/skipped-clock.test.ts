import { expect, test } from 'vitest';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';
import { skipTime } from '../support/skip-time.ts';
import { sentOut, servedNotice } from './reports.ts';

// The time of a live case is the database's. Whoever may write to Temporal can skip the clock of a workflow, and moves
// nothing with it: a notice period belongs to the tenant until its last day is over.

const service = await startService({ liveMode: true });
const { stack } = service;
const { attorney, inReview, operate } = liveWorld(service);
const avery = await attorney();

test('a live case whose clock is skipped keeps its notice period, its dates and its commands', async () => {
  const { customer, id, ref } = await inReview();
  await avery.approve(id);
  await operate(ref, { ...sentOut, stage: 'notice' });
  await operate(ref, servedNotice);
  const before = { case: await customer.read(id), events: await customer.events(id) };
  expect(before.case.state).toBe('cure_period');

  await skipTime(stack, ref, 30 * 86_400);
  await expect.poll(() => timersEnded(id)).toBeGreaterThan(0);
  // Taken after whatever the timer brings about.
  expect(await operate(ref, { kind: 'expire_notice' })).toEqual({ ok: false, code: 'period_running' });
  expect({ case: await customer.read(id), events: await customer.events(id) }).toEqual(before);

  expect((await customer.reportCure(id)).state).toBe('cure_period');
  const reported = (await customer.events(id)).slice(before.events.length);
  expect(storyOf(reported)).toEqual(['customer: cure_reported']);
  const [report] = (await customer.read(id)).data.progress.cureReports;
  expect(Date.parse(report?.reportedAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(await operate(ref, { kind: 'cure' })).toEqual({ ok: true });
  await reaches(customer, id, 'resolved');
});

test('a draft whose clock is skipped is not filed before the period of its notice is over', async () => {
  const { property } = marylandFacts();
  const { customer, id, ref } = await inReview(holdoverFiling({ property }), filingEvidence);
  await avery.review(id, 'request_changes', [], 'The notice was served later.');
  await customer.edit(id, { priorNotice: { servedDate: day(-5), method: 'personal', periodDays: 30 } });
  await skipTime(stack, ref, 60 * 86_400);
  await expectRefusal(customer.act(id, 'submit'), 422, 'gates_failed');
  expect((await customer.read(id)).state).toBe('draft');

  await customer.edit(id, { priorNotice: { servedDate: day(-60), method: 'personal', periodDays: 30 } });
  await customer.submit(id);
  const { data } = await reaches(customer, id, 'filing_review');
  expect(Date.parse(data.progress.clock)).toBeLessThanOrEqual(Date.now());
});

async function timersEnded(caseId: string): Promise<number> {
  const { events } = await stack.client.workflow.getHandle(caseId).fetchHistory();
  return (events ?? []).filter(({ timerFiredEventAttributes }) => timerFiredEventAttributes).length;
}
