import { randomUUID } from 'node:crypto';
import { maxWebhookEndpoints } from '@evict/contract';
import { expect, test } from 'vitest';
import { inLiveMode } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const path = '/v1/webhook-endpoints';
const url = 'https://8.8.8.8/cases';
const service = await sharedService();
const { stack, signUp, actingAs } = service;

test('the secret of an endpoint is returned when it is created, and never in the list', async () => {
  const customer = await signUp();
  const created = await customer.send('POST', path, { body: { url } });
  expect(created.status).toBe(201);
  const { secret, ...endpoint } = created.body;
  expect(endpoint).toEqual({
    id: expect.stringMatching(/^we_[0-9a-f-]{36}$/),
    url,
    mode: 'test',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(secret).toMatch(/^whsec_[0-9A-Za-z]{49}$/);
  const listed = await customer.send('GET', path);
  expect([listed.status, listed.body]).toEqual([200, { items: [endpoint] }]);
});

test("each endpoint has its own secret, which is stored encrypted and doesn't authenticate requests", async () => {
  const customer = await signUp();
  const [first, second] = await Promise.all([1, 2].map(() => customer.send('POST', path, { body: { url } })));
  expect(first?.body.secret).not.toBe(second?.body.secret);
  const rows = await stack.store.prisma.webhookEndpoint.findMany({
    where: { organizationId: customer.organizationId },
  });
  expect(rows).toHaveLength(2);
  for (const { secret } of rows) expect(Buffer.from(secret).toString('latin1')).not.toContain('whsec_');
  await expectRefusal(actingAs(first?.body.secret).send('GET', path), 401, 'unauthenticated');
});

test('endpoints are listed oldest first, each in the mode of the credential that registered it', async () => {
  const customer = await signUp();
  const live = inLiveMode(service, customer);
  const urls = ['1', '2', '1', '3'].map((name) => `https://8.8.8.8/${name}`);
  for (const one of urls) await customer.send('POST', path, { body: { url: one } });
  const inLive = (await live.send('POST', path, { body: { url } })).body;
  expect(inLive.mode).toBe('live');
  const urlsOf = async (caller: Pick<typeof live, 'send'>) =>
    (await caller.send('GET', path)).body.items.map((item: { url: string }) => item.url);
  expect(await urlsOf(customer)).toEqual(urls);
  expect(await urlsOf(live)).toEqual([url]);
  await expectRefusal(customer.send('DELETE', `${path}/${inLive.id}`), 404, 'not_found');
});

test('an endpoint can be deleted once, and only by its own organization', async () => {
  const [mine, theirs] = [await signUp(), await signUp()];
  const { id } = (await theirs.send('POST', path, { body: { url } })).body;
  for (const unknown of [id, `we_${randomUUID()}`, 'we_1', `case_${randomUUID()}`, '%00']) {
    await expectRefusal(mine.send('DELETE', `${path}/${unknown}`), 404, 'not_found');
  }
  expect((await theirs.send('DELETE', `${path}/${id}`)).status).toBe(204);
  await expectRefusal(theirs.send('DELETE', `${path}/${id}`), 404, 'not_found');
  expect((await theirs.send('GET', path)).body).toEqual({ items: [] });
});

test('an endpoint with thousands of deliveries can be deleted, but only by its organization and in its mode', async () => {
  const [mine, theirs] = [await signUp(), await signUp()];
  const { id } = (await mine.send('POST', path, { body: { url } })).body;
  const { prisma, pool } = stack.store;
  await pool.query(
    `INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, status)
     SELECT 'whd_' || gen_random_uuid(), 'evt_' || gen_random_uuid(), $1, 'case_1', '{}',
       CASE n % 3 WHEN 0 THEN 'pending' WHEN 1 THEN 'failed' ELSE 'delivered' END
     FROM generate_series(1, 7000) AS n`,
    [id],
  );
  const logged = () => prisma.webhookDelivery.count({ where: { endpointId: id } });
  await expectRefusal(theirs.send('DELETE', `${path}/${id}`), 404, 'not_found');
  await expectRefusal(inLiveMode(service, mine).send('DELETE', `${path}/${id}`), 404, 'not_found');
  expect(await logged()).toBe(7000);
  expect((await mine.send('DELETE', `${path}/${id}`)).status).toBe(204);
  expect(await logged()).toBe(0);
});

test.each([
  ['http://robin:secret@127.1/', ['https_only', 'credentials', 'private_address']],
  ['https://hooks.localhost./', ['local_name', 'trailing_dot']],
  ['not a URL', ['url']],
])('the URL %j is refused, and all of its problems are reported together', async (refused, codes) => {
  const customer = await signUp();
  const { status, body } = await customer.send('POST', path, { body: { url: refused } });
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  const found = body.error.details.issues as { path: string; code: string; message: string }[];
  expect(found.map((issue) => issue.path)).toEqual(found.map(() => 'url'));
  expect(found.map((issue) => issue.code)).toEqual(codes);
  expect((await customer.send('GET', path)).body).toEqual({ items: [] });
});

test("a URL of 2,048 characters is accepted, and so is a host name that doesn't resolve", async () => {
  const customer = await signUp();
  const longest = `https://8.8.8.8/${'a'.repeat(2048 - 16)}`;
  expect((await customer.send('POST', path, { body: { url: longest } })).body.url).toBe(longest);
  const nowhere = 'https://hooks.invalid/cases';
  expect((await customer.send('POST', path, { body: { url: nowhere } })).body.url).toBe(nowhere);
});

test('the registration of an endpoint ignores an Idempotency-Key, so a secret is never replayed', async () => {
  const customer = await signUp();
  const headers = { 'idempotency-key': 'once' };
  const responses = [1, 2].map(() => customer.send('POST', path, { body: { url }, headers }));
  const [first, second] = await Promise.all(responses);
  expect([first?.status, second?.status]).toEqual([201, 201]);
  expect(first?.body.secret).not.toBe(second?.body.secret);
  expect(second?.headers.has('idempotent-replayed')).toBe(false);
});

test('if more endpoints are registered at the same time than allowed, exactly the maximum is created', async () => {
  const customer = await signUp();
  const register = () => customer.send('POST', path, { body: { url } });
  const responses = await Promise.all(Array.from({ length: maxWebhookEndpoints + 5 }, register));
  const refused = responses.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.error.details.issues[0].code])).toEqual(
    refused.map(() => [400, 'too_many_endpoints']),
  );
  expect(refused).toHaveLength(5);
  expect((await inLiveMode(service, customer).send('POST', path, { body: { url } })).status).toBe(201);
  const { items } = (await customer.send('GET', path)).body;
  await customer.send('DELETE', `${path}/${items[0].id}`);
  expect((await register()).status).toBe(201);
});
