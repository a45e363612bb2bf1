import { grounds } from '@evict/case-model';
import { describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import { buildFacts, day } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { store } = service.stack;

async function overview(customer: Pick<Customer, 'send'>) {
  const { status, body } = await customer.send('GET', '/v1/overview');
  expect(status).toBe(200);
  return body;
}

test('the overview shows upcoming dates and the cases that are waiting for the customer, but no finished cases', async () => {
  const customer = await service.signUp();
  const other = await service.signUp();
  await other.create(buildFacts());
  expect(await overview(customer)).toEqual({
    needsYou: { total: 0, items: [] },
    upcoming: [],
    due: { totalCents: 0, items: [] },
  });
  const draft = await customer.create(buildFacts());
  const { id } = await customer.submitted(buildFacts());
  const curing = await customer.advanceBy(id, 2);
  const found = await overview(customer);
  const at = { address: '12 Sandbox Way, 3B, Testville', reference: null };
  expect(found.needsYou.total).toBe(2);
  expect(found.needsYou.items[0]).toEqual({
    ...at,
    caseId: id,
    state: curing.state,
    description: curing.nextAction.description,
    updatedAt: curing.updatedAt,
  });
  expect(found.needsYou.items[1]).toMatchObject({ caseId: draft.id, state: 'draft', updatedAt: draft.updatedAt });
  const [deadline] = curing.deadlines;
  expect(found.upcoming).toEqual([{ ...at, caseId: id, name: deadline?.name, date: deadline?.date }]);
  await customer.withdraw(id);
  expect((await customer.send('DELETE', `/v1/cases/${draft.id}`)).status).toBe(204);
  expect(await overview(customer)).toMatchObject({ needsYou: { total: 0, items: [] }, upcoming: [] });
});

test('the overview shows up to 20 due fees and their total, and fees of live cases appear only in live mode', async () => {
  const customer = await service.signUp();
  const live = inLiveMode(service, customer);
  const { id } = await live.submitted(marylandFacts());
  const { due: fee } = await overview(live);
  expect(fee.items).toEqual([expect.objectContaining({ caseId: id, amountCents: fee.totalCents })]);
  await store.pool.query(
    `INSERT INTO "Charge" (id, "caseId", kind, description, "amountCents", currency, state)
      SELECT 'chg_' || gen_random_uuid(), $1, 'platform_fee', 'Fee ' || n, 100 * n, 'USD', 'due' FROM generate_series(1, 25) n`,
    [id],
  );
  const { due } = await overview(live);
  expect(due.totalCents).toBe(fee.totalCents + 32_500);
  expect(due.items).toHaveLength(20);
  expect((await overview(customer)).due.items).toEqual([]);
});

describe('the overview of ten thousand open cases with dates', async () => {
  const customer = await service.signUp();
  const { id } = await customer.create(buildFacts());
  const count = 10_000;
  await pastTriggers(
    store,
    `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction", deadlines)
      SELECT 'case_' || gen_random_uuid(), c."organizationId", 'test', 'cure_period', $2, 'notice', 'ZZ', c.facts, c."nextAction",
        jsonb_build_array(jsonb_build_object('name', 'notice_expires', 'date', ($3::date + n % 100)::text, 'citation', 'ZZ'))
      FROM "Case" c, generate_series(1, $4::int) n WHERE c.id = $1`,
    [id, grounds[0], day(0), count],
  );

  test('shows the twenty nearest dates, and counts up to a thousand cases that wait for the customer', async () => {
    const { needsYou, upcoming } = await overview(customer);
    expect(needsYou).toMatchObject({ total: 1000 });
    expect(needsYou.items).toHaveLength(20);
    expect(upcoming).toHaveLength(20);
    expect(new Set(upcoming.map(({ date }: { date: string }) => date))).toEqual(new Set([day(0)]));
  });
});
