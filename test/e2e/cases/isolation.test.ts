import { randomBytes } from 'node:crypto';
import { type Mode, newCase, nextAction } from '@evict/case-model';
import { type ParamKind, type Route, routes } from '@evict/contract';
import { createDraft } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { exampleBody } from '../support/paths.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

// For other organizations and in the other mode, an organization's data doesn't exist.

const service = await startService({ liveMode: true });
const { stack, signUp, actingAs } = service;
const { store, blobs } = stack;
const [mine, theirs] = await Promise.all([signUp(), signUp()]);
type Organization = typeof mine;

/** Returns customers with each of the organization's credentials, and their modes. */
async function callersOf(organization: Organization) {
  const live = inLiveMode(service, organization);
  const { secret } = (await live.send('POST', '/v1/api-keys')).body as { secret: string };
  return [
    { mode: 'test', kind: 'key', customer: organization as Customer },
    { mode: 'test', kind: 'session', customer: organization.session },
    { mode: 'live', kind: 'key', customer: actingAs(secret) },
    { mode: 'live', kind: 'session', customer: live },
  ] as const;
}
const callers = { mine: await callersOf(mine), theirs: await callersOf(theirs) };

/**
 * Every operation with the id of an organization's data in its path. Uploads are left out, because the secret in their
 * path is enough to use them.
 */
const operations = Object.entries<Route>(routes).filter(
  ([, { gateway, auth, params = {} }]) => gateway === 'customer' && auth !== 'none' && Object.keys(params).length > 0,
);

/** Returns a valid body, with the caller's password if the operation asks for it. */
function bodyOf(route: Route): unknown {
  const body = exampleBody(route) as object | undefined;
  return body && 'currentPassword' in body ? { ...body, currentPassword: buildSignup().password } : body;
}

/** The kinds of ids that belong to a person and exist in both modes. */
const personal: readonly ParamKind[] = ['session', 'passkey', 'user'];

const kindsOf = (route: Route) => Object.values(route.params ?? {});
/** Whether the operation may be called with a credential of this kind. */
const takes = (route: Route, kind: string) => route.auth === 'customer' || kind === 'session';
const call = (route: Route, customer: Customer, path: string) =>
  customer.send(route.method, path, { body: bodyOf(route) });

describe('for another organization and in the other mode', async () => {
  // All operations share these rows, because none of them changes any.
  const targets = [await seed(mine, 'test'), await seed(mine, 'live')];
  const own = { mine: targets, theirs: [await seed(theirs, 'test'), await seed(theirs, 'live')] };

  test.each(operations)('%s returns 404 and changes nothing', async (_, route) => {
    const kinds = kindsOf(route);
    const foreign: [Customer, string][] = [];
    for (const whose of ['mine', 'theirs'] as const) {
      for (const { mode, customer } of callers[whose].filter((one) => takes(route, one.kind))) {
        const beside = own[whose].find((some) => some.mode === mode) ?? expect.unreachable();
        for (const target of targets) {
          const isOfCaller = target.mode === mode || kinds.some((kind) => personal.includes(kind));
          if (whose === 'mine' && isOfCaller) continue;
          foreign.push([customer, pathTo(route, target.ids)]);
          // In this path, only the last id is the target's. The others are the caller's own.
          if (kinds.length > 1) foreign.push([customer, pathTo(route, target.ids, beside.ids)]);
        }
      }
    }
    expect(foreign.length).toBeGreaterThan(1);
    const before = await trace();
    for (const [customer, path] of foreign) await expectRefusal(call(route, customer, path), 404, 'not_found');
    expect(await trace()).toEqual(before);
  });
});

test.each(operations)("%s doesn't return 404 to the organization that owns the data", async (_, route) => {
  for (const { mode, kind, customer } of callers.mine.filter((one) => takes(route, one.kind))) {
    const { ids } = await seed(mine, mode);
    const { status, body } = await call(route, customer, pathTo(route, ids));
    expect([kind, mode, status, body?.error?.code]).not.toEqual([kind, mode, 404, 'not_found']);
  }
});

test.each<[string, string, (ids: Ids) => object]>([
  ['requesting an upload link', '/v1/uploads', (ids) => ({ caseId: ids.case, purpose: 'other', filename: 'a.pdf' })],
  ['a simulation', '/v1/simulations', (ids) => ({ caseId: ids.case, scenario: 'cured' })],
])('%s gets 404 for a case of another organization', async (_, path, bodyFor) => {
  const { ids } = await seed(mine, 'test');
  await expectRefusal(theirs.send('POST', path, { body: bodyFor(ids) }), 404, 'not_found');
});

test("a case can't be created with an inbox file of another organization or of the other mode", async () => {
  for (const [mode, customer] of [
    ['test', theirs],
    ['live', mine],
  ] as const) {
    const { ids } = await seed(mine, mode);
    const body = { ...buildFacts(), intakeFileIds: [ids.intakeFile] };
    const { status, body: refused } = await customer.send('POST', '/v1/intake/cases', { body });
    expect([status, refused.error.details.issues]).toEqual([400, [expect.objectContaining({ code: 'unknown_file' })]]);
  }
});

test("lists don't contain data of another organization or of the other mode", async () => {
  const stranger = await signUp();
  await seed(mine, 'live');
  await seed(stranger, 'test');
  const ofLive = inLiveMode(service, stranger);
  for (const path of ['cases', 'events', 'webhook-endpoints', 'intake/files'])
    expect([path, (await ofLive.send('GET', `/v1/${path}`)).body.items]).toEqual([path, []]);
});

test('a malformed or unknown id, or one of the wrong kind, gets 404', async () => {
  const { ids } = await seed(mine, 'test');
  for (const other of ['1', '%00', 'case_%27%20OR%201=1', '..%2Fcases', ids.case.toUpperCase(), ids.document])
    await expectRefusal(mine.send('GET', `/v1/cases/${other}`), 404, 'not_found');
  for (const other of ['doc_00000000-0000-4000-8000-000000000000', 'doc_1', ids.case])
    await expectRefusal(mine.send('GET', `/v1/cases/${ids.case}/documents/${other}`), 404, 'not_found');
});

test('a document is found only in its own case', async () => {
  const [one, other] = [await seed(mine, 'test'), await seed(mine, 'test')];
  const path = `/v1/cases/${other.ids.case}/documents/${one.ids.document}`;
  await expectRefusal(mine.send('GET', path), 404, 'not_found');
});

test("an owner's session in test mode can read a case that a test key created", async () => {
  const { id } = await mine.create(buildFacts());
  expect(await mine.session.read(id)).toEqual(await mine.read(id));
});

test('a reference has to be unique only within its organization and mode', async () => {
  for (const customer of [mine, theirs, inLiveMode(service, mine)]) {
    const { id: own } = await customer.create(marylandFacts());
    const setting = customer.send('PUT', `/v1/cases/${own}/reference`, { body: { reference: 'Same' } });
    expect((await setting).status).toBe(200);
  }
});

type Ids = Awaited<ReturnType<typeof seed>>['ids'];

/** Returns the path of an operation with these ids. If `parents` is given, only the last id comes from `ids`. */
function pathTo({ path, params = {} }: Route, ids: Ids, parents: Ids = ids): string {
  const named = Object.entries(params);
  return named.reduce((made, [name, kind], index) => {
    const from = index === named.length - 1 ? ids : parents;
    const id = path === routes.disconnectApp.path ? from.connection : from[kind as keyof Ids];
    if (id === undefined) throw new Error(`no ${kind} is seeded`);
    return made.replace(`{${name}}`, id);
  }, path);
}

/**
 * Creates one of everything that an organization has in a mode, directly in the database, so no process of the service
 * reacts to it.
 */
async function seed({ organizationId }: Organization, mode: Mode) {
  const { prisma } = store;
  const scope = { organizationId, mode };
  const ids = {
    case: newId('case'),
    document: newId('document'),
    charge: newId('charge'),
    user: newId('user'),
    session: newId('session'),
    passkey: newId('passkey'),
    apiKey: newId('apiKey'),
    connection: newId('apiKey'),
    webhookEndpoint: newId('webhookEndpoint'),
    webhookDelivery: newId('webhookDelivery'),
    caseImport: newId('caseImport'),
    calendarLink: newId('calendarLink'),
    confirmation: newId('confirmation'),
    intakeFile: newId('intakeFile'),
  };
  const caseId = ids.case;
  const hash = () => new Uint8Array(randomBytes(32));
  const { id: userId } = await prisma.user.findFirstOrThrow({ where: { organizationId, role: 'owner' } });
  const action = nextAction(newCase({ caseId, ...scope }, 0));
  await createDraft(store, scope, { id: caseId, facts: marylandFacts(), nextAction: action });
  const contentHash = await blobs.put(caseId, ids.document, pdf('lease'));
  const file = { filename: 'lease.pdf', contentType: 'application/pdf', contentHash };
  const document = { id: ids.document, caseId, kind: 'evidence', purpose: 'other', sizeBytes: pdf('lease').length };
  await prisma.document.create({ data: { ...document, ...file } });
  const fee = { kind: 'platform_fee', description: 'Fee', amountCents: 1, currency: 'usd', state: 'due' };
  await prisma.charge.create({ data: { id: ids.charge, caseId, ...fee } });
  const email = `${ids.user}@example.com`;
  await prisma.user.create({ data: { id: ids.user, organizationId, email, emailKey: email, role: 'member' } });
  await prisma.session.create({ data: { id: ids.session, hash: hash(), userId } });
  const passkey = { name: 'Phone', publicKey: hash(), signCount: 0, transports: [] };
  await prisma.passkey.create({ data: { id: ids.passkey, credentialId: ids.passkey, userId, ...passkey } });
  await prisma.apiKey.create({ data: { id: ids.apiKey, hash: hash(), ...scope } });
  const app = {
    clientId: 'app',
    confirm: 'required',
    createdById: userId,
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  await prisma.apiKey.create({ data: { id: ids.connection, hash: hash(), ...scope, ...app } });
  const endpoint = { url: 'https://receiver.example/', secret: hash() };
  await prisma.webhookEndpoint.create({ data: { id: ids.webhookEndpoint, ...scope, ...endpoint } });
  const delivery = { eventId: newId('event'), caseId, body: '{"type":"case.submit"}', status: 'failed', dueAt: null };
  await prisma.webhookDelivery.create({
    data: { id: ids.webhookDelivery, endpointId: ids.webhookEndpoint, ...delivery },
  });
  await prisma.caseImport.create({ data: { id: ids.caseImport, ...scope, dryRun: false, status: 'done' } });
  await prisma.caseImportRow.create({ data: { importId: ids.caseImport, row: 1, status: 'created', caseId } });
  const link = { hash: hash(), lastFour: 'aaaa', ...scope };
  await prisma.calendarLink.create({ data: { id: ids.calendarLink, userId, ...link } });
  const asked = { caseId, keyId: ids.apiKey, action: 'withdraw', hash: hash() };
  await prisma.confirmation.create({ data: { id: ids.confirmation, ...scope, ...asked } });
  await prisma.intakeFile.create({
    data: { id: ids.intakeFile, ...scope, ...file, sizeBytes: 1, content: new Uint8Array([1]) },
  });
  return { mode, ids };
}

const traced = [
  'Case',
  'CaseEvent',
  'CaseRead',
  'Document',
  'Note',
  'Charge',
  'Command',
  'User',
  'Session',
  'Passkey',
  'ApiKey',
  'WebhookEndpoint',
  'WebhookDelivery',
  'CaseImport',
  'CaseImportRow',
  'CalendarLink',
  'Confirmation',
  'UploadLink',
  'IntakeFile',
];

/** Hashes the contents of the traced tables, except for the times at which credentials were last used. */
async function trace(): Promise<string> {
  const hashes = traced.map((table) => {
    const row = `md5((to_jsonb(t) - 'lastUsedAt')::text)`;
    return `(SELECT md5(coalesce(string_agg(${row}, ',' ORDER BY ${row}), '')) FROM "${table}" t)`;
  });
  const { rows } = await store.pool.query<{ trace: string }>(`SELECT concat_ws(' ', ${hashes.join(', ')}) AS trace`);
  return rows[0]?.trace ?? '';
}
