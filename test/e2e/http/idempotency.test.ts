import { randomUUID } from 'node:crypto';
import type { Case } from '@evict/contract';
import { hashOfKey } from '@evict/store/requests';
import { cloneDatabase } from '@evict/testkit';
import { describe, expect, test, vi } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startGatewayProcess } from '../support/gateway-processes.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const databaseUrl = await cloneDatabase();
const service = await startService({ liveMode: true, databaseUrl });
const { store } = service.stack;

const create = (customer: Customer, key: string, facts: object = buildFacts()) =>
  customer.send('POST', '/v1/cases', { body: facts, headers: { 'idempotency-key': key } });

async function countCases(organizationId: string): Promise<number> {
  return store.prisma.case.count({ where: { organizationId } });
}

describe('a request repeated under the same key', () => {
  test('gets exactly the same response, marked as a replay', async () => {
    const customer = await service.signUp();
    const first = await create(customer, 'one');
    const again = await create(customer, 'one');
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.bytes).toEqual(first.bytes);
    expect(await countCases(customer.organizationId)).toBe(1);
  });

  test("gets the same refusal, even for a body that isn't JSON", async () => {
    const customer = await service.signUp();
    const bad = () => create(customer, 'bad', { ...buildFacts(), ground: 'whim' });
    const [first, again] = [await bad(), await bad()];
    expect([first.status, again.status]).toEqual([400, 400]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const unreadable = () =>
      customer.send('POST', '/v1/cases', { raw: '{"ground":', headers: { 'idempotency-key': 'raw' } });
    await unreadable();
    expect((await unreadable()).headers.get('idempotent-replayed')).toBe('true');
  });

  test('has only one effect even if it is sent 50 times at once, and every repetition succeeds', async () => {
    const customer = await service.signUp();
    const responses = await Promise.all(Array.from({ length: 50 }, () => create(customer, 'many')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await countCases(customer.organizationId)).toBe(1);
  });

  test('takes only one step of a case, even if the case has advanced since', async () => {
    const customer = await service.signUp();
    const { id } = await customer.submitted(buildFacts());
    const advance = () => customer.send('POST', `/v1/cases/${id}/advance`, { headers: { 'idempotency-key': 'step' } });
    expect((await advance()).body.state).toBe('notice_sent');
    await customer.advance(id);
    expect((await advance()).body.state).toBe('notice_sent');
    expect((await customer.read(id)).state).toBe('cure_period');
  });
});

test('requests with no body, an empty chunked body and an empty object count as the same request', async () => {
  const { credential, ...customer } = await service.signUp();
  const { id } = await customer.create(buildFacts());
  const sent = async (
    init: { body?: NonNullable<RequestInit['body']>; duplex?: 'half' },
    given: Record<string, string> = {},
  ) => {
    const headers = { ...given, authorization: `Bearer ${credential}`, 'idempotency-key': 'empty' };
    const url = `${service.stack.baseUrl}/v1/cases/${id}/validate`;
    const response = await fetch(url, { method: 'POST', ...init, headers });
    return [response.status, response.headers.get('idempotent-replayed')];
  };
  const chunked = (text: string) => ({ body: new Blob([text]).stream(), duplex: 'half' as const });
  expect(await sent({})).toEqual([200, null]);
  expect(await sent(chunked(''))).toEqual([200, 'true']);
  for (const body of ['{}', ' { } ']) {
    expect(await sent({ body }, { 'content-type': 'application/json' })).toEqual([200, 'true']);
  }
  expect((await sent(chunked('{}')))[0]).toBe(415);
});

describe('using a key again', () => {
  test.each<
    [string, (customer: Customer, owner: Customer) => Promise<{ status: number; body: { error: { code: string } } }>]
  >([
    ['another body', (customer) => create(customer, 'used', buildFacts({ freeText: 'other' }))],
    [
      'other bytes of the same JSON',
      (customer) =>
        customer.send('POST', '/v1/cases', {
          raw: `${JSON.stringify(buildFacts())} `,
          headers: { 'idempotency-key': 'used' },
        }),
    ],
    [
      'another path',
      (customer) =>
        customer.send('POST', `/v1/cases/case_${randomUUID()}/submit`, { headers: { 'idempotency-key': 'used' } }),
    ],
    ['another credential', (_customer, owner) => create(owner, 'used')],
    [
      'the other mode',
      (_customer, owner) =>
        owner.send('POST', '/v1/cases', {
          body: buildFacts(),
          headers: { 'idempotency-key': 'used', 'x-service-mode': 'live' },
        }),
    ],
  ])('with %s is a conflict', async (_what, send) => {
    const customer = await service.signUp();
    await create(customer, 'used');
    const { status, body } = await send(customer, customer.session);
    expect([status, body.error.code]).toEqual([409, 'idempotency_conflict']);
  });

  test("in another organization isn't a conflict", async () => {
    const [one, other] = [await service.signUp(), await service.signUp()];
    await create(one, 'shared');
    expect((await create(other, 'shared')).headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('the Idempotency-Key header', () => {
  test.each(['', 'k'.repeat(256)])('gets 400 if its length is wrong: %j', async (key) => {
    const customer = await service.signUp();
    const { status, body } = await create(customer, key);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.issues[0].path).toBe('Idempotency-Key');
  });

  test('may have 255 characters', async () => {
    const customer = await service.signUp();
    expect((await create(customer, 'k'.repeat(255))).status).toBe(201);
  });

  test('is ignored when an API key is created, so the secret need not be stored', async () => {
    const { session } = await service.signUp();
    const make = () => session.send('POST', '/v1/api-keys', { headers: { 'idempotency-key': 'key' } });
    const [one, other] = [await make(), await make()];
    expect(one.body.secret).not.toBe(other.body.secret);
  });
});

describe('a command that times out', () => {
  test("returns 503, which isn't stored, and repeating the request joins the same command", async () => {
    const customer = await service.signUp();
    const { id } = await customer.submitted(buildFacts());
    const advance = () => customer.send('POST', `/v1/cases/${id}/advance`, { headers: { 'idempotency-key': 'late' } });
    await service.stack.stopWorker();
    // Sent without the usual helpers, because they fail a test on any 5xx.
    const late = await fetch(`${service.stack.baseUrl}/v1/cases/${id}/advance`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.credential}`, 'idempotency-key': 'late' },
    });
    const { error } = (await late.json()) as { error: { code: string } };
    expect([late.status, error.code, late.headers.get('retry-after')]).toEqual([503, 'busy', '5']);
    await service.stack.startWorker();
    const again = await advance();
    expect([again.status, again.body.state]).toEqual([200, 'notice_sent']);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect((await advance()).bytes).toEqual(again.bytes);
    expect((await customer.read(id)).state).toBe('notice_sent');
  });
});

describe("a running request's claim on its key", () => {
  test('is renewed by its gateway while the gateway runs', async () => {
    const { customer, caseId, release } = await heldAdvance();
    const response = sendAlone(service.stack.baseUrl, customer, caseId, 'alive');
    const claimed = await claimOf(customer, 'alive');
    await expect.poll(() => claimOf(customer, 'alive')).not.toEqual(claimed);
    const renewed = await claimOf(customer, 'alive');
    expect(renewed.owner).toBe(claimed.owner);
    expect(renewed.leaseUntil.getTime()).toBeGreaterThan(claimed.leaseUntil.getTime());
    await release();
    await response;
  });

  test('is released within a minute after its gateway is killed, and repeating the request joins the same command', async () => {
    const { customer, caseId, release } = await heldAdvance();
    const gateway = await startGatewayProcess('customer-gateway', databaseUrl);
    const response = sendAlone(gateway.url, customer, caseId, 'killed');
    const where = { caseId, kind: 'advance' };
    await expect.poll(() => store.prisma.command.count({ where })).toBe(1);
    await gateway.kill();
    expect(await response).toBe('no response');
    await release();
    const startedAt = performance.now();
    const headers = { 'idempotency-key': 'killed' };
    const again = await customer.send('POST', `/v1/cases/${caseId}/advance`, { headers });
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect([again.status, again.body.state]).toEqual([200, 'notice_sent']);
    const actions = (await customer.events(caseId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'send_notice')).toHaveLength(1);
    expect(await store.prisma.command.count({ where })).toBe(1);
  });

  /** Creates a case whose next command isn't decided until `release` is called. */
  async function heldAdvance() {
    const customer = await service.signUp();
    const { id: caseId } = await customer.submitted(buildFacts());
    await service.stack.stopWorker();
    return { customer, caseId, release: () => service.stack.startWorker() };
  }

  /** Returns the status, or that there was no response. The usual helpers would fail the test on a 5xx. */
  async function sendAlone(url: string, { credential }: Customer, caseId: string, key: string) {
    const headers = { authorization: `Bearer ${credential}`, 'idempotency-key': key };
    return fetch(`${url}/v1/cases/${caseId}/advance`, { method: 'POST', headers }).then(
      ({ status }) => status,
      () => 'no response',
    );
  }

  async function claimOf({ organizationId: scope }: { organizationId: string }, key: string) {
    const where = { scope_key: { scope, key: hashOfKey({ scope, key }) } };
    const read = () => store.prisma.idempotencyKey.findUnique({ where, select: { owner: true, leaseUntil: true } });
    return vi.waitFor(async () => (await read()) ?? expect.unreachable('it is not claimed yet'), { timeout: 60_000 });
  }
});

describe('a request repeated after a crash or much later', () => {
  test('gets the same case if only the response was lost, and nothing is created twice', async () => {
    const customer = await service.signUp();
    const first = await create(customer, 'lost');
    await loseResponse(customer.organizationId, 'lost');
    const again = await create(customer, 'lost');
    expect(again.body.id).toBe(first.body.id);
    expect(await countCases(customer.organizationId)).toBe(1);
  });

  test.each(['submit', 'withdraw', 'report-cure', 'advance'])(
    'gets the result of a %s that took effect, instead of a refusal',
    async (action) => {
      const customer = await service.signUp();
      const { id } = action === 'submit' ? await customer.create(buildFacts()) : await customer.submitted(buildFacts());
      const send = () => customer.send('POST', `/v1/cases/${id}/${action}`, { headers: { 'idempotency-key': action } });
      const first = await send();
      expect(first.status).toBe(200);
      const events = (await customer.events(id)).length;
      await loseResponse(customer.organizationId, action);
      const again = await send();
      expect(again.status).toBe(200);
      expect(stateOf(again.body)).toBe(stateOf(first.body));
      expect(await customer.events(id)).toHaveLength(events);
    },
  );

  test("gets the response to declining a case, although the case is no longer the attorney's", async () => {
    const { attorney, summaryInReview } = liveWorld(service);
    const avery = await attorney();
    const { id } = await summaryInReview();
    const decline = () =>
      avery.send('POST', `/v1/attorney/cases/${id}/reviews`, {
        body: { decision: 'reject', notes: 'A conflict of interest.', documentHashes: [] },
        headers: { 'idempotency-key': 'decline' },
      });
    expect((await decline()).status).toBe(200);
    await loseResponse(avery.id, 'decline');
    const again = await decline();
    expect([again.status, again.body.id]).toEqual([200, id]);
    await expectRefusal(avery.review(id, 'reject'), 404, 'not_found');
  });

  test('gets the attached paper, although the paper that it replaced is gone', async () => {
    const { attorney, summaryInReview } = liveWorld(service);
    const avery = await attorney({ states: ['NH'] });
    const { id } = await summaryInReview(factsIn('NH'));
    const attach = (text: string, replaces?: string) => {
      const body = { kind: 'notice', filename: 'notice.pdf', contentBase64: pdf(text).toString('base64'), replaces };
      return avery.send('POST', `/v1/attorney/cases/${id}/documents`, { body, headers: { 'idempotency-key': text } });
    };
    const { body: replaced } = await attach('first');
    const second = () => attach('second', replaced.id);
    const first = await second();
    expect(first.status).toBe(201);
    await loseResponse(avery.id, 'second');
    const again = await second();
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('gets the uploaded document, although the draft has been submitted since', async () => {
    const customer = await service.signUp();
    const { id } = await customer.create(buildFacts());
    const body = { filename: 'lease.pdf', purpose: 'other', contentBase64: pdf('lease').toString('base64') };
    const headers = { 'idempotency-key': 'upload' };
    const upload = () => customer.send('POST', `/v1/cases/${id}/documents`, { body, headers });
    const first = await upload();
    expect(first.status).toBe(201);
    await customer.submit(id);
    await loseResponse(customer.organizationId, 'upload');
    const again = await upload();
    expect([again.status, again.body]).toEqual([201, first.body]);
    const evidence = (await customer.read(id)).documents.filter(({ kind }) => kind === 'evidence');
    expect(evidence).toHaveLength(1);
  });

  test("gets the gates' reasons for refusing a submit, although the draft has been corrected since", async () => {
    const customer = await service.signUp();
    const { id } = await customer.create(buildFacts({ amountOwedCents: 100_001 }));
    const submit = () => customer.send('POST', `/v1/cases/${id}/submit`, { headers: { 'idempotency-key': 'gates' } });
    const first = await submit();
    expect([first.status, first.body.error.code]).toEqual([422, 'gates_failed']);
    await customer.edit(id, { amountOwedCents: 100_000 });
    await loseResponse(customer.organizationId, 'gates');
    const again = await submit();
    expect([again.status, again.body.error]).toEqual([422, first.body.error]);
  });

  test('gets 409 with Retry-After while the lease of the first request lasts', async () => {
    const customer = await service.signUp();
    await create(customer, 'held');
    await loseResponse(customer.organizationId, 'held', '1 minute');
    const { status, body, headers } = await create(customer, 'held');
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([409, 'idempotency_conflict', '1']);
  });

  test('counts as a new request after 31 days', async () => {
    const customer = await service.signUp();
    const first = await create(customer, 'old');
    await store.pool.query(`UPDATE "IdempotencyKey" SET "createdAt" = now() - interval '31 days' WHERE scope = $1`, [
      customer.organizationId,
    ]);
    expect((await create(customer, 'old')).body.id).not.toBe(first.body.id);
  });
});

/** Simulates a process that died after taking effect and before storing its response. */
async function loseResponse(scope: string, key: string, leaseLeft = '0 seconds'): Promise<void> {
  await store.pool.query(
    `UPDATE "IdempotencyKey" SET status = NULL, headers = NULL, body = NULL, "leaseUntil" = now() + $3::interval
     WHERE scope = $1 AND key = $2`,
    [scope, hashOfKey({ scope, key }), leaseLeft],
  );
}

function stateOf(body: Case | { case: Case }): string {
  return 'case' in body ? body.case.state : body.state;
}
