import { expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();
const customer = await signUp();

async function draft() {
  const { id } = await customer.create(buildFacts({ freeText: 'as it was' }));
  return { id, patch: (body: object) => customer.send('PATCH', `/v1/cases/${id}`, { body }) };
}

test('each field that is sent replaces the stored one, and the others stay', async () => {
  const { id } = await draft();
  const before = await customer.read(id);
  const changes = {
    lease: { endDate: day(400) },
    attestations: { servicemember: 'unknown' },
    parties: [{ role: 'plaintiff', name: 'Robin Owner' }],
    ledger: [],
  } as const;
  const edited = await customer.edit(id, changes);
  expect(edited.data).toEqual({ ...before.data, ...changes, progress: expect.anything() });
  expect(edited.data.progress.ledgerBalanceCents).toBe(0);
  expect(await customer.read(id)).toEqual(edited);
  expect(Date.parse(edited.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
  expect([edited.state, edited.createdAt]).toEqual(['draft', before.createdAt]);
});

test('a field that was not there before can be added', async () => {
  const { id } = await draft();
  const violation = { description: 'Keeps a horse in the kitchen.', date: day(-3) };
  expect((await customer.edit(id, { violation })).data.violation).toEqual(violation);
});

test('an empty change leaves the facts as they are', async () => {
  const { id } = await draft();
  const { data } = await customer.read(id);
  const { progress: _now, ...kept } = (await customer.edit(id, {})).data;
  const { progress: _before, ...sent } = data;
  expect(kept).toEqual(sent);
});

test('ground and entryPoint cannot change, and the refusal names the field; their current values are accepted', async () => {
  const { id, patch } = await draft();
  const before = await customer.read(id);
  const wanted = { freeText: 'changed' };
  expect(await expectRefusal(patch({ ...wanted, ground: 'holdover' }), 422, 'invalid_request')).toEqual({
    field: 'ground',
  });
  expect(await expectRefusal(patch({ ...wanted, entryPoint: 'filing' }), 422, 'invalid_request')).toEqual({
    field: 'entryPoint',
  });
  expect(await customer.read(id)).toEqual(before);
  const same = await customer.edit(id, { ...wanted, ground: 'nonpayment', entryPoint: 'notice' });
  expect(same.data.freeText).toBe('changed');
  expect(await expectIssues(patch({ ground: 'rent' }))).toEqual(['ground one_of']);
});

test('null is refused everywhere: a field once sent can be replaced, not removed', async () => {
  const { id, patch } = await draft();
  const before = await customer.read(id);
  const fields = [
    'property',
    'parties',
    'lease',
    'ledger',
    'amountOwedCents',
    'violation',
    'attestations',
    'priorNotice',
    'freeText',
    'ground',
    'entryPoint',
  ];
  const nothing = Object.fromEntries(fields.map((field) => [field, null]));
  expect(await expectIssues(patch(nothing))).toEqual(fields.map((field) => `${field} null`).sort());
  expect(await customer.read(id)).toEqual(before);
});

test('a property, a party, a violation and a prior notice must be complete when they are sent', async () => {
  const { id, patch } = await draft();
  const before = await customer.read(id);
  const partial = {
    property: { unit: '4C' },
    parties: [{ isEntity: true }],
    violation: { date: day(-1) },
    priorNotice: { periodDays: 5 },
    ledger: [{ memo: 'Rent' }],
  };
  expect(await expectIssues(patch(partial))).toEqual([
    'ledger[0].amountCents required',
    'ledger[0].date required',
    'ledger[0].type required',
    'parties[0].name required',
    'parties[0].role required',
    'priorNotice.method required',
    'priorNotice.servedDate required',
    'property.city required',
    'property.line1 required',
    'property.ownerOfRecord required',
    'property.state required',
    'property.zip required',
    'violation.description required',
  ]);
  expect(await customer.read(id)).toEqual(before);
});

test('a field that only the service writes is refused', async () => {
  const { id, patch } = await draft();
  const sent = { state: 'closed', mode: 'live', documents: [], progress: {}, data: {}, nope: 1 };
  expect(await expectIssues(patch(sent))).toEqual(
    Object.keys(sent)
      .map((field) => `${field} unknown_field`)
      .sort(),
  );
  expect((await customer.read(id)).state).toBe('draft');
});

test('a change of the property moves the case in or out of the sandbox', async () => {
  const { id } = await draft();
  const { property } = buildFacts();
  await customer.edit(id, { property: { ...property, state: 'MD' } });
  await expectRefusal(customer.act(id, 'advance'), 409, 'sandbox_only');
  await expectRefusal(customer.act(id, 'submit'), 422, 'documents_unavailable');
  await customer.edit(id, { property: { ...property, state: 'zz' } });
  expect((await customer.submit(id)).case.state).toBe('notice_review');
});

test('after submit nothing can be changed, in any state', async () => {
  const { id, patch } = await draft();
  await customer.submit(id);
  for (let step = 0; step < 3; step += 1) {
    const before = await customer.read(id);
    await expectRefusal(patch({ freeText: 'late' }), 409, 'invalid_state');
    await expectRefusal(patch({ ground: 'holdover' }), 409, 'invalid_state');
    expect(await expectIssues(patch({ freeText: 1 }))).toEqual(['freeText type']);
    expect(await customer.read(id)).toEqual(before);
    await customer.advance(id);
  }
});
