import { type Document, maxCaseDocuments, maxDocumentBytes } from '@evict/contract';
import { sha256Hex, sweepOrphanedBytes } from '@evict/store/bytes';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { storyOf } from '../support/history.ts';
import { type Attorney, liveWorld } from '../support/live-case.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';
import { reportsOf, sentOut } from './reports.ts';

const service = await sharedService();
const { store, blobs } = service.stack;
const world = liveWorld(service);
const { summaryInReview, operate } = world;
const avery = await world.attorney();
const { report } = reportsOf(avery);

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
  const { body } = await report({ id: caseId }, 'review', undefined, 'GET');
  return body.documents.map(({ contentHash }: Document) => contentHash);
}

const countOf = (caseId: string) => store.prisma.document.count({ where: { caseId } });
const storedOf = (caseId: string) => store.prisma.blob.count({ where: { caseId } });

describe('a paper', () => {
  test('is stored byte for byte and shown to the customer, and an approval must list it', async () => {
    const { customer, id } = await summaryInReview();
    const before = await demandedBy(id);
    const bytes = pdf('Notice to quit');
    const document = await attach(id, { filename: 'Räumung (1).pdf', bytes });
    expect(document).toEqual({
      id: expect.stringMatching(/^doc_/),
      kind: 'notice',
      specId: null,
      filename: 'Räumung (1).pdf',
      contentHash: sha256Hex(bytes),
      authorId: null,
      createdAt: expect.any(String),
    });
    expect((await customer.read(id)).documents).toContainEqual(document);
    expect((await customer.download(id, document.id)).bytes).toEqual(Buffer.from(bytes));
    expect(await demandedBy(id)).toEqual([...before, document.contentHash]);
    await expectRefusal(avery.review(id, 'approve', before), 409, 'stale_approval');
  });

  test('attached after an approval voids that approval, and the notice can be sent only after a new approval', async () => {
    const { customer, id, ref } = await summaryInReview();
    const { contentHash } = await attach(id);
    const approved = await demandedBy(id);
    await avery.review(id, 'approve', approved);
    const late = await attach(id);
    expect(storyOf(await customer.events(id)).at(-1)).toBe('attorney: begin_review notice_approved -> notice_review');
    const send = () => operate(ref, { ...sentOut, stage: 'notice' });
    expect(await send()).toEqual({ ok: false, code: 'notice_not_approved' });
    await expectRefusal(avery.review(id, 'approve', approved), 409, 'stale_approval');
    expect(await demandedBy(id)).toEqual([expect.any(String), contentHash, late.contentHash]);
    expect((await avery.review(id, 'approve', await demandedBy(id))).body.state).toBe('notice_approved');
    expect(await send()).toEqual({ ok: true });
    await expectRefusal(tryAttach(id), 409, 'invalid_transition');
    expect((await attach(id, { kind: 'proof' })).kind).toBe('proof');
  });

  test('can replace only a current paper of the same kind and case', async () => {
    const { customer, id } = await summaryInReview();
    const first = await attach(id);
    const proof = await attach(id, { kind: 'proof' });
    const second = await attach(id, { replaces: first.id });
    expect((await demandedBy(id)).slice(1)).toEqual([second.contentHash]);
    const withReplaced = [...(await demandedBy(id)), first.contentHash];
    await expectRefusal(avery.review(id, 'approve', withReplaced), 409, 'stale_approval');
    expect((await customer.read(id)).documents.map((one) => one.id)).not.toContain(first.id);
    const elsewhere = await attach((await summaryInReview()).id);
    const [summary] = (await customer.read(id)).documents;
    for (const replaces of [first.id, proof.id, elsewhere.id, summary?.id ?? '', newId('document'), '../x']) {
      expect(await expectIssues(tryAttach(id, { replaces })), replaces).toEqual(['replaces not_attached']);
    }
    expect((await demandedBy(id)).slice(1)).toEqual([second.contentHash]);
  });

  test('is replaced by only one of several concurrent uploads, and the daily cleanup deletes the bytes of the others', async () => {
    const { id } = await summaryInReview();
    const first = await attach(id);
    const responses = await Promise.all(Array.from({ length: 4 }, () => tryAttach(id, { replaces: first.id })));
    const taken = responses.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    for (const { status, body } of responses.filter((one) => one.status !== 201)) {
      expect([`400 invalid_request`, `409 guard_failed`]).toContain(`${status} ${body.error.code}`);
    }
    expect((await demandedBy(id)).slice(1)).toEqual([taken[0]?.body.contentHash]);
    // The summary, the first paper and the one that replaced it.
    expect(await countOf(id)).toBe(3);
    const refusedLate = responses.filter(({ status }) => status === 409).length;
    expect(await storedOf(id)).toBe(3 + refusedLate);
    await sweepOrphanedBytes(store, blobs, { graceDays: 0 });
    expect(await storedOf(id)).toBe(3);
  });
});

test("a paper's type is detected from its bytes, whatever its filename, and must be PDF, JPEG or PNG", async () => {
  const { id } = await summaryInReview();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  for (const [bytes, type] of [
    [pdf('x'), 'application/pdf'],
    [png, 'image/png'],
    [Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'image/jpeg'],
  ] as const) {
    const { id: documentId } = await attach(id, { kind: 'proof', filename: 'scan.exe', bytes });
    const { headers } = await avery.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([type, 'nosniff']);
  }
  const stored = await storedOf(id);
  for (const bytes of [Buffer.from('MZ executable'), Buffer.from('<html></html>'), Buffer.from('PK\x03\x04')]) {
    await expectRefusal(tryAttach(id, { filename: 'notice.pdf', bytes }), 415, 'unsupported_media_type');
  }
  expect(await storedOf(id)).toBe(stored);
});

test('a paper of more than 10 MB is refused without being stored, and a live case holds at most 1,000 documents', async () => {
  const { id } = await summaryInReview();
  const sized = (length: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(length - 9, 'x')]);
  const stored = await storedOf(id);
  await expectRefusal(tryAttach(id, { bytes: sized(maxDocumentBytes + 1) }), 413, 'payload_too_large');
  expect(await storedOf(id)).toBe(stored);
  await attach(id, { kind: 'proof', bytes: sized(maxDocumentBytes) });
  await store.pool.query(
    `INSERT INTO "Document" (id, "caseId", kind, filename, "contentType", "contentHash", "sizeBytes", superseded)
      SELECT 'doc_' || gen_random_uuid(), $1, 'proof', 'old.pdf', 'application/pdf', 'none', 1, true
      FROM generate_series(1, $2)`,
    [id, maxCaseDocuments.live - (await countOf(id)) - 1],
  );
  await attach(id);
  const { status, body } = await tryAttach(id);
  expect([status, body.error.message]).toEqual([413, 'A live case can hold at most 1000 documents.']);
});
