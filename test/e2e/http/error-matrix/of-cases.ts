import { randomUUID } from 'node:crypto';
import { maxCustomerFacts, maxIntakeFiles, type Route } from '@evict/contract';
import { eraseCase } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import type { ApiResponse } from '../../support/api.ts';
import { buildFacts, day } from '../../support/facts.ts';
import { filingEvidence, pdf } from '../../support/grounds.ts';
import { marylandFacts } from '../../support/live.ts';
import { exampleBody, pathToNothing } from '../../support/paths.ts';
import { exhaust, ofCase, type Provoker } from './provoke.ts';
import type { World } from './world.ts';

/** Creates an agent's key, whose actions a person has to confirm. */
async function agentOf({ customer, actingAs }: World) {
  const body = { confirm: 'required' };
  return actingAs((await customer.session.send('POST', '/v1/api-keys', { body })).body.secret);
}

const withoutPerson: Readonly<Record<string, Provoker>> = {
  'submitCase 409 confirmation_required': async (world) => {
    const { id } = await world.customer.create(buildFacts());
    return (await agentOf(world)).act(id, 'submit');
  },
  'withdrawCase 409 confirmation_required': async (world) => {
    const { id } = await world.customer.create(buildFacts());
    return (await agentOf(world)).act(id, 'withdraw');
  },
  'reportCure 409 confirmation_required': async (world) => {
    const { id } = await world.customer.submitted(buildFacts());
    return (await agentOf(world)).act(id, 'report-cure');
  },
};

/** Creates a draft with an agent's submit that waits for a person's confirmation. */
async function askedFor(world: World) {
  const { customer } = world;
  const agent = await agentOf(world);
  const { attestations: _none, ...facts } = buildFacts();
  const { id: caseId } = await agent.create({ ...facts, attestations: {} });
  const { body } = await agent.act(caseId, 'submit');
  return { customer, agent, caseId, id: body.error.details.id as string };
}

/** Creates a draft and a link through which `put` uploads evidence to it. */
async function toUpload({ customer, send }: World, purpose: string) {
  const { id: caseId } = await customer.create(buildFacts());
  const { body } = await customer.send('POST', '/v1/uploads', { body: { caseId, purpose, filename: 'a.pdf' } });
  const put = (sent: { raw?: string } = { raw: 'x' }) => send('PUT', new URL(body.url).pathname, sent);
  return { customer, caseId, put };
}
/** How to provoke the errors of customers' operations on cases. */
export const ofCases: Readonly<Record<string, Provoker>> = {
  'createCaseImport 409 invalid_state': async ({ stack, signUp }, { path }) => {
    const customer = await signUp();
    const { organizationId } = customer;
    const claimedUntil = new Date(Date.now() + 3_600_000);
    const running = { organizationId, mode: 'test', dryRun: false, claimedUntil };
    const two = [1, 2].map(() => ({ id: `imp_${randomUUID()}`, ...running }));
    await stack.store.prisma.caseImport.createMany({ data: two });
    return customer.send('POST', path, { body: { rows: [{}] } });
  },
  'createCase 409 erased': async ({ customer, stack }) => {
    const sent = { body: buildFacts(), headers: { 'idempotency-key': randomUUID() } };
    const { id } = (await customer.send('POST', '/v1/cases', sent)).body;
    await customer.withdraw(id);
    await eraseCase(stack.store, { caseId: id, operator: 'robin', list: '', blobs: stack.blobs });
    return customer.send('POST', '/v1/cases', sent);
  },
  'createCase 422 unsupported_state': ({ live }) => live.send('POST', '/v1/cases', { body: buildFacts() }),
  'updateCase 422 invalid_request': (world) => toDraft(world, 'PATCH', '', { ground: 'holdover' }),
  'updateCase 422 unsupported_state': async ({ live }) => {
    const { id } = await live.create(marylandFacts());
    return live.send('PATCH', `/v1/cases/${id}`, { body: { property: buildFacts().property } });
  },
  'uploadDocument 422 prior_notice_missing': async ({ customer }) => {
    const { id } = await customer.create(buildFacts());
    const [notice] = filingEvidence;
    return customer.tryUpload(id, notice ?? { bytes: pdf('none') });
  },

  'keepFile 409 invalid_state': async ({ stack, signUp }, { path }) => {
    const { organizationId, send } = await signUp();
    const kept = {
      filename: 'a.pdf',
      contentType: 'application/pdf',
      contentHash: '',
      sizeBytes: 1,
      content: Buffer.of(0),
    };
    const files = Array.from({ length: maxIntakeFiles }, () => newId('intakeFile'));
    const rows = files.map((id) => ({ id, organizationId, mode: 'test', ...kept }));
    await stack.store.prisma.intakeFile.createMany({ data: rows });
    return send('POST', path, { body: { filename: 'a.pdf', contentBase64: pdf('x').toString('base64') } });
  },
  'keepFile 409 erased': async ({ customer }, { path }) => {
    const body = { filename: 'a.pdf', contentBase64: pdf('x').toString('base64') };
    const sent = { body, headers: { 'idempotency-key': randomUUID() } };
    const { id } = (await customer.send('POST', path, sent)).body;
    await customer.send('DELETE', `${path}/${id}`);
    return customer.send('POST', path, sent);
  },
  'beginCase 409 erased': async ({ customer, stack }, { path }) => {
    const sent = { body: buildFacts(), headers: { 'idempotency-key': randomUUID() } };
    const { id } = (await customer.send('POST', path, sent)).body;
    await customer.withdraw(id);
    await eraseCase(stack.store, { caseId: id, operator: 'robin', list: '', blobs: stack.blobs });
    return customer.send('POST', path, sent);
  },
  'beginCase 422 unsupported_state': ({ live }, { path }) => live.send('POST', path, { body: buildFacts() }),
  'beginCase 422 prior_notice_missing': async ({ customer }, { path }) => {
    const file = { filename: 'notice.pdf', purpose: 'prior_notice', contentBase64: pdf('Notice').toString('base64') };
    const { id } = (await customer.send('POST', '/v1/intake/files', { body: file })).body;
    return customer.send('POST', path, { body: { ...buildFacts(), intakeFileIds: [id] } });
  },

  ...withoutPerson,
  'confirmAction 409 invalid_state': async (world) => {
    const { customer, id, agent, caseId } = await askedFor(world);
    await agent.edit(caseId, { freeText: 'Changed.' });
    return customer.session.send('POST', `/v1/confirmations/${id}/confirm`);
  },
  'confirmAction 422 gates_failed': async (world) => {
    const { customer, id } = await askedFor(world);
    return customer.session.send('POST', `/v1/confirmations/${id}/confirm`);
  },
  'createUpload 409 invalid_state': async ({ customer }) => {
    const { id } = await customer.submitted(buildFacts());
    return customer.send('POST', '/v1/uploads', { body: { caseId: id, purpose: 'other', filename: 'a.pdf' } });
  },
  'createUpload 409 erased': async (world, { path }) => {
    const { id, owner } = await world.erased();
    return owner.send('POST', path, { body: { caseId: id, purpose: 'other', filename: 'a.pdf' } });
  },
  'putUpload 400 invalid_request': async (world) => (await toUpload(world, 'other')).put({}),
  'putUpload 404 not_found': ({ send }, route) => send('PUT', pathToNothing(route), { raw: 'x' }),
  'putUpload 409 invalid_state': async (world) => {
    const { customer, caseId, put } = await toUpload(world, 'other');
    await customer.submit(caseId);
    return put();
  },
  'putUpload 415 unsupported_media_type': ({ send }, route) =>
    send('PUT', pathToNothing(route), { raw: 'x', headers: { 'content-encoding': 'gzip' } }),
  'putUpload 422 prior_notice_missing': async (world) => (await toUpload(world, 'prior_notice')).put(),
  'submitCase 422 gates_failed': async ({ customer }) => {
    const { id } = await customer.create(buildFacts({ parties: [] }));
    return customer.act(id, 'submit');
  },
  'submitCase 422 documents_unavailable': async ({ customer }) => {
    const { id } = await customer.create(marylandFacts());
    return customer.act(id, 'submit');
  },
  'advanceCase 409 sandbox_only': async ({ live }) => {
    const { id } = await live.create(marylandFacts());
    return live.act(id, 'advance');
  },
  'simulate 404 not_found': ({ customer }, { path }) => customer.send('POST', path, { body: simulated(randomCase()) }),
  'simulate 409 sandbox_only': async ({ live }, { path }) => {
    const { id } = await live.create(marylandFacts());
    return live.send('POST', path, { body: simulated(id) });
  },
  'simulate 409 invalid_transition': async ({ customer }, { path }) => {
    const { id } = await customer.create(buildFacts());
    return customer.send('POST', path, { body: simulated(id) });
  },
  'simulate 409 guard_failed': async ({ customer }, { path }) => {
    const { id } = await customer.submitted(buildFacts());
    await customer.send('POST', path, { body: simulated(id) });
    return customer.send('POST', path, { body: { caseId: id, scenario: 'resumed' } });
  },
  'simulate 409 erased': async ({ erased }, { path }) => {
    const { id, owner } = await erased();
    return owner.send('POST', path, { body: simulated(id) });
  },
  'reportCure 429 rate_limited': async ({ underReview, stack }) => {
    const { id, customer } = await underReview();
    await exhaust(stack, 'cureReport', id);
    return customer.act(id, 'report-cure');
  },
  'reportCustomerFact 409 invalid_transition': async ({ customer }, route) => {
    const { id } = await customer.create(buildFacts());
    await customer.withdraw(id);
    return customer.send('POST', `/v1/cases/${id}/facts`, { body: factOf(route) });
  },
  'reportCustomerFact 409 guard_failed': async ({ underReview, stack }, route) => {
    const { id, customer } = await underReview();
    await stack.store.prisma.caseEvent.createMany({
      data: Array.from({ length: maxCustomerFacts }, () => ({
        id: `evt_${randomUUID()}`,
        caseId: id,
        action: 'payment',
        actorType: 'customer',
        internal: true,
        createdAt: new Date(),
      })),
    });
    return customer.send('POST', `/v1/cases/${id}/facts`, { body: factOf(route) });
  },
  'reportCustomerFact 429 rate_limited': async ({ underReview, stack }, route) => {
    const { id, customer } = await underReview();
    await exhaust(stack, 'fact', id);
    return customer.send('POST', `/v1/cases/${id}/facts`, { body: factOf(route) });
  },

  'redeliverWebhook 409 invalid_state': async (world) => {
    const { redeliver, endpointId } = await toDelivery(world);
    await world.stack.store.prisma.webhookEndpoint.update({
      where: { id: endpointId },
      data: { disabledAt: new Date() },
    });
    return redeliver();
  },
  'redeliverWebhook 429 rate_limited': async (world) => {
    const { redeliver, organizationId } = await toDelivery(world);
    await exhaust(world.stack, 'redelivery', organizationId);
    return redeliver();
  },

  'checkoutCharge 409 payments_unavailable': (world) => toPlatformFee(world, 'checkout'),
  'confirmCharge 409 payments_unavailable': (world) => toPlatformFee(world, 'confirm'),

  ...ofCase('draft', '409 nothing_to_advance', ['advanceCase']),
  ...ofCase('draft', '409 invalid_transition', ['reportCure']),
  ...ofCase('draft', '409 attorney_direct_only', ['createNote']),
  ...ofCase('submitted', '409 invalid_transition', ['submitCase']),
  ...ofCase('submitted', '409 invalid_state', [
    'updateCase',
    'setPaymentAddress',
    'uploadDocument',
    'deleteDocument',
    'deleteDraft',
  ]),
  ...ofCase('withdrawn', '409 invalid_state', ['setReference']),
  ...ofCase('withdrawn', '409 invalid_transition', ['withdrawCase']),
};

/** Returns the example of a fact with the date of today, because the date in the example is before the case began. */
const factOf = (route: Route) => ({ ...(exampleBody(route) as object), date: day(0) });
/** Creates a customer with a failed delivery, and a function that redelivers it. */
async function toDelivery({ signUp, stack }: World) {
  const customer = await signUp();
  const { body } = await customer.send('POST', '/v1/webhook-endpoints', { body: { url: 'https://8.8.8.8/' } });
  const endpointId = body.id as string;
  const id = `whd_${randomUUID()}`;
  await stack.store.prisma.webhookDelivery.create({
    data: {
      id,
      endpointId,
      eventId: `evt_${randomUUID()}`,
      caseId: `case_${randomUUID()}`,
      body: JSON.stringify({ type: 'case.submit' }),
      status: 'failed',
      dueAt: null,
    },
  });
  const redeliver = () => customer.send('POST', `/v1/webhook-endpoints/${endpointId}/deliveries/${id}/redeliver`);
  return { endpointId, organizationId: customer.organizationId, redeliver };
}

const randomCase = () => `case_${randomUUID()}`;
const simulated = (caseId: string) => ({ caseId, scenario: 'withdrawal_requested' });

async function toDraft({ customer }: World, method: string, path: string, body?: unknown): Promise<ApiResponse> {
  const { id } = await customer.create(buildFacts());
  return customer.send(method, `/v1/cases/${id}${path}`, { body });
}

async function toPlatformFee({ live }: World, step: string): Promise<ApiResponse> {
  const { id } = await live.submitted(marylandFacts());
  const { items } = (await live.send('GET', `/v1/cases/${id}/charges`)).body;
  return live.send('POST', `/v1/cases/${id}/charges/${items[0].id}/${step}`);
}
