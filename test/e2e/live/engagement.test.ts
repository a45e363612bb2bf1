import { setAttorneyLicences, setAttorneyVerified } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { storyOf, textOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { marylandFacts } from '../support/live.ts';
import { skipRetryWait } from '../support/retry-wait.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { stack } = service;
const { store } = stack;
const { attorney, submitted, inReview, operate } = liveWorld(service);
const { property } = marylandFacts();
const factsIn = (state: string) => marylandFacts({ property: { ...property, state } });

describe('a submitted case', () => {
  test('goes to the eligible attorney with the fewest open cases', async () => {
    const [first, second] = [await attorney({ states: ['MD', 'DC'] }), await attorney({ states: ['MD'] })];
    await attorney({ states: ['VA'] });
    await attorney({ states: ['MD'], verified: false });
    const engaged: (string | null)[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { id } = await inReview();
      engaged.push((await store.prisma.case.findUniqueOrThrow({ where: { id } })).attorneyId);
    }
    expect(engaged.filter((id) => id === first.id)).toHaveLength(2);
    expect(engaged.filter((id) => id === second.id)).toHaveLength(2);
  });

  test('waits while no attorney is eligible, and is engaged at the next attempt after one is', async () => {
    const { customer, id, ref } = await submitted(factsIn('AK'));
    await expect.poll(() => failures(id)).toBe(1);
    expect(await customer.read(id)).toMatchObject({
      state: 'submitted',
      nextAction: { by: 'platform', description: 'We are engaging an attorney licensed in AK.' },
    });
    await attorney({ states: ['AK'] });
    await skipRetryWait(stack, { ref, failures: 1 });
    await reaches(customer, id, 'notice_review');
    expect(storyOf(await customer.events(id))).toEqual([
      'customer: submit draft -> submitted',
      'platform: assign_attorney submitted -> attorney_assigned',
      'platform: begin_review attorney_assigned -> notice_review',
    ]);
  });

  test('asks for attention after five attempts, and operators assign an attorney', async () => {
    const { customer, id, ref } = await submitted(factsIn('HI'));
    for (let looks = 1; looks <= 5; looks += 1) {
      await expect.poll(() => failures(id)).toBe(looks);
      if (looks < 5) await skipRetryWait(stack, { ref, failures: looks });
    }
    await expect
      .poll(() => store.prisma.case.findUniqueOrThrow({ where: { id } }))
      .toMatchObject({
        failedStep: 'engage_attorney',
        retryAt: null,
      });
    const blake = await attorney({ states: ['HI'] });
    expect(await operate(ref, { kind: 'assign', attorneyId: blake.id, eligible: false })).toEqual({ ok: true });
    await reaches(customer, id, 'notice_review');
    expect((await blake.approve(id)).body.state).toBe('notice_approved');
  });

  test('continues to count its attempts when evidence is added in between', async () => {
    const { customer, id, ref } = await submitted(factsIn('WY'));
    await expect.poll(() => failures(id)).toBe(1);
    await customer.upload(id, { filename: 'letter.pdf', purpose: 'other', bytes: pdf('A late letter') });
    await skipRetryWait(stack, { ref, failures: 1 });
    await expect.poll(() => failures(id)).toBe(2);
    const { record } = await store.prisma.case.findUniqueOrThrow({ where: { id } });
    expect(record).toMatchObject({ failure: { step: 'engage_attorney', attempt: 2 } });
  });

  test('is retried at once when operators say so', async () => {
    const { customer, id, ref } = await submitted(factsIn('ME'));
    await expect.poll(() => failures(id)).toBe(1);
    await attorney({ states: ['ME'] });
    expect(await operate(ref, { kind: 'retry_step' })).toEqual({ ok: true });
    expect((await customer.read(id)).state).toBe('notice_review');
  });

  test('held before an attorney was engaged continues the search when it is resumed', async () => {
    const { customer, id, ref } = await submitted(factsIn('VT'));
    expect(await operate(ref, { kind: 'hold' }, { reason: 'Fraud?' })).toEqual({ ok: true });
    expect(await customer.read(id)).toMatchObject({ state: 'on_hold', heldFrom: 'submitted' });
    await attorney({ states: ['VT'] });
    expect(await operate(ref, { kind: 'resume' })).toEqual({ ok: true });
    await reaches(customer, id, 'notice_review');
  });
});

describe('a case submitted again after changes', () => {
  test.each([
    {
      lapse: 'has no licence there any more',
      state: 'NV',
      change: (id: string) => setAttorneyLicences(store, id, ['MD']),
    },
    { lapse: 'is not verified any more', state: 'UT', change: (id: string) => setAttorneyVerified(store, id, false) },
  ])('goes to another attorney where its own $lapse', async ({ state, change }) => {
    const { id, customer, first } = await changesRequestedIn(state);
    const second = await attorney({ states: [state] });
    await change(first.id);
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    expect((await first.send('GET', `/v1/attorney/cases/${id}`)).status).toBe(404);
    expect((await second.approve(id)).body.state).toBe('notice_approved');
    const { events } = await second.read(id);
    expect(events.find(({ action }: { action: string }) => action === 'attorney_reassigned')).toMatchObject({
      detail: { attorneyId: null, previousAttorneyId: first.id },
    });
  });

  test('waits if nobody else is eligible, and operators are mailed as at its first search', async () => {
    const { id, customer, first } = await changesRequestedIn('ID');
    await setAttorneyLicences(store, first.id, []);
    await customer.submit(id);
    await expect.poll(() => failures(id)).toBe(1);
    expect(await customer.read(id)).toMatchObject({
      state: 'submitted',
      nextAction: { by: 'platform', description: 'We are engaging an attorney licensed in ID.' },
    });
    expect(await store.prisma.mail.count({ where: { kind: 'attorney_missing', payload: isOf(id) } })).toBe(1);
  });

  test('stays with its eligible attorney, even if another one has fewer cases', async () => {
    const { id, customer, first } = await changesRequestedIn('NM');
    await attorney({ states: ['NM'] });
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    expect((await first.approve(id)).body.state).toBe('notice_approved');
  });

  async function changesRequestedIn(state: string) {
    const first = await attorney({ states: [state] });
    const { id, customer } = await inReview(factsIn(state));
    expect((await first.review(id, 'request_changes')).body.state).toBe('draft');
    return { id, customer, first };
  }
});

describe('what an operator does', () => {
  test('is in the audit trail with their name and reason, and nowhere the customer sees', async () => {
    const blake = await attorney({ states: ['OR'] });
    const { customer, id, ref } = await inReview(factsIn('OR'));
    await operate(ref, { kind: 'hold' }, { reason: 'Terry Example has called.' });
    const { events } = await blake.read(id);
    expect(events.find(({ action }: { action: string }) => action === 'operator_action')).toMatchObject({
      actorType: 'platform',
      detail: { operator: 'robin', command: 'hold', reason: 'Terry Example has called.' },
    });
    expect(JSON.stringify(await customer.events(id))).not.toMatch(/Terry|robin/);
    const { events: history } = await stack.client.workflow.getHandle(id).fetchHistory();
    expect(textOf(history)).toContain('robin');
    expect(textOf(history)).not.toContain('Terry');
  });

  test('is refused for a test case, except for the retry of a step', async () => {
    const customer = await service.signUp();
    const { id } = await customer.submitted(buildFacts());
    const ref = { caseId: id, organizationId: customer.organizationId, mode: 'live' } as const;
    expect(await operate(ref, { kind: 'hold' })).toEqual({ ok: false, code: 'invalid_transition' });
  });
});

/** Of a mail about that case. */
function isOf(caseId: string) {
  return { path: ['caseId'], equals: caseId };
}

async function failures(caseId: string): Promise<number> {
  return store.prisma.caseEvent.count({ where: { caseId, action: 'job_failed' } });
}
