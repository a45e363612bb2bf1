import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { stack, send, signUp, actingAs } = await startService({ liveMode: false });

interface Served {
  openapi: string;
  paths: Record<string, Record<string, { security: object[] }>>;
}
const served = (await (await fetch(`${stack.baseUrl}/v1/openapi.json`)).json()) as Served;
const protectedOperations = Object.entries(served.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security.length > 0)
    .map(([method]) => ({ method: method.toUpperCase(), path: withIds(path) })),
);
const ofCustomers = protectedOperations.filter(({ path }) => !path.startsWith('/v1/attorney'));

/** The path of an operation with ids that could be. */
function withIds(path: string): string {
  const uuid = '00000000-0000-4000-8000-000000000000';
  const kind = path.startsWith('/v1/api-keys') ? 'key' : path.startsWith('/v1/webhook-endpoints') ? 'we' : 'case';
  return path.replace('{id}', `${kind}_${uuid}`).replace('{docId}', `doc_${uuid}`);
}

test.each(protectedOperations)('$method $path requires a credential before anything else', async ({ method, path }) => {
  const raw = method === 'GET' ? {} : { raw: '{"not": "looked at"' };
  await expectRefusal(send(method, path, raw), 401, 'unauthenticated');
  const invented = `eak_test_${'A'.repeat(49)}`;
  await expectRefusal(send(method, path, { ...raw, credential: invented }), 401, 'unauthenticated');
});

test('with live mode off every endpoint of a case is 403 in it, and the test mode is unaffected', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  const live = actingAs(customer.session.credential, { 'x-service-mode': 'live' });
  for (const { method, path } of ofCustomers.filter((one) => !one.path.startsWith('/v1/auth'))) {
    await expectRefusal(live.send(method, path), 403, 'live_unavailable');
  }
  expect((await customer.read(id)).state).toBe('draft');
});

test('a session that names a mode other than test and live is 400, whatever it requests', async () => {
  const { session } = await signUp();
  const elsewhere = actingAs(session.credential, { 'x-service-mode': 'Live' });
  for (const { method, path } of ofCustomers) {
    expect(await expectIssues(elsewhere.send(method, path)), `${method} ${path}`).toEqual(['X-Service-Mode one_of']);
  }
});

test('a method that a path does not have is 404, like an unknown path', async () => {
  const customer = await signUp();
  const { id } = await customer.create(buildFacts());
  for (const [method, path] of [
    ['PUT', `/v1/cases/${id}`],
    ['DELETE', `/v1/cases/${id}`],
    ['GET', `/v1/cases/${id}/submit`],
    ['POST', `/v1/cases/${id}/events`],
    ['POST', `/v1/cases/${id}/`],
    ['GET', `/v1/cases/${id}/none`],
    ['GET', '/v2/cases'],
  ] as const) {
    await expectRefusal(customer.send(method, path), 404, 'not_found');
  }
});
