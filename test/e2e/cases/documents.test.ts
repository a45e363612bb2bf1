import { maxCaseBytes, maxDocumentBytes } from '@evict/contract';
import { sha256Hex } from '@evict/store/bytes';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

// The schema's tests cover which file names and base64 are refused. The body reader's tests cover how bodies are read.

const { signUp, stack } = await sharedService();
const customer = await signUp();
const { id } = await customer.create(buildFacts());
const path = `/v1/cases/${id}/documents`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

async function evidence() {
  return (await customer.read(id)).documents;
}

test('an upload is stored byte for byte, and the response contains its hash', async () => {
  const bytes = pdf('Lease of 12 Sandbox Way');
  const document = await customer.upload(id, { filename: 'lease.pdf', bytes });
  expect(document).toEqual({
    id: expect.stringMatching(/^doc_/),
    kind: 'evidence',
    specId: null,
    filename: 'lease.pdf',
    contentHash: sha256Hex(bytes),
    authorId: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
  });
  expect(await evidence()).toContainEqual(document);
  const download = await customer.download(id, document.id);
  expect(download.bytes.equals(bytes)).toBe(true);
  expect(Object.fromEntries(download.headers)).toMatchObject({
    etag: `"${document.contentHash}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  // The same bytes uploaded again are another document.
  const again = await customer.upload(id, { filename: 'lease.pdf', bytes });
  expect([again.contentHash, again.id === document.id]).toEqual([document.contentHash, false]);
});

test.each([
  ['a PDF named like an image', 'photo.png', pdf('x'), 'application/pdf'],
  ['a PNG named like a PDF', 'scan.pdf', png, 'image/png'],
  ['a JPEG without an extension', 'scan', jpeg, 'image/jpeg'],
  ['plain text named like a JPEG', 'photo.JPEG', Buffer.from('text'), 'image/jpeg'],
  ['plain text named like a PNG', 'a.b.png', Buffer.from('text'), 'image/png'],
  ['an HTML page', 'page.html', Buffer.from('<html><script>alert(1)</script>'), 'application/pdf'],
  ['an SVG', 'drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'application/pdf'],
  ['one byte', 'x', Buffer.from([0]), 'application/pdf'],
])(
  '%s (%s) is served with the type that its bytes show, failing that with the type of a known extension, and failing that as a PDF',
  async (_, filename, bytes, type) => {
    const document = await customer.upload(id, { filename, bytes });
    const download = await customer.download(id, document.id);
    expect(download.headers.get('content-type')).toBe(type);
    expect(download.bytes.equals(bytes)).toBe(true);
  },
);

/** Each of these characters takes two UTF-16 code units, but counts once toward the length. */
const longest = '𝒜'.repeat(255);

test.each([
  ['with "quotes" and \'these\'.pdf', "with _quotes_ and 'these'.pdf"],
  ['Mietvertrag für Größe 租赁 🙂.pdf', 'Mietvertrag f_r Gr__e __ _.pdf'],
  ['100%25; filename=other.exe', '100_25; filename=other.exe'],
  ['a;b,c=d*e(f).pdf', 'a;b,c=d*e(f).pdf'],
  ['..', '..'],
  [longest, '_'.repeat(255)],
])('a download offers the full file name, and an ASCII version for old clients: %.40s', async (filename, ascii) => {
  const document = await customer.upload(id, { filename, bytes: pdf('name') });
  expect(document.filename).toBe(filename);
  const { headers } = await customer.download(id, document.id);
  const parts = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/u.exec(
    headers.get('content-disposition') ?? '',
  );
  expect(parts?.[1]).toBe(ascii);
  expect(decodeURIComponent(parts?.[2] ?? '')).toBe(filename);
});

test("all errors in an upload are reported together, and the file isn't stored", async () => {
  const before = await evidence();
  const sent = (body: object) => expectIssues(customer.send('POST', path, { body }));
  const body = { filename: 'line\r\nSet-Cookie: a=b', purpose: 'lease', contentBase64: 'A', type: 'application/pdf' };
  expect(await sent(body)).toEqual([
    'contentBase64 base64',
    'filename pattern',
    'purpose one_of',
    'type unknown_field',
  ]);
  // Base64 isn't canonical if its unused bits aren't zero.
  expect(await sent({ filename: 'a.pdf', purpose: 'other', contentBase64: 'AB==' })).toEqual(['contentBase64 base64']);
  expect(await evidence()).toEqual(before);
});

test('a file of exactly 10 MB is stored to the last byte, and a larger one gets 413', async () => {
  const other = await customer.create(buildFacts());
  const bytes = Buffer.alloc(maxDocumentBytes, 7);
  const { id: documentId } = await customer.upload(other.id, { bytes });
  expect(sha256Hex((await customer.download(other.id, documentId)).bytes)).toBe(sha256Hex(bytes));
  for (const size of [maxDocumentBytes + 1, 12 * 2 ** 20])
    await expectRefusal(customer.tryUpload(other.id, { bytes: Buffer.alloc(size) }), 413, 'payload_too_large');
  expect((await customer.read(other.id)).documents.length).toBe(1);
});

test('a test case stores at most 50 MB, even with concurrent uploads, and the draft stays usable', async () => {
  const other = await customer.create(buildFacts());
  const file = { bytes: Buffer.alloc(100_000) };
  const { id: large } = await customer.upload(other.id, file);
  // Pretends that this file was so large that only two more fit.
  const sizeBytes = maxCaseBytes.test - 2 * file.bytes.length;
  await stack.store.prisma.document.update({ where: { id: large }, data: { sizeBytes } });
  const responses = await Promise.all(Array.from({ length: 6 }, () => customer.tryUpload(other.id, file)));
  const refused = responses.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(4);
  for (const { status, body } of refused) expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
  await expectRefusal(customer.tryUpload(other.id, { bytes: pdf('small') }), 413, 'payload_too_large');
  expect((await customer.submit(other.id)).case.state).toBe('notice_review');
});

test("files can be uploaded only before the submit, and a prior notice can't be uploaded until the case says when that notice was served", async () => {
  const { priorNotice, ...facts } = holdoverFiling();
  const filing = await customer.create(facts);
  const [notice, proof] = filingEvidence;
  if (!notice || !proof) throw new Error('two files');
  await expectRefusal(customer.tryUpload(filing.id, notice), 422, 'prior_notice_missing');
  await customer.upload(filing.id, proof);
  await customer.upload(filing.id, { ...notice, purpose: 'authority' });
  await customer.edit(filing.id, { priorNotice });
  await customer.upload(filing.id, notice);
  expect((await customer.submit(filing.id)).case.state).toBe('filing_review');
  await expectRefusal(customer.tryUpload(filing.id, { bytes: pdf('late') }), 409, 'invalid_state');
  await customer.withdraw(filing.id);
  await expectRefusal(customer.tryUpload(filing.id, { bytes: pdf('late') }), 409, 'invalid_state');
});
