import { randomUUID } from 'node:crypto';
import type { Charge } from '@evict/contract';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { factsIn } from '../support/live.ts';
import { liveWorld } from '../support/live-case.ts';
import { opsFor } from '../support/ops.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, send, signUp } = service;
const ops = opsFor(stack);
const live = liveWorld(service);
/** Submits a case in a state where no test has an attorney. */
const submitted = () => live.submitted(factsIn('OK'));

test('operators can verify and unverify an organization, and its owner sees the change', async () => {
  const { session, organizationId } = await signUp();
  const isVerified = async () => (await session.send('GET', '/v1/organization')).body.verified;
  expect(await ops.json('org', 'verify', organizationId)).toEqual({ id: organizationId, verified: true });
  expect(await isVerified()).toBe(true);
  expect((await ops.json('org', 'list')).items).toContainEqual(
    expect.objectContaining({ id: organizationId, verified: true, members: 1, cases: 0 }),
  );
  await ops.json('org', 'verify', organizationId, '--off');
  expect(await isVerified()).toBe(false);
  expect(await ops.recorded(organizationId)).toEqual(Array(2).fill('robin: org verify done'));
  expect(await ops.refused('org', 'verify', `org_${randomUUID()}`)).toBe('not_found');
});

test('leads are listed newest first, with their messages', async () => {
  const contact = { kind: 'contact', name: 'Robin', email: 'robin@example.com', message: 'Do you serve Ohio?' };
  const { states, barNumber, ...application } = {
    ...contact,
    kind: 'attorney_application',
    states: ['OH'],
    barNumber: '7',
  };
  await send('POST', '/v1/public/leads', { body: contact });
  await send('POST', '/v1/public/leads', { body: { ...application, states, barNumber } });
  const { items } = await ops.json('lead', 'list');
  expect(items.slice(0, 2)).toMatchObject([{ ...application, states, barNumber }, contact]);
  expect((await ops.json('lead', 'list', '--kind', 'contact')).items[0]).toEqual(items[1]);
  const { stdout } = await ops.run(['lead', 'list', '--limit', '1']);
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^ID +RECEIVED +KIND +NAME +EMAIL +COMPANY +STATES +BAR +MESSAGE$/),
    expect.stringMatching(/attorney_application +Robin +robin@example\.com +- +OH +7 +Do you serve Ohio\?$/),
    '',
  ]);
});

test('a due charge can be voided once, and only a paid one can be refunded', async () => {
  const { customer, id } = await submitted();
  const [due] = (await customer.send('GET', `/v1/cases/${id}/charges`)).body.items as Charge[];
  const chargeId = due?.id ?? '';
  expect(await ops.refused('charge', 'refund', chargeId)).toBe('charge_not_paid');
  expect(await ops.json('charge', 'void', chargeId)).toMatchObject({ id: chargeId, caseId: id, state: 'void' });
  expect(await ops.refused('charge', 'void', chargeId)).toBe('charge_not_due');
  const [after] = (await customer.send('GET', `/v1/cases/${id}/charges`)).body.items as Charge[];
  expect(after).toEqual({ ...due, state: 'void', voidedAt: expect.any(String) });
  expect(await ops.recorded(chargeId)).toEqual([
    'robin: charge refund charge_not_paid',
    'robin: charge void done',
    'robin: charge void charge_not_due',
  ]);
  expect(await ops.refused('charge', 'refund', `chg_${randomUUID()}`)).toBe('not_found');
});

test('the refund of a paid charge is requested once, even if the command is repeated', async () => {
  const { id } = await submitted();
  const where = { caseId: id };
  await stack.store.prisma.charge.updateMany({ where, data: { state: 'paid', paidAt: new Date() } });
  const { id: chargeId } = await stack.store.prisma.charge.findFirstOrThrow({ where });
  const first = await ops.json('charge', 'refund', chargeId);
  expect(first).toMatchObject({ state: 'paid', refundRequestedAt: expect.any(String) });
  expect(await ops.json('charge', 'refund', chargeId)).toEqual(first);
});

test('operators can list the cases of every organization, and combine filters', async () => {
  const { customer, id } = await submitted();
  const sandbox = await (await signUp()).submitted(buildFacts());
  const listed = async (...filter: string[]) =>
    (await ops.json('case', 'list', ...filter)).items.map((one: { id: string }) => one.id) as string[];
  expect((await listed()).slice(0, 2)).toEqual([sandbox.id, id]);
  const inTest = await listed('--mode', 'test');
  expect([inTest[0], inTest.includes(id)]).toEqual([sandbox.id, false]);
  expect((await listed('--jurisdiction', 'ok', '--state', 'submitted'))[0]).toBe(id);
  expect(await listed('--limit', '1')).toEqual([sandbox.id]);
  expect(await listed('--attention')).not.toContain(id);
  expect(await listed('--attorney', `usr_${randomUUID()}`)).toEqual([]);
  const { organizationId } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id } });
  expect(await listed('--organization', organizationId)).toEqual([id]);
  await ops.json('case', 'hold', id, '--reason', 'A call from the court.');
  expect((await listed('--attention'))[0]).toBe(id);
  expect(await listed('--attention', '--mode', 'test')).not.toContain(id);
  expect((await customer.read(id)).state).toBe('on_hold');
});

test('open cases can be filtered by their next deadline', async () => {
  const customer = await signUp();
  const { id } = await customer.submitted(buildFacts());
  const listed = async (until: string) =>
    (await ops.json('case', 'list', '--deadline-until', until, '--organization', customer.organizationId)).items as {
      nextDeadline: string;
    }[];
  expect(await listed('2199-12-31')).toEqual([]);
  const { deadlines } = await customer.advanceBy(id, 2);
  const [next = ''] = deadlines.map(({ date }) => date).toSorted();
  expect(await listed(next)).toMatchObject([{ id, nextDeadline: next }]);
  expect(await listed('2000-01-01')).toEqual([]);
  await customer.withdraw(id);
  expect(await listed(next)).toEqual([]);
});

test('a case that waits for an attorney is listed as retrying, and needs attention after an hour', async () => {
  const { customer, id } = await submitted();
  const { organizationId } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id } });
  const listed = async (filter: string) =>
    (await ops.json('case', 'list', filter, '--organization', organizationId)).items as object[];
  await expect.poll(() => listed('--retrying')).toHaveLength(1);
  const retried = { id, failedStep: 'engage_attorney', retryAt: expect.any(String) };
  expect(await listed('--retrying')).toMatchObject([{ ...retried, attention: [] }]);
  expect(await listed('--attention')).toEqual([]);
  await stack.store.pool.query(
    `UPDATE "Case" SET record = jsonb_set(record, '{failure,since}',
        to_jsonb((record #>> '{failure,since}')::bigint - 3600000)) WHERE id = $1`,
    [id],
  );
  const attention = ['retrying:engage_attorney'];
  expect(await listed('--retrying')).toMatchObject([{ ...retried, attention }]);
  expect(await listed('--attention')).toMatchObject([{ ...retried, attention }]);
  expect(await ops.json('case', 'show', id)).toMatchObject({ failedStep: 'engage_attorney', attention });
  await customer.withdraw(id);
  expect(await listed('--retrying')).toEqual([]);
});
