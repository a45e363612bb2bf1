import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const { signUp, stack } = await sharedService();

const outsideSandbox = buildFacts({ property: { ...buildFacts().property, state: 'MD' } });

test('advancing a case outside the sandbox is refused with sandbox_only, whatever its state', async () => {
  const customer = await signUp();
  const { id } = await customer.create(outsideSandbox);
  await expectRefusal(customer.act(id, 'advance'), 409, 'sandbox_only');
  await customer.withdraw(id);
  await expectRefusal(customer.act(id, 'advance'), 409, 'sandbox_only');
});

test("60 advances a minute are allowed, the 61st gets 429 with Retry-After, and other organizations aren't affected", async () => {
  const [customer, other] = await Promise.all([signUp(), signUp()]);
  const { id } = await customer.create(buildFacts());
  const elsewhere = await customer.create(outsideSandbox);
  const unknown = 'case_00000000-0000-4000-8000-000000000000';
  // These two are refused before they count toward the limit.
  await expectRefusal(customer.act(elsewhere.id, 'advance'), 409, 'sandbox_only');
  await expectRefusal(customer.act(unknown, 'advance'), 404, 'not_found');
  const responses = await Promise.all(Array.from({ length: 61 }, () => customer.act(id, 'advance')));
  const codes = responses.map(({ body }) => body.error.code as string);
  expect(codes.filter((code) => code === 'nothing_to_advance').length).toBe(60);
  const limited = responses[codes.indexOf('rate_limited')];
  expect(limited?.status).toBe(429);
  expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(Number(limited?.headers.get('retry-after'))).toBeLessThanOrEqual(60);

  await expectRefusal(customer.session.act(id, 'advance'), 429, 'rate_limited');
  await expectRefusal(customer.act(elsewhere.id, 'advance'), 409, 'sandbox_only');
  await expectRefusal(customer.act(unknown, 'advance'), 404, 'not_found');
  const { id: theirs } = await other.submitted(buildFacts());
  expect((await other.advance(theirs)).state).toBe('notice_sent');
});

describe('20 advances sent at once', () => {
  test.each([
    { from: 'notice_sent', to: 'cure_period', facts: buildFacts(), files: [], advances: 1, events: 2 },
    { from: 'cure_period', to: 'filing_review', facts: buildFacts(), files: [], advances: 2, events: 1 },
    {
      from: 'summons_served',
      to: 'hearing_scheduled',
      facts: holdoverFiling(),
      files: filingEvidence,
      advances: 3,
      events: 1,
    },
  ])('take exactly one step from $from to $to', async ({ from, to, facts, files, advances, events }) => {
    const customer = await signUp();
    const { id } = await customer.submitted(facts, files);
    expect((await customer.advanceBy(id, advances)).state).toBe(from);
    const before = (await customer.events(id)).length;
    // The connections are opened in advance, so that opening one doesn't delay its request.
    await Promise.all(Array.from({ length: 20 }, () => customer.read(id)));
    const responses = await Promise.all(Array.from({ length: 20 }, () => customer.act(id, 'advance')));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect([from, to]).toContain(body.state);
    }
    expect(responses.some(({ body }) => body.state === to)).toBe(true);
    expect((await customer.read(id)).state).toBe(to);
    expect((await customer.events(id)).length).toBe(before + events);
  });
});

test('if advances and a withdrawal run at the same time, the case ends up withdrawn, after at most one step', async () => {
  const customer = await signUp();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await customer.submitted(buildFacts());
    await Promise.all([advanceOrRefuse(customer, id), customer.withdraw(id), advanceOrRefuse(customer, id)]);
    expect((await customer.read(id)).state).toBe('withdrawn');
    const actions = (await customer.events(id)).map(({ action }) => action);
    expect([
      ['submit', 'withdraw'],
      ['submit', 'approve_notice', 'send_notice', 'withdraw'],
    ]).toContainEqual(actions);
  }
});

test('an advance sent while the documents for review are being rendered waits for them, and then takes its step', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const holder = await stack.store.pool.connect();
  await holder.query('BEGIN; LOCK TABLE "Blob" IN ACCESS EXCLUSIVE MODE'); // no document can be stored
  const submitting = customer.submit(id);
  await expect.poll(async () => (await customer.read(id)).state).toBe('notice_review');
  const advancing = customer.advance(id);
  await expect.poll(() => stack.store.prisma.command.count({ where: { caseId: id } })).toBe(2);
  await holder.query('COMMIT');
  holder.release();
  await submitting;
  expect((await advancing).state).toBe('notice_sent');
});

async function advanceOrRefuse(customer: Customer, id: string): Promise<void> {
  const { status, body } = await customer.act(id, 'advance');
  expect([200, 409]).toContain(status);
  if (status === 409) expect(body.error.code).toBe('nothing_to_advance');
}
