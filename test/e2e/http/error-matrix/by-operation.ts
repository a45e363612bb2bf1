import { randomBytes, randomUUID } from 'node:crypto';
import {
  calendarRate,
  type LimitName,
  limits,
  maxActiveApiKeys,
  maxActiveAttorneyTokens,
  maxCalendarLinks,
  maxConnections,
  maxCustomerFacts,
  maxIntakeFiles,
  type Route,
  routes,
} from '@evict/contract';
import { hashSecret } from '@evict/credentials';
import { limitKey } from '@evict/http';
import { eraseAccount, eraseCase } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { createAuthenticator } from '@evict/credentials/testing';
import { TOTP } from 'otpauth';
import { type ApiResponse, buildSignup } from '../../support/api.ts';
import { attorneyPassword } from '../../support/attorneys.ts';
import { passkeyOf } from '../../support/authenticator.ts';
import { buildFacts, day } from '../../support/facts.ts';
import { filingEvidence, pdf } from '../../support/grounds.ts';
import { liveWorld } from '../../support/live-case.ts';
import { factsIn, marylandFacts } from '../../support/live.ts';
import { invitationToken, invite } from '../../support/members.ts';
import { exampleBody, pathToNothing } from '../../support/paths.ts';
import { type Provoker, refusedOf } from './by-code.ts';
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

/** How to provoke the errors of single operations, by `<operation> <status> <code>`. */
export const byOperation: Readonly<Record<string, Provoker>> = {
  'signup 409 email_taken': async ({ send }) => {
    const body = buildSignup();
    await send('POST', '/v1/auth/signup', { body });
    return send('POST', '/v1/auth/signup', { body });
  },
  'login 401 invalid_credentials': ({ send }) => {
    const { email, password } = buildSignup();
    return send('POST', '/v1/auth/login', { body: { email, password } });
  },
  'loginAttorney 401 invalid_credentials': async ({ send, signUp }) => {
    const { session } = await signUp();
    const { email } = (await session.send('GET', '/v1/me')).body.user;
    // Signs in as an attorney with a customer's password.
    return send('POST', '/v1/auth/attorney/login', { body: { email, password: buildSignup().password } });
  },
  'login 403 forbidden': async (world) => {
    const { email, password } = await withApp(world);
    return world.send('POST', '/v1/auth/login', { body: { email, password } });
  },
  'completeSignIn 400 invalid_reset_token': ({ send }, { path }) =>
    send('POST', path, { body: { method: 'totp', ticket: 'est_unknown', code: '123456' } }),
  'completeSignIn 401 invalid_credentials': async (world, { path }) => {
    const { email, password } = await withApp(world);
    const { body } = await world.send('POST', '/v1/auth/login', { body: { email, password } });
    const { ticket } = body.error.details.secondFactor;
    return world.send('POST', path, { body: { method: 'recovery_code', ticket, code: 'unknown' } });
  },
  'loginAttorney 403 forbidden': (world) => withPasskey(world),
  'completeAttorneySignIn 400 invalid_reset_token': ({ send }, { path }) =>
    send('POST', path, { body: { method: 'totp', ticket: 'est_unknown', code: '123456' } }),
  'completeAttorneySignIn 401 invalid_credentials': async (world, { path }) => {
    const { ticket } = (await withPasskey(world)).body.error.details.secondFactor;
    return world.send('POST', path, { body: { method: 'recovery_code', ticket, code: 'unknown' } });
  },
  ...withWrongPassword(['createPasskeyOptions', 'createTotp', 'deleteTotp', 'deletePasskey']),
  'deletePasskey 404 not_found': async ({ signUp }, route) =>
    (await signUp()).session.send('DELETE', pathToNothing(route), { body: proof }),
  'createPasskey 409 invalid_state': async ({ signUp }, { path }) => {
    const { session } = await signUp();
    const options = (await session.send('POST', `${path}/options`, { body: proof })).body;
    const response = createAuthenticator(`https://${options.rp.id}`).register(options);
    await session.send('POST', path, { body: { name: 'Laptop', response } });
    return session.send('POST', path, { body: { name: 'Again', response } });
  },
  'createCaseImport 409 invalid_state': async ({ stack, signUp }, { path }) => {
    const customer = await signUp();
    const { organizationId } = customer;
    const claimedUntil = new Date(Date.now() + 3_600_000);
    const running = { organizationId, mode: 'test', dryRun: false, claimedUntil };
    const two = [1, 2].map(() => ({ id: `imp_${randomUUID()}`, ...running }));
    await stack.store.prisma.caseImport.createMany({ data: two });
    return customer.send('POST', path, { body: { rows: [{}] } });
  },
  'createTotp 409 invalid_state': async (world, { path }) =>
    (await withApp(world)).session.send('POST', path, { body: proof }),
  'confirmTotp 401 invalid_credentials': async ({ signUp }, { path }) => {
    const { session } = await signUp();
    await session.send('POST', '/v1/me/totp', { body: proof });
    return session.send('POST', path, { body: { code: '000000' } });
  },
  'confirmTotp 409 invalid_state': async ({ signUp }, route) =>
    (await signUp()).session.send('POST', route.path, { body: exampleBody(route) }),
  'confirmAddress 400 invalid_reset_token': async ({ signUp }, route) =>
    (await signUp()).session.send('POST', route.path, { body: exampleBody(route) }),
  'updateMe 401 invalid_credentials': async ({ signUp }) => {
    const { session } = await signUp();
    return session.send('PATCH', '/v1/me', { body: { currentPassword: 'not the password' } });
  },
  'confirmPasswordReset 400 invalid_reset_token': ({ send }) =>
    send('POST', '/v1/auth/password-reset/confirm', { body: { token: 'ert_unknown', password: 'a new password' } }),

  'acceptInvitation 400 invalid_reset_token': ({ send }) =>
    send('POST', '/v1/auth/invitations/accept', { body: exampleBody(routes.acceptInvitation) }),
  'acceptInvitation 409 email_taken': async ({ stack, signUp, send }) => {
    const body = buildSignup();
    const token = await invitationToken(stack.store, await invite((await signUp()).session, 'member', body.email));
    await send('POST', '/v1/auth/signup', { body });
    return send('POST', '/v1/auth/invitations/accept', { body: { token, name: 'Sam', password: body.password } });
  },
  'inviteMember 409 email_taken': async ({ signUp, send }) => {
    const { email } = (await send('POST', '/v1/auth/signup', { body: buildSignup() })).body.user;
    return (await signUp()).session.send('POST', '/v1/organization/members', { body: { email, role: 'owner' } });
  },
  'inviteMember 409 erased': async ({ signUp, stack, send }) => {
    const { session } = await signUp();
    const { email, name, password } = buildSignup();
    const sent = { body: { email, role: 'member' }, headers: { 'idempotency-key': randomUUID() } };
    const { id } = (await session.send('POST', '/v1/organization/members', sent)).body;
    const token = await invitationToken(stack.store, id);
    await send('POST', '/v1/auth/invitations/accept', { body: { token, name, password } });
    await eraseAccount(stack.store, { userId: id, operator: 'robin', list: '' });
    return session.send('POST', '/v1/organization/members', sent);
  },
  'inviteMember 409 invalid_state': async ({ signUp, stack }) => {
    const { session, organizationId } = await signUp();
    const settings = { issuer: 'https://id.example.com', clientId: 'x', clientSecret: Buffer.from('x'), proof: 'x' };
    const data = { ...settings, organizationId, domain: 'example.org', localPasswords: false };
    await stack.store.prisma.singleSignOn.create({ data });
    const body = { email: 'sam@example.org', role: 'member' };
    return session.send('POST', '/v1/organization/members', { body });
  },
  'finishSingleSignOn 401 invalid_credentials': ({ send }, route) =>
    send('POST', route.path, { body: exampleBody(route) }),
  'updateMember 409 invalid_state': (world) => toOneself(world, 'PATCH', { role: 'member' }),
  'removeMember 409 invalid_state': (world) => toOneself(world, 'DELETE'),

  'createApiKey 403 forbidden': async ({ live, actingAs }) => {
    const { secret } = (await live.send('POST', '/v1/api-keys')).body;
    return actingAs(secret).send('POST', '/v1/api-keys');
  },
  'createApiKey 409 key_limit': async ({ signUp }) => {
    const { session } = await signUp();
    return refusedOf(maxActiveApiKeys, 'key_limit', () => session.send('POST', '/v1/api-keys'));
  },
  'revokeApiKey 409 cannot_revoke_current_key': async ({ customer }) => {
    const { items } = (await customer.send('GET', '/v1/api-keys')).body;
    return customer.send('DELETE', `/v1/api-keys/${items.at(-1).id}`);
  },

  'getConnectionRequest 404 not_found': ({ customer }, route) => customer.session.send('GET', pathToNothing(route)),
  'connectApp 404 not_found': ({ customer }, route) =>
    customer.session.send('POST', route.path, { body: exampleBody(route) }),
  'refuseApp 404 not_found': ({ customer }, route) =>
    customer.session.send('POST', route.path, { body: exampleBody(route) }),
  'connectApp 409 key_limit': async ({ signUp, stack }, { path }) => {
    const { session, organizationId } = await signUp();
    const [created] = (await session.send('GET', '/v1/api-keys')).body.items;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const connection = { organizationId, mode: 'test', confirm: 'required', clientId: 'app', expiresAt };
    await stack.store.prisma.apiKey.createMany({
      data: Array.from({ length: maxConnections }, () => ({
        ...connection,
        id: newId('apiKey'),
        hash: randomBytes(32),
        createdById: created.createdBy.id,
      })),
    });
    const request = 'of-a-test-without-app';
    const asked = {
      kind: 'Interaction',
      clientId: 'app',
      clientName: 'App',
      scopes: ['read'],
      payload: '{}',
      expiresAt,
    };
    await stack.store.prisma.oAuthItem.create({ data: { ...asked, hash: new Uint8Array(hashSecret(request)) } });
    return session.send('POST', path, { body: { request } });
  },

  'getCalendar 400 invalid_request': ({ send }, { path }) => send('GET', path),
  'getCalendar 429 rate_limited': ({ send }, route) => {
    const path = pathToNothing(route);
    return refusedOf(calendarRate.burst + 1, 'rate_limited', () => send('GET', path));
  },
  'createCalendarLink 409 key_limit': async ({ signUp }, { path }) => {
    const { session } = await signUp();
    return refusedOf(maxCalendarLinks + 1, 'key_limit', () => session.send('POST', path));
  },
  'createCalendarLink 403 attorney_not_eligible': async ({ underReviewByLapsed, actingAs }, { path }) => {
    const { lapsed } = await underReviewByLapsed();
    return actingAs(await lapsed.signIn()).send('POST', path);
  },
  'createAttorneyToken 409 key_limit': async ({ attorneySession }) =>
    refusedOf(maxActiveAttorneyTokens + 1, 'key_limit', () => attorneySession.send('POST', '/v1/attorney/me/tokens')),
  'rotateAttorneyToken 409 key_limit': async ({ attorneySession }) => {
    const { items } = (await attorneySession.send('GET', '/v1/attorney/me/tokens')).body;
    const path = `/v1/attorney/me/tokens/${items[0].id}/rotate`;
    return refusedOf(2 * maxActiveAttorneyTokens, 'key_limit', () => attorneySession.send('POST', path));
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
  'reportCure 429 rate_limited': async ({ underReview }) => {
    const { id, customer } = await underReview();
    return refusedOf(limits.cureReport.count + 1, 'rate_limited', () => customer.act(id, 'report-cure'));
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
  'reportCustomerFact 429 rate_limited': async ({ underReview }, route) => {
    const { id, customer } = await underReview();
    const report = () => customer.send('POST', `/v1/cases/${id}/facts`, { body: factOf(route) });
    return refusedOf(limits.fact.count + 1, 'rate_limited', report);
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
    const { redeliver } = await toDelivery(world);
    return refusedOf(limits.redelivery.count + 1, 'rate_limited', redeliver);
  },

  'checkoutCharge 409 payments_unavailable': (world) => toPlatformFee(world, 'checkout'),
  'confirmCharge 409 payments_unavailable': (world) => toPlatformFee(world, 'confirm'),

  'reviewCase 409 stale_approval': async ({ underReview, attorney }) => {
    const { id } = await underReview();
    return attorney.review(id, 'approve', ['0'.repeat(64)]);
  },
  'reviewCase 409 invalid_transition': async ({ underReview, attorney }) => {
    const { id } = await underReview();
    await attorney.approve(id);
    return attorney.approve(id);
  },
  'reportOutcome 409 guard_failed': async ({ underReview, attorney }) => {
    const { id } = await underReview();
    return attorney.outcome(id, { type: 'judgment', outcome: 'plaintiff' });
  },

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
  ...ofCase('finished', '409 invalid_transition', [
    'attachDocument',
    'acceptCase',
    'reportService',
    'correctService',
    'holdCase',
    'resumeCase',
    'setDeadline',
    'changeDeadline',
    'removeDeadline',
    'reportFact',
    'reportFiling',
    'reportOutcome',
    'correctFiling',
    'correctHearing',
    'correctJudgment',
  ]),
  'reportService 409 guard_failed': async ({ underReview, attorney }) => {
    const { id } = await underReview();
    return attorney.send('POST', `/v1/attorney/cases/${id}/service-attempts`, { body: sentOut });
  },
  ...ofCase('asked', '409 guard_failed', [
    'createAttorneyNote',
    'holdCase',
    'changeDeadline',
    'removeDeadline',
    'correctHearing',
    'correctJudgment',
    'getReviewRequirements',
    'listAttorneyNotes',
    'listAttorneyFacts',
  ]),
  'downloadAttorneyDocument 409 guard_failed': async ({ reassigned }) => {
    const { id, attorney, documentId } = await reassigned();
    return attorney.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
  },
  'downloadAttorneyDocument 403 attorney_not_eligible': async ({ underReviewByLapsed }) => {
    const { lapsed, id, documentId } = await underReviewByLapsed();
    return lapsed.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
  },
  'reportFact 409 guard_failed': async ({ cases }) => {
    const { id, caller: attorney } = await cases.asked();
    return attorney.send('POST', `/v1/attorney/cases/${id}/facts`, { body: { kind: 'moved_out', date: day(0) } });
  },
  'correctService 409 guard_failed': async ({ reassigned }) => {
    const { id, attorney, attemptId } = await reassigned();
    const body = { servedDate: day(0), reason: 'A day too early.' };
    return attorney.send('PATCH', `/v1/attorney/cases/${id}/service-attempts/${attemptId}`, { body });
  },
  'resumeCase 409 guard_failed': async ({ underReview, attorney }) => {
    const { id, customer } = await underReview();
    await customer.withdraw(id);
    return attorney.send('POST', `/v1/attorney/cases/${id}/resume`);
  },
  'resumeCase 429 rate_limited': async ({ underReview, attorney, stack }) => {
    const { id } = await underReview();
    await exhaust(stack, 'report', id);
    return attorney.send('POST', `/v1/attorney/cases/${id}/resume`);
  },
  'attachDocument 429 rate_limited': async (world, route) => {
    const { attorney: newAttorney, summaryInReview } = liveWorld(world);
    const attorney = await newAttorney({ states: ['KS'] });
    const { id } = await summaryInReview(factsIn('KS'));
    await exhaust(world.stack, 'attachment', attorney.id);
    return attorney.send('POST', route.path.replace('{id}', id), { body: exampleBody(route) });
  },
  'setDeadline 409 guard_failed': async ({ underReview, attorney }, route) => {
    const { id } = await underReview();
    const path = route.path.replace('{id}', id);
    return refusedOf(51, 'guard_failed', () => attorney.send('POST', path, { body: exampleBody(route) }));
  },
  'reportFiling 409 guard_failed': async ({ underReview, attorney }) => {
    const { id } = await underReview();
    return attorney.send('POST', `/v1/attorney/cases/${id}/filings`, { body: { status: 'submitted' } });
  },
  'correctFiling 409 guard_failed': async ({ underFilingReview, attorney }) => {
    const { id } = await underFilingReview();
    await attorney.approve(id);
    await attorney.send('POST', `/v1/attorney/cases/${id}/filings`, { body: { status: 'submitted' } });
    const [filing] = (await attorney.read(id)).filings;
    const body = { courtCaseNumber: 'C-1', reason: 'Too early.' };
    return attorney.send('PATCH', `/v1/attorney/cases/${id}/filings/${filing.id}`, { body });
  },
};

/** The password of every user who signs up in a test. */
const proof = { currentPassword: buildSignup().password };

/** Signs in with the correct password of an attorney who needs a second factor. */
async function withPasskey(world: World): Promise<ApiResponse> {
  const { attorney: newAttorney } = liveWorld(world);
  const { id, email, signIn } = await newAttorney({ states: ['ND'] });
  await signIn();
  await passkeyOf(world.stack.store, id);
  return world.send('POST', '/v1/auth/attorney/login', { body: { email, password: attorneyPassword } });
}

/** Returns a customer with an authenticator app. */
async function withApp({ signUp, stack }: World) {
  const { session, organizationId } = await signUp();
  const { secret } = (await session.send('POST', '/v1/me/totp', { body: proof })).body;
  await session.send('POST', '/v1/me/totp/confirm', { body: { code: new TOTP({ secret }).generate() } });
  const { email } = await stack.store.prisma.user.findFirstOrThrow({ where: { organizationId } });
  return { session, email, password: proof.currentPassword };
}

function withWrongPassword(operations: readonly string[]): Record<string, Provoker> {
  const provoke: Provoker = async ({ signUp }, route) =>
    (await signUp()).session.send(route.method, pathToNothing(route), {
      body: { currentPassword: 'not the password' },
    });
  return Object.fromEntries(operations.map((name) => [`${name} 401 invalid_credentials`, provoke]));
}

/** Returns the example of a fact with the date of today, because the date in the example is before the case began. */
const factOf = (route: Route) => ({ ...(exampleBody(route) as object), date: day(0) });

const sentOut = { stage: 'notice', status: 'pending', method: 'personal' } as const;

async function exhaust({ store }: World['stack'], limit: LimitName, subject: string): Promise<void> {
  const hits = Array.from({ length: limits[limit].count }, () => new Date());
  await store.prisma.rateLimit.create({ data: { key: limitKey(limit, subject), hits } });
}

/** Sends each operation's example to a case in a state that refuses it. */
function ofCase(
  given: keyof World['cases'],
  response: string,
  operations: readonly string[],
): Record<string, Provoker> {
  const provoke: Provoker = async ({ cases }, route) => {
    const { id, caller } = await cases[given]();
    const path = pathToNothing({ ...route, path: route.path.replace('{id}', id) });
    return caller.send(route.method, path, { body: exampleBody(route) });
  };
  return Object.fromEntries(operations.map((name) => [`${name} ${response}`, provoke]));
}

/** Sends a request in which the last owner changes or removes themselves. */
async function toOneself({ signUp }: World, method: string, body?: unknown): Promise<ApiResponse> {
  const { session } = await signUp();
  const { user } = (await session.send('GET', '/v1/me')).body;
  return session.send(method, `/v1/organization/members/${user.id}`, { body });
}

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
  return { endpointId, redeliver };
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
