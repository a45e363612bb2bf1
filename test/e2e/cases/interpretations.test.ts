import { eraseCase } from '@evict/store/erasure';
import { describe, expect, test, vi } from 'vitest';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

// What the interface leaves open and we have decided, where no other file is about it.

vi.setConfig({ testTimeout: 60_000 });

const service = await startService({ liveMode: true });
const { stack } = service;
const { attorney, inReview } = liveWorld(service);
const avery = await attorney({ states: ['MD', 'VA'] });
const { property } = marylandFacts();
const inState = (state: string) => ({ property: { ...property, state } });
const engaging = (state: string) => ({
  by: 'platform',
  description: `We are engaging an attorney licensed in ${state}.`,
});

async function signUpLive() {
  return inLiveMode(service, await service.signUp());
}

describe('the submit of a live case', () => {
  test('returns it as the submit left it, although an attorney is engaged at once', async () => {
    const live = await signUpLive();
    for (const [facts, files, review] of [
      [marylandFacts(), [], 'notice_review'],
      [holdoverFiling({ property }), filingEvidence, 'filing_review'],
    ] as const) {
      const { id } = await live.create(facts);
      for (const file of files) await live.upload(id, file);
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const submit = () => live.send('POST', `/v1/cases/${id}/submit`, { headers });
      const { status, body } = await submit();
      expect(status).toBe(200);
      expect(body.case).toMatchObject({ id, state: 'submitted', heldFrom: null, nextAction: engaging('MD') });
      await reaches(live, id, review);
      // Sent again, even after the engagement, it gets the same response.
      expect((await submit()).body).toEqual(body);
    }
  });

  test('that lost a race is refused without details', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    const responses = await Promise.all(Array.from({ length: 5 }, () => live.act(id, 'submit')));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(4);
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: 'invalid_transition', details: null });
    }
  });
});

describe('a case that is submitted again with a property in another state', () => {
  test('keeps its attorney where that one is licensed there', async () => {
    const { customer, id } = await inReview();
    await avery.review(id, 'request_changes', [], 'The state, please.');
    await customer.edit(id, inState('VA'));
    expect((await customer.submit(id)).case).toMatchObject({ state: 'submitted', nextAction: engaging('VA') });
    expect((await customer.read(id)).state).toBe('notice_review');
    expect((await avery.read(id)).state).toBe('notice_review');
    expect(await internalActions(id)).not.toContain('attorney_reassigned');
  });

  test('loses its attorney otherwise, as by reassignment', async () => {
    const { customer, id } = await inReview();
    await avery.review(id, 'request_changes', [], 'The state, please.');
    await customer.edit(id, inState('AK'));
    expect((await customer.submit(id)).case).toMatchObject({ state: 'submitted', nextAction: engaging('AK') });
    expect((await customer.read(id)).state).toBe('submitted');
    expect(storyOf(await customer.events(id)).at(-1)).toBe('customer: submit draft -> submitted');
    expect(await internalActions(id)).toContain('attorney_reassigned');
    await expectRefusal(avery.send('GET', `/v1/attorney/cases/${id}`), 404, 'not_found');
  });
});

describe('a file', () => {
  const tooLarge = { filename: 'a.pdf', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-') };
  const noDocument = { filename: 'a.pdf', bytes: Buffer.from('<html></html>') };

  test('with bytes before its header is a PDF, as far as readers look for it', async () => {
    const live = await signUpLive();
    const { id } = await live.create(marylandFacts());
    const after = (count: number) => Buffer.concat([Buffer.alloc(count, ' '), pdf('lease')]);
    const kept = await live.upload(id, { bytes: after(1024 - 5) });
    expect((await live.download(id, kept.id)).bytes.equals(after(1024 - 5))).toBe(true);
    await expectRefusal(live.tryUpload(id, { bytes: after(1024 - 4) }), 415, 'unsupported_media_type');
  });

  test('is not inspected if its case accepts none: 404 and 409 come before 413 and 415', async () => {
    const live = await signUpLive();
    const { id: unknown } = await (await signUpLive()).create(marylandFacts());
    const { id: submitted } = await live.submitted(marylandFacts(inState('AK')));
    const { id: erased } = await live.create(marylandFacts());
    await live.withdraw(erased);
    const erasure = { caseId: erased, operator: 'robin', list: '', blobs: stack.blobs };
    expect(await eraseCase(stack.store, erasure)).toMatchObject({ ok: true });
    for (const file of [tooLarge, noDocument]) {
      await expectRefusal(live.tryUpload(unknown, file), 404, 'not_found');
      await expectRefusal(live.tryUpload(erased, file), 409, 'erased');
      await expectRefusal(live.tryUpload(submitted, { ...file, purpose: 'authority' }), 409, 'invalid_state');
    }
    await expectRefusal(live.tryUpload(submitted, tooLarge), 413, 'payload_too_large');
    await expectRefusal(live.tryUpload(submitted, noDocument), 415, 'unsupported_media_type');
  });
});

test('a method that a path does not have is 404', async () => {
  const { session } = await service.signUp();
  for (const [method, path] of [
    ['PUT', '/v1/cases'],
    ['DELETE', '/v1/me'],
    ['PATCH', '/v1/api-keys'],
    ['POST', '/v1/health'],
  ] as const) {
    await expectRefusal(session.send(method, path), 404, 'not_found');
  }
});

async function internalActions(caseId: string): Promise<string[]> {
  const events = await stack.store.prisma.caseEvent.findMany({ where: { caseId, internal: true } });
  return events.map(({ action }) => action);
}
