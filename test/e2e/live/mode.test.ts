import { maxCaseBytes } from '@evict/contract';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { stack, signUp, actingAs } = service;

async function signUpLive(): Promise<Customer> {
  return inLiveMode(service, await signUp());
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a live case', () => {
  test('is created by a session or a live key in any US state or DC, and nowhere else', async () => {
    const live = await signUpLive();
    const { secret } = (await live.send('POST', '/v1/api-keys')).body;
    const byKey = actingAs(secret);
    const { property } = marylandFacts();
    for (const state of ['MD', 'dc', 'ak']) {
      const eviction = await byKey.create(marylandFacts({ property: { ...property, state } }));
      expect(eviction).toMatchObject({ mode: 'live', state: 'draft', packVersions: null });
      expect(await live.read(eviction.id)).toEqual(eviction);
    }
    for (const state of ['ZZ', 'PR', 'GU', 'XX']) {
      const body = marylandFacts({ property: { ...property, state } });
      await expectRefusal(live.send('POST', '/v1/cases', { body }), 422, 'unsupported_state');
    }
    expect((await live.send('GET', '/v1/cases')).body.items.length).toBe(3);
  });

  test('is changed as a draft, and stays in a US state', async () => {
    const live = await signUpLive();
    const { id, data } = await live.create(marylandFacts());
    const property = { ...data.property, state: 'VA', zip: '22201' };
    expect((await live.edit(id, { property })).data.property).toEqual(property);
    const abroad = { property: { ...property, state: 'ZZ' } };
    await expectRefusal(live.send('PATCH', `/v1/cases/${id}`, { body: abroad }), 422, 'unsupported_state');
    const ground = { ground: 'holdover' };
    expect(
      await expectRefusal(live.send('PATCH', `/v1/cases/${id}`, { body: ground }), 422, 'invalid_request'),
    ).toEqual({
      field: 'ground',
    });
    expect((await live.read(id)).data.property).toEqual(property);
  });

  test.each([
    ['notice', marylandFacts(), []],
    ['filing', holdoverFiling({ property: marylandFacts().property }), filingEvidence],
  ] as const)('rests in submitted after its submit, by %s, until an attorney is engaged', async (_, facts, files) => {
    const live = await signUpLive();
    const eviction = await live.submitted(facts, files);
    expect(eviction).toMatchObject({
      state: 'submitted',
      packVersions: null,
      deadlines: [],
      nextAction: { by: 'platform', description: 'We are engaging an attorney licensed in MD.' },
    });
    expect(storyOf(await live.events(eviction.id))).toEqual(['customer: submit draft -> submitted']);
    await expectRefusal(live.act(eviction.id, 'submit'), 409, 'invalid_transition');
    await expectRefusal(live.send('PATCH', `/v1/cases/${eviction.id}`, { body: {} }), 409, 'invalid_state');
    // Nobody is licensed there: the search changes only the time of the case.
    const { updatedAt: _now, ...waiting } = eviction;
    expect(await live.read(eviction.id)).toMatchObject(waiting);
  });

  test('is submitted only when its gates pass; the directives of the sandbox mean nothing to it', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts({ freeText: 'sandbox:reject', attestations: {} }));
    const { passed } = await expectRefusal(live.act(id, 'submit'), 422, 'gates_failed');
    expect(passed).toBe(false);
    const { attestations } = marylandFacts();
    await live.edit(id, { attestations });
    expect((await live.validate(id)).passed).toBe(true);
    const { case: eviction, gates } = await live.submit(id);
    expect(eviction.state).toBe('submitted');
    expect((await live.validate(id)).results).toEqual(gates);
  });

  test('is not advanced, in any state', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    await expectRefusal(live.act(id, 'advance'), 409, 'sandbox_only');
    await live.submit(id);
    await expectRefusal(live.act(id, 'advance'), 409, 'sandbox_only');
    await live.withdraw(id);
    await expectRefusal(live.act(id, 'advance'), 409, 'sandbox_only');
  });

  test('keeps every report of a cure and is not ended by one', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    await expectRefusal(live.act(id, 'report-cure'), 409, 'invalid_transition');
    await live.submit(id);
    await live.reportCure(id);
    const reported = await live.reportCure(id);
    expect(reported.state).toBe('submitted');
    expect(reported.data.progress.cureReports.length).toBe(2);
    expect(storyOf(await live.events(id)).slice(1)).toEqual(['customer: cure_reported', 'customer: cure_reported']);
  });

  test.each([
    ['a draft', false],
    ['a submitted case without an attorney', true],
  ])('is withdrawn at once as %s, and then takes nothing more', async (_, submit) => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    if (submit) await live.submit(id);
    const withdrawn = await live.withdraw(id);
    expect(withdrawn).toMatchObject({ state: 'withdrawn', heldFrom: null, nextAction: { by: 'none' } });
    expect(withdrawn.data.progress.withdrawal).toBeNull();
    expect(storyOf(await live.events(id)).at(-1)).toBe(
      `customer: withdraw ${submit ? 'submitted' : 'draft'} -> withdrawn`,
    );
    for (const action of ['withdraw', 'submit', 'report-cure']) {
      await expectRefusal(live.act(id, action), 409, 'invalid_transition');
    }
    await expectRefusal(live.tryUpload(id, { bytes: pdf('late') }), 409, 'invalid_state');
  });

  test('reveals none of its facts to Temporal', async () => {
    const live = await signUpLive();
    const { id } = await live.submitted(marylandFacts({ freeText: 'Speaks only Welsh.' }));
    const history = JSON.stringify(await stack.client.workflow.getHandle(id).fetchHistory());
    const payloads = [...history.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString(),
    );
    const told = [history, ...payloads].join('\n');
    expect(told).toContain('"Jurisdiction":"MD"');
    for (const secret of ['Terry Example', '12 Sandbox Way', 'Welsh']) expect(told).not.toContain(secret);
  });
});

describe('a file for a live case', () => {
  test('is what its bytes are, whatever it is called', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    for (const [filename, bytes, type] of [
      ['scan.png', pdf('lease'), 'application/pdf'],
      ['page.html', png, 'image/png'],
    ] as const) {
      const document = await live.upload(id, { filename, bytes });
      expect((await live.download(id, document.id)).headers.get('content-type')).toBe(type);
    }
  });

  test.each([
    ['text called a PDF', 'lease.pdf', Buffer.from('plain text')],
    ['a page of HTML', 'page.html', Buffer.from('<html><script>alert(1)</script>')],
    ['a GIF', 'photo.png', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['an archive', 'evidence.pdf', Buffer.from('UEsDBAoAAAAAAA==', 'base64')],
    ['one byte', 'x.jpg', Buffer.from([0xff])],
  ])('is refused as %s, and nothing of it is kept', async (_, filename, bytes) => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    await expectRefusal(live.tryUpload(id, { filename, bytes }), 415, 'unsupported_media_type');
    expect((await live.read(id)).documents).toEqual([]);
    expect(await stack.store.prisma.blob.count({ where: { caseId: id } })).toBe(0);
  });

  test('of purpose other is accepted until the case is finished; every other purpose only in a draft', async () => {
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

  test('is refused if the case would store more than 500 MB, and the case stays usable', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    const small = pdf('small');
    // As if it had been uploaded before: half a gigabyte takes too long.
    const { id: large } = await live.upload(id, { bytes: pdf('large') });
    const sizeBytes = maxCaseBytes.live - small.length;
    await stack.store.prisma.document.update({ where: { id: large }, data: { sizeBytes } });
    await live.upload(id, { bytes: small });
    await expectRefusal(live.tryUpload(id, { bytes: small }), 413, 'payload_too_large');
    expect((await live.read(id)).documents).toHaveLength(2);
    expect((await live.submit(id)).case.state).toBe('submitted');
  });

  test('may come with others that are more than a test case could keep', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    const bytes = Buffer.concat([pdf('large'), Buffer.alloc(9 * 2 ** 20)]);
    for (let count = 0; count < 6; count += 1) await live.upload(id, { bytes });
    expect((await live.read(id)).documents.length).toBe(6);
  });
});

test('a sandbox case is refused in live mode, as a live one is in the sandbox', async () => {
  const customer = await signUp();
  const live = inLiveMode(service, customer);
  await expectRefusal(live.send('POST', '/v1/cases', { body: buildFacts() }), 422, 'unsupported_state');
  const inTest = await customer.create(marylandFacts());
  await expectRefusal(customer.act(inTest.id, 'submit'), 422, 'documents_unavailable');
  await expectRefusal(customer.act(inTest.id, 'advance'), 409, 'sandbox_only');
});
