import { scenarios } from '@evict/case-model';
import type { Case } from '@evict/client';
import { eventNames } from '@evict/contract';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { detailOf, expectTrueHashes, storyOf } from '../support/history.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { commandAs } from '../support/operate.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { signUp, actingAs, stack } = service;

const path = '/v1/simulations';
const simulating = (customer: Pick<Customer, 'send'>, caseId: string, asked: object, headers = {}) =>
  customer.send('POST', path, { body: { caseId, ...asked }, headers });

async function simulate(customer: Customer, caseId: string, asked: object): Promise<Case> {
  const { status, body } = await simulating(customer, caseId, asked);
  expect([asked, status, body.error]).toEqual([asked, 200, undefined]);
  return body;
}

const words = (text: string) => text.trim().split(/\s+/);
const atNotice = words(`
  approved sent_out service_failed advance attorney_withdraws advance
  served_by_posting service_corrected hold_bankruptcy resumed hold_court_stay resumed
  hold_agreement resumed hold_other resumed service_voided advance served
  partial_payment fact_answer_filed fact_transferred fact_moved_out fact_writ_signed
  fact_lockout_executed fact_dismissed attorney_note charge_due charge_paid charge_refunded charge_void notice_period_ended
  changes_resubmitted attorney_declines resumed approved filing_submitted
  filing_rejected_missing_information filing_reworked withdrawal_requested closed`);
const rejected = (code: string) => [`filing_rejected_${code}`, 'advance', 'advance'];
const atCourt = [
  'advance',
  ...words('party_name wrong_court missing_document fee signature other').flatMap(rejected),
  ...words(`
    filing_accepted sent_out service_failed advance served_by_posting
    service_corrected court_numbers_corrected amended_complaint amended_complaint_rejected
    service_voided advance served hearing_scheduled continuance hearing_corrected
    service_voided judgment_defendant judgment_vacated judgment_dismissed
    judgment_vacated judgment_plaintiff judgment_corrected hold_appeal resumed writ_requested
    writ_issued alias_writ withdrawal_confirmed_late`),
];

/** Each journey takes one case through advances and scenarios, up to the state in which it ends. */
const journeys = [
  { of: 'that starts with a notice', steps: atNotice, end: 'withdrawn' },
  { of: 'that starts with a filing', steps: atCourt, end: 'withdrawn', facts: holdoverFiling(), files: filingEvidence },
  { of: 'that is cured', steps: ['advance', 'cured'], end: 'resolved' },
  { of: 'with a reported cure', steps: ['advance', 'cure_reported'], end: 'resolved' },
  { of: 'that is returned for changes', steps: ['changes_requested'], end: 'draft' },
  {
    of: 'with a late summons',
    steps: ['advance', 'advance', 'summons_served_late', 'closed'],
    end: 'closed',
    facts: holdoverFiling(),
    files: filingEvidence,
  },
];

const { messageTypes } = eventNames;
const types = new Set<string>();
test.each(journeys)(
  'each scenario played in a case $of causes only its documented events, and all of them are sent to webhooks',
  async ({ steps, end, facts = buildFacts(), files = [] }) => {
    const customer = await signUp();
    const endpoint = { url: 'https://hooks.example.com/', events: messageTypes };
    expect((await customer.send('POST', '/v1/webhook-endpoints', { body: endpoint })).status).toBe(201);
    const { id } = await customer.submitted(facts, files);
    let seen = (await customer.events(id)).length;
    for (const step of steps) {
      const after = step === 'advance' ? await customer.advance(id) : await simulate(customer, id, { scenario: step });
      const recorded = (await customer.events(id)).slice(seen).map(({ action }) => action);
      seen += recorded.length;
      const named = scenarios[step]?.events;
      // A scenario lists all events that it can cause. In some states fewer of them happen, but never others.
      for (const action of recorded) expect(named ?? recorded, step).toContain(action);
      // Sending a paper out again causes no event.
      if (named) expect(recorded.length > 0, step).toBe(named.length > 0);
      expect(await customer.read(id)).toEqual(after);
    }
    const last = await customer.read(id);
    expect(last.state).toBe(end);
    await expectTrueHashes(customer, last);
    const rows = await stack.store.prisma.webhookDelivery.findMany({ where: { caseId: id }, select: { body: true } });
    const sent = rows.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(sent).toEqual(
      expect.arrayContaining((await customer.events(id)).slice(1).map(({ action }) => `case.${action}`)),
    );
    for (const type of sent) types.add(type);
  },
);

test('together the tests above play every scenario and send every type of webhook message', () => {
  const played = new Set(journeys.flatMap(({ steps }) => steps));
  expect(Object.keys(scenarios).filter((name) => !played.has(name))).toEqual([]);
  expect(messageTypes.filter((type) => !types.has(type))).toEqual([]);
});

test("a simulated event is recorded and sets new deadlines, and is refused in a state that doesn't allow it", async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts());
  await customer.advance(id);
  const running = await simulate(customer, id, { event: 'start_cure_period' });
  expect(running).toMatchObject({ state: 'cure_period', deadlines: [{ name: 'notice_expires' }] });
  const later = await simulate(customer, id, { event: 'start_cure_period' });
  expect(later.deadlines[0]?.date).not.toBe(running.deadlines[0]?.date);
  expect(detailOf(await customer.events(id), 'start_cure_period')).toMatchObject({
    corrected: true,
    deadline: later.deadlines[0]?.date,
    previousDeadline: running.deadlines[0]?.date,
  });
  // The timer uses the new date: the case continues only after that day.
  expect((await customer.advance(id)).data.progress.clock.slice(0, 10) > (later.deadlines[0]?.date ?? '')).toBe(true);
  const from = ['notice_review', 'filing_review'];
  expect(await expectRefusal(simulating(customer, id, { scenario: 'unknown' }), 400, 'invalid_request')).toBeDefined();
  expect((await simulate(customer, id, { event: 'request_changes' })).state).toBe('draft');
  expect(
    await expectRefusal(simulating(customer, id, { scenario: 'changes_requested' }), 409, 'invalid_transition'),
  ).toEqual({ from });
});

test('a simulated note from the attorney and a simulated fact appear at the same endpoints as in a live case', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts());
  await simulate(customer, id, { scenario: 'attorney_note' });
  await simulate(customer, id, { scenario: 'partial_payment' });
  const notes = (await customer.send('GET', `/v1/cases/${id}/notes`)).body.items;
  expect(notes).toMatchObject([{ author: 'service', writtenBy: 'attorney' }]);
  const facts = (await customer.send('GET', `/v1/cases/${id}/facts`)).body.items;
  expect(facts).toMatchObject([{ kind: 'payment', reportedBy: 'attorney' }]);
});

test('only one of two concurrent simulations is played, and a simulation repeated with its idempotency key is played only once', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts());
  await customer.advance(id);
  const asked = { scenario: 'served_by_posting' };
  const both = await Promise.all([simulating(customer, id, asked), simulating(customer, id, asked)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(storyOf(await customer.events(id)).slice(3)).toEqual([
    'attorney: service_failed',
    'attorney: service_failed',
    'attorney: notice_served notice_sent -> notice_served',
    'platform: start_cure_period notice_served -> cure_period',
  ]);
  const headers = { 'idempotency-key': 'payment-1' };
  const paid = () => simulating(customer, id, { scenario: 'partial_payment' }, headers);
  const [first, again] = [await paid(), await paid()];
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect((await customer.send('GET', `/v1/cases/${id}/facts`)).body.items).toHaveLength(1);
});

test('a simulation is refused to another organization or a read-only key, and for a live case or a draft outside the sandbox', async () => {
  const [customer, other] = await Promise.all([signUp(), signUp()]);
  const { id } = await customer.submitted(buildFacts());
  const asked = { scenario: 'hold_bankruptcy' };
  await expectRefusal(simulating(other, id, asked), 404, 'not_found');
  const live = inLiveMode(service, customer);
  await expectRefusal(simulating(live, id, asked), 404, 'not_found');
  const { id: liveId } = await live.submitted(marylandFacts());
  await expectRefusal(simulating(live, liveId, asked), 409, 'sandbox_only');
  await expectRefusal(simulating(customer, liveId, asked), 404, 'not_found');
  const elsewhere = await customer.create(marylandFacts());
  await expectRefusal(simulating(customer, elsewhere.id, asked), 409, 'sandbox_only');
  const { body: key } = await customer.session.send('POST', '/v1/api-keys', { body: { scopes: ['read'] } });
  const reader = actingAs(key.secret);
  await expectRefusal(simulating(reader, id, asked), 403, 'forbidden');
  expect((await reader.send('GET', `${path}/scenarios`)).body.items).toHaveLength(Object.keys(scenarios).length);
  expect(await expectIssues(simulating(customer, id, {}))).toHaveLength(1);
  expect(await expectIssues(simulating(customer, id, { ...asked, event: 'hold' }))).toHaveLength(1);
  // The worker also refuses such a command if it was written without the gateway.
  const ref = { caseId: liveId, organizationId: customer.organizationId, mode: 'live' } as const;
  const simulated = commandAs(stack, ref, { author: 'customer', authorId: 'key_x' }, { kind: 'simulate', ...asked });
  expect(await simulated).toEqual({ ok: false, code: 'invalid_transition' });
});
