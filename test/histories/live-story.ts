import { endNoticePeriod } from '@evict/local';
import { setAsksFirst } from '@evict/store/attorneys';
import { knownWait } from '@evict/testkit';
import { expect } from 'vitest';
import { day } from '../e2e/support/facts.ts';
import { type Attorney, liveWorld, reaches } from '../e2e/support/live-case.ts';
import { factsIn, inLiveMode } from '../e2e/support/live.ts';
import type { Operation } from '../e2e/support/operate.ts';
import type { Service, Story } from './story.ts';

const facts = factsIn('WY');
const texts = {
  conflict: 'Please name the second tenant.',
  citation: 'Wyo. Stat. § 1-21-1003 of Terry',
  hold: 'Terry pays by Friday.',
  courtCaseNumber: 'CV-26-004711-WY',
  paper: 'notice-by-counsel.pdf',
};

/** A live case that goes through everything it can wait for. */
export const liveStory: Story = { name: 'live-every-wait-withdrawn', tenantData: [facts, texts], play };

async function play(service: Service): Promise<string> {
  const { stack } = service;
  const { attorney, operate, attach } = liveWorld(service);
  const account = await service.signUp();
  const customer = inLiveMode(service, account);
  const { id } = await customer.submitted(facts);
  const ref = { caseId: id, organizationId: account.organizationId, mode: 'live' } as const;
  const does = async (operation: Operation) => expect(await operate(ref, operation)).toEqual({ ok: true });
  const waitsFor = (kind: string) => expect.poll(async () => (await knownWait(stack.client, id))?.waitsFor).toBe(kind);

  // At first no attorney is licensed in the state. Then there is one, who wants to be asked about each case.
  await waitsFor('engagement');
  await expect.poll(() => stack.store.prisma.caseEvent.count({ where: { caseId: id, action: 'job_failed' } })).toBe(1);
  const counsel: Attorney = await attorney({ states: ['WY'] });
  await setAsksFirst(stack.store, counsel.id, true);
  await does({ kind: 'retry_step' });
  await waitsFor('attorney_acceptance');
  expect((await counsel.send('POST', `/v1/attorney/cases/${id}/accept`)).status).toBe(200);
  await reaches(customer, id, 'notice_review');

  await does({ kind: 'hold', notes: texts.hold });
  await waitsFor('resumption');
  await does({ kind: 'resume' });
  expect((await counsel.review(id, 'request_changes', [], texts.conflict)).status).toBe(200);
  await waitsFor('customer');
  await customer.edit(id, { freeText: texts.conflict });
  await customer.submit(id);
  await reaches(customer, id, 'notice_review');

  expect((await attach(ref, 'notice', { filename: texts.paper })).result).toEqual({ ok: true });
  await approve('service');
  const service_ = { kind: 'record_service', stage: 'notice', method: 'personal' } as const;
  await does({ ...service_, status: 'pending', date: null, expires: null });
  await does({ ...service_, status: 'served', date: day(0), expires: day(5), citation: texts.citation });
  await waitsFor('notice_period');
  await endNoticePeriod(stack, ref);
  await reaches(customer, id, 'filing_review');

  expect((await attach(ref, 'filing', { filename: texts.paper })).result).toEqual({ ok: true });
  await approve('filing');
  await does({ kind: 'record_filing', status: 'submitted' });
  await does({ kind: 'record_filing', status: 'accepted', courtCaseNumber: texts.courtCaseNumber });
  const summons = { ...service_, stage: 'summons', expires: null } as const;
  await does({ ...summons, status: 'pending', date: null });
  await does({ ...summons, status: 'served', date: day(0) });
  await waitsFor('court');
  await customer.withdraw(id);
  await waitsFor('withdrawal_confirmation');
  expect((await counsel.outcome(id, { type: 'closed' })).status).toBe(200);
  return id;

  /** Approves as soon as the summary under review is complete, and waits until the case waits for `then`. */
  async function approve(then: string): Promise<void> {
    await expect.poll(async () => (await counsel.approve(id)).status).toBe(200);
    await waitsFor(then);
  }
}
