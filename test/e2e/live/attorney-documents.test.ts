import { createHash } from 'node:crypto';
import { type Document, limits, maxCaseDocuments, maxDocumentBytes } from '@evict/contract';
import { limitKey } from '@evict/http';
import { sweepOrphanedBytes } from '@evict/store/bytes';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { type Attorney, liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { store, blobs } = service.stack;
const world = liveWorld(service);
const { inReview, summaryInReview, operate } = world;
const avery = await world.attorney();

const sent = { kind: 'record_service', status: 'pending', method: 'personal', date: null, expires: null } as const;

interface Paper {
  kind?: 'notice' | 'filing' | 'proof';
  filename?: string;
  bytes?: Uint8Array;
  replaces?: string;
}

function tryAttach(
  caseId: string,
  { kind = 'notice', filename = 'paper.pdf', bytes = pdf(`Paper ${crypto.randomUUID()}`), ...rest }: Paper = {},
  { attorney = avery, headers = {} }: { attorney?: Attorney; headers?: Record<string, string> } = {},
) {
  const body = { kind, filename, contentBase64: Buffer.from(bytes).toString('base64'), ...rest };
  return attorney.send('POST', `/v1/attorney/cases/${caseId}/documents`, { body, headers });
}

async function attach(caseId: string, paper?: Paper): Promise<Document> {
  const { status, body } = await tryAttach(caseId, paper);
  expect(status).toBe(201);
  return body;
}

async function demandedBy(caseId: string): Promise<string[]> {
  const { body } = await avery.send('GET', `/v1/attorney/cases/${caseId}/review`);
  return body.documents.map(({ contentHash }: Document) => contentHash);
}

describe('a paper', () => {
  test('is stored byte for byte, shown to the customer, and part of what an approval has to name', async () => {
    const { customer, id } = await summaryInReview();
    const before = await demandedBy(id);
    const bytes = pdf('Notice to quit');
    const document = await attach(id, { filename: 'Räumung (1).pdf', bytes });
    expect(document).toEqual({
      id: expect.stringMatching(/^doc_/),
      kind: 'notice',
      specId: null,
      filename: 'Räumung (1).pdf',
      contentHash: createHash('sha256').update(bytes).digest('hex'),
      createdAt: expect.any(String),
    });
    expect((await customer.read(id)).documents).toContainEqual(document);
    expect((await customer.download(id, document.id)).bytes).toEqual(Buffer.from(bytes));
    expect(await demandedBy(id)).toEqual([...before, document.contentHash]);
    await expectRefusal(avery.review(id, 'approve', before), 409, 'stale_approval');
    expect((await avery.review(id, 'approve', await demandedBy(id))).body.state).toBe('notice_approved');
  });

  test('attached after the approval voids it: nothing goes out before it is approved anew', async () => {
    const { customer, id, ref } = await summaryInReview();
    const { contentHash } = await attach(id);
    const approved = await demandedBy(id);
    await avery.review(id, 'approve', approved);
    const late = await attach(id);
    expect((await customer.read(id)).state).toBe('notice_review');
    expect(storyOf(await customer.events(id)).at(-1)).toBe('attorney: begin_review notice_approved -> notice_review');
    expect(await operate(ref, { ...sent, stage: 'notice' })).toEqual({ ok: false, code: 'notice_not_approved' });
    await expectRefusal(avery.review(id, 'approve', approved), 409, 'stale_approval');
    expect(await demandedBy(id)).toEqual([expect.any(String), contentHash, late.contentHash]);
    expect((await avery.review(id, 'approve', await demandedBy(id))).body.state).toBe('notice_approved');
    expect(await operate(ref, { ...sent, stage: 'notice' })).toEqual({ ok: true });
    await expectRefusal(tryAttach(id), 409, 'invalid_transition');
    expect((await attach(id, { kind: 'proof' })).kind).toBe('proof');
  });

  test('takes the place of another of its kind, once', async () => {
    const { customer, id } = await summaryInReview();
    const first = await attach(id);
    const proof = await attach(id, { kind: 'proof' });
    const second = await attach(id, { replaces: first.id });
    expect((await demandedBy(id)).slice(1)).toEqual([second.contentHash]);
    expect((await customer.read(id)).documents.map((one) => one.id)).not.toContain(first.id);
    const elsewhere = await attach((await summaryInReview()).id);
    const [summary] = (await customer.read(id)).documents;
    for (const replaces of [first.id, proof.id, elsewhere.id, summary?.id ?? '', newId('document'), 'x', '../x']) {
      expect(await expectIssues(tryAttach(id, { replaces })), replaces).toEqual(['replaces not_attached']);
    }
    expect(await expectIssues(tryAttach(id, { replaces: '' }))).toEqual(['replaces too_short']);
    expect((await demandedBy(id)).slice(1)).toEqual([second.contentHash]);
  });

  test('is replaced by one of two that try it at the same moment, and the other leaves nothing', async () => {
    const { id } = await summaryInReview();
    const first = await attach(id);
    const responses = await Promise.all(Array.from({ length: 4 }, () => tryAttach(id, { replaces: first.id })));
    const taken = responses.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    for (const { status, body } of responses.filter((one) => one.status !== 201)) {
      expect([`400 invalid_request`, `409 guard_failed`]).toContain(`${status} ${body.error.code}`);
    }
    expect((await demandedBy(id)).slice(1)).toEqual([taken[0]?.body.contentHash]);
    expect(await store.prisma.document.count({ where: { caseId: id, kind: 'notice' } })).toBe(2);
    expect(await takenOf(id)).toBe(2);
  });

  test('is attached once, however often it is sent under its key', async () => {
    const { id } = await summaryInReview();
    const headers = { 'idempotency-key': 'paper-1' };
    const paper = { bytes: pdf('The one'), filename: 'one.pdf' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => tryAttach(id, paper, { headers })));
    const [first] = responses.map(({ body }) => body);
    for (const { status, body } of responses) expect([status, body]).toEqual([201, first]);
    expect(await store.prisma.document.count({ where: { caseId: id, kind: 'notice' } })).toBe(1);
    await expectRefusal(tryAttach(id, {}, { headers }), 409, 'idempotency_conflict');
  });

  test('that the workflow refuses leaves bytes that the daily sweep removes', async () => {
    const { id } = await summaryInReview();
    const first = await attach(id);
    const others = await Promise.all(Array.from({ length: 3 }, () => tryAttach(id, { replaces: first.id })));
    const lost = others.filter(({ body }) => body?.error?.code === 'guard_failed').length;
    const stored = () => store.prisma.blob.count({ where: { caseId: id } });
    const documents = await store.prisma.document.count({ where: { caseId: id } });
    expect(await stored()).toBe(documents + lost);
    await sweepOrphanedBytes(store, blobs, { graceDays: 0 });
    expect(await stored()).toBe(documents);
  });
});

describe('the type of a paper', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

  test('is decided by its bytes: PDF, JPEG or PNG, whatever its name', async () => {
    const { id } = await summaryInReview();
    for (const [bytes, type] of [
      [pdf('x'), 'application/pdf'],
      [png, 'image/png'],
      [jpeg, 'image/jpeg'],
    ] as const) {
      const { id: documentId } = await attach(id, { kind: 'proof', filename: 'scan.exe', bytes });
      const { headers } = await avery.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([type, 'nosniff']);
    }
    const stored = await store.prisma.blob.count({ where: { caseId: id } });
    for (const bytes of [Buffer.from('MZ executable'), Buffer.from('<html></html>'), Buffer.from('PK\x03\x04')]) {
      await expectRefusal(tryAttach(id, { filename: 'notice.pdf', bytes }), 415, 'unsupported_media_type');
    }
    expect(await store.prisma.blob.count({ where: { caseId: id } })).toBe(stored);
  });
});

describe('the size of a paper', () => {
  test('is at most 10 MB, and one byte more is 413 that stores nothing', async () => {
    const { id } = await summaryInReview();
    const sized = (length: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(length - 9, 'x')]);
    await expectRefusal(tryAttach(id, { bytes: sized(maxDocumentBytes + 1) }), 413, 'payload_too_large');
    const stored = await store.prisma.blob.count({ where: { caseId: id } });
    await attach(id, { kind: 'proof', bytes: sized(maxDocumentBytes) });
    expect(await store.prisma.blob.count({ where: { caseId: id } })).toBe(stored + 1);
  });

  test('and number of a case are bounded', async () => {
    const { id } = await summaryInReview();
    const kept = await store.prisma.document.count({ where: { caseId: id } });
    await store.pool.query(
      `INSERT INTO "Document" (id, "caseId", kind, filename, "contentType", "contentHash", "sizeBytes", superseded)
        SELECT 'doc_' || gen_random_uuid(), $1, 'proof', 'old.pdf', 'application/pdf', 'none', 1, true
        FROM generate_series(1, $2)`,
      [id, maxCaseDocuments.live - kept - 1],
    );
    await attach(id);
    const { status, body } = await tryAttach(id);
    expect([status, body.error.message]).toEqual([413, 'A live case can hold at most 1000 documents.']);
  });
});

test('every fault of the body is named', async () => {
  const { id } = await summaryInReview();
  const path = `/v1/attorney/cases/${id}/documents`;
  expect(await expectIssues(avery.send('POST', path, { body: {} }))).toEqual([
    'contentBase64 required',
    'filename required',
    'kind required',
  ]);
  const body = { kind: 'evidence', filename: '../notice.pdf', contentBase64: '!', replaces: null, purpose: 'other' };
  expect(await expectIssues(avery.send('POST', path, { body }))).toEqual([
    'contentBase64 base64',
    'filename pattern',
    'kind one_of',
    'purpose unknown_field',
    'replaces null',
  ]);
});

test('an attorney attaches at most 60 documents in a minute', async () => {
  const quick = await world.attorney({ states: ['NM'] });
  const { id } = await inReview(factsIn('NM'));
  // All but the last three are attached already: a slow machine would take longer than the minute.
  const hits = Array.from({ length: limits.attachment.count - 3 }, () => new Date());
  await store.prisma.rateLimit.create({ data: { key: limitKey('attachment', quick.id), hits } });
  const all = Array.from({ length: 8 }, () => tryAttach(id, { kind: 'proof' }, { attorney: quick }));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
});

/** How many commands of the attorney changed the case. */
async function takenOf(caseId: string): Promise<number> {
  const isTaken = { path: ['ok'], equals: true };
  return store.prisma.command.count({ where: { caseId, author: 'attorney', outcome: isTaken } });
}
