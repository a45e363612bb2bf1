import { maxCaseBytes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createApiKey } from '@evict/store/accounts';
import { eraseCase } from '@evict/store/erasure';
import { describe, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { factsIn, inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, signUp, actingAs } = service;

async function signUpLive(): Promise<Customer> {
  return inLiveMode(service, await signUp());
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test("a session acts in the mode that the request's header names, but a key always acts in the mode of its own prefix", async () => {
  const customer = await signUp();
  const { organizationId } = customer;
  const live = inLiveMode(service, customer);
  const { secret, hash, lastFour } = mintCredential(credentialPrefixes.liveKey);
  await createApiKey(stack.store, { organizationId, mode: 'live' }, { hash, lastFour, maxActive: 10 });
  const keyNamingTest = actingAs(secret, { 'x-service-mode': 'test' });
  const testKeyNamingLive = actingAs(customer.credential, { 'x-service-mode': 'live' });
  const inLive = await live.create(marylandFacts());
  const inTest = await customer.create(marylandFacts());
  expect([inLive.mode, inTest.mode]).toEqual(['live', 'test']);
  for (const one of [live, actingAs(secret), keyNamingTest]) {
    expect((await one.send('GET', '/v1/cases')).body.items).toEqual([inLive]);
  }
  for (const one of [customer, customer.session, testKeyNamingLive]) {
    expect((await one.send('GET', '/v1/cases')).body.items).toEqual([inTest]);
  }
});

describe('a live case', () => {
  test('can be created with a live key for any US state or DC, and is refused for any other place', async () => {
    const live = await signUpLive();
    const { secret } = (await live.send('POST', '/v1/api-keys')).body;
    const byKey = actingAs(secret);
    for (const state of ['MD', 'dc', 'ak']) {
      const eviction = await byKey.create(factsIn(state));
      expect(eviction).toMatchObject({ mode: 'live', state: 'draft', packVersions: null });
      expect(await live.read(eviction.id)).toEqual(eviction);
    }
    const { items } = (await live.send('GET', '/v1/cases')).body;
    expect(items).toHaveLength(3);
    const path = `/v1/cases/${items[0].id}`;
    for (const state of ['ZZ', 'PR', 'GU', 'XX']) {
      const body = factsIn(state);
      await expectRefusal(live.send('POST', '/v1/cases', { body }), 422, 'unsupported_state');
      const { property } = body;
      await expectRefusal(live.send('PATCH', path, { body: { property } }), 422, 'unsupported_state');
    }
    expect((await live.edit(items[0].id, { property: factsIn('VA').property })).data.property.state).toBe('VA');
  });

  test("is submitted only if its gates pass, ignores sandbox directives, and can't be advanced", async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts({ freeText: 'sandbox:reject', attestations: {} }));
    const { passed } = await expectRefusal(live.act(id, 'submit'), 422, 'gates_failed');
    expect(passed).toBe(false);
    await expectRefusal(live.act(id, 'advance'), 409, 'sandbox_only');
    const { attestations } = marylandFacts();
    await live.edit(id, { attestations });
    expect((await live.validate(id)).passed).toBe(true);
    const { case: eviction, gates } = await live.submit(id);
    expect(eviction.state).toBe('submitted');
    expect((await live.validate(id)).results).toEqual(gates);
    await expectRefusal(live.act(id, 'advance'), 409, 'sandbox_only');
    await expectRefusal(live.act(id, 'submit'), 409, 'invalid_transition');
    await expectRefusal(live.send('PATCH', `/v1/cases/${id}`, { body: {} }), 409, 'invalid_state');
    // No attorney is licensed there, so the search for one changes only the case's times.
    const { state, nextAction } = eviction;
    expect(await live.read(id)).toMatchObject({ state, nextAction });
  });
});

describe('a file for a live case', () => {
  const after = (count: number) => Buffer.concat([Buffer.alloc(count, ' '), pdf('lease')]);

  test('is stored with the type that its bytes show, whatever its filename, and is refused unless it is a PDF, PNG or JPEG', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    for (const [filename, bytes, type] of [
      ['photo.png', pdf('x'), 'application/pdf'],
      ['scan.pdf', png, 'image/png'],
      ['x', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'image/jpeg'],
      // PDF readers look for the header in the first 1,024 bytes.
      ['late.pdf', after(1024 - 5), 'application/pdf'],
    ] as const) {
      const document = await live.upload(id, { filename, bytes });
      const download = await live.download(id, document.id);
      expect(download.headers.get('content-type')).toBe(type);
      expect(download.bytes.equals(bytes)).toBe(true);
    }
    for (const [filename, bytes] of [
      ['lease.pdf', Buffer.from('plain text')],
      ['page.html', Buffer.from('<html><script>alert(1)</script>')],
      ['photo.png', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
      ['evidence.pdf', Buffer.from('UEsDBAoAAAAAAA==', 'base64')],
      ['x.jpg', Buffer.from([0xff])],
      ['late.pdf', after(1024 - 4)],
    ] as const)
      await expectRefusal(live.tryUpload(id, { filename, bytes }), 415, 'unsupported_media_type');
    expect((await live.read(id)).documents).toHaveLength(4);
    expect(await stack.store.prisma.blob.count({ where: { caseId: id } })).toBe(4);
  });

  test('is accepted until the case is finished if its purpose is "other", but is accepted only in a draft if it has another purpose', async () => {
    const live = await signUpLive();
    const { id } = await live.submitted(marylandFacts());
    const late = await live.upload(id, { purpose: 'other', bytes: pdf('late') });
    const { documents } = await live.read(id);
    expect(documents.filter(({ specId }) => specId === null)).toEqual([late]);
    for (const purpose of ['authority', 'prior_notice', 'prior_notice_proof'] as const) {
      await expectRefusal(live.tryUpload(id, { purpose, bytes: pdf('late') }), 409, 'invalid_state');
    }
    await live.withdraw(id);
    await expectRefusal(live.tryUpload(id, { purpose: 'other', bytes: pdf('later') }), 409, 'invalid_state');
    expect((await live.download(id, late.id)).bytes.equals(pdf('late'))).toBe(true);
  });

  test("isn't inspected if its case is unknown or doesn't accept it: 404 and 409 take precedence over 413 and 415", async () => {
    const live = await signUpLive();
    const { id: unknown } = await (await signUpLive()).create(marylandFacts());
    const { id: submitted } = await live.submitted(marylandFacts());
    const { id: erased } = await live.create(marylandFacts());
    await live.withdraw(erased);
    const erasure = { caseId: erased, operator: 'robin', list: '', blobs: stack.blobs };
    expect(await eraseCase(stack.store, erasure)).toMatchObject({ ok: true });
    for (const [bytes, status, code] of [
      [Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'), 413, 'payload_too_large'],
      [Buffer.from('<html></html>'), 415, 'unsupported_media_type'],
    ] as const) {
      await expectRefusal(live.tryUpload(unknown, { bytes }), 404, 'not_found');
      await expectRefusal(live.tryUpload(erased, { bytes }), 409, 'erased');
      await expectRefusal(live.tryUpload(submitted, { bytes, purpose: 'authority' }), 409, 'invalid_state');
      await expectRefusal(live.tryUpload(submitted, { bytes }), status, code);
    }
  });

  test('is refused if the case would store more than 500 MB, and the case stays usable', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    const small = pdf('small');
    // Pretends that half a gigabyte was uploaded before, because a real upload takes too long.
    const { id: large } = await live.upload(id, { bytes: pdf('large') });
    const sizeBytes = maxCaseBytes.live - small.length;
    await stack.store.prisma.document.update({ where: { id: large }, data: { sizeBytes } });
    await live.upload(id, { bytes: small });
    await expectRefusal(live.tryUpload(id, { bytes: small }), 413, 'payload_too_large');
    expect((await live.read(id)).documents).toHaveLength(2);
    expect((await live.submit(id)).case.state).toBe('submitted');
  });
});
