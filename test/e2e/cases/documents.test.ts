import { maxDocumentBytes } from '@evict/contract';
import { sha256Hex } from '@evict/store/bytes';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const { signUp } = await startService();
const customer = await signUp();
const { id } = await customer.create(buildFacts());
const path = `/v1/cases/${id}/documents`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffd9', 'hex'),
]);

async function evidence() {
  return (await customer.read(id)).documents;
}

test('an upload is stored byte for byte, and the response has its hash', async () => {
  const bytes = pdf('Lease of 12 Sandbox Way');
  const document = await customer.upload(id, { filename: 'lease.pdf', bytes });
  expect(document).toEqual({
    id: expect.stringMatching(/^doc_/),
    kind: 'evidence',
    specId: null,
    filename: 'lease.pdf',
    contentHash: sha256Hex(bytes),
    createdAt: expect.any(String),
  });
  expect(await evidence()).toContainEqual(document);
  const download = await customer.download(id, document.id);
  expect(download.bytes.equals(bytes)).toBe(true);
  expect(download.headers.get('etag')).toBe(`"${document.contentHash}"`);
  expect(download.headers.get('x-content-type-options')).toBe('nosniff');
  expect(download.headers.get('cache-control')).toBe('no-store');
});

test('the same bytes twice are two documents with one hash', async () => {
  const bytes = pdf('twice');
  const [one, other] = await Promise.all([customer.upload(id, { bytes }), customer.upload(id, { bytes })]);
  expect(one.contentHash).toBe(other.contentHash);
  expect(one.id).not.toBe(other.id);
});

test.each([
  ['a PDF called an image', 'photo.png', pdf('x'), 'application/pdf'],
  ['a PNG called a PDF', 'scan.pdf', png, 'image/png'],
  ['a JPEG without an extension', 'scan', jpeg, 'image/jpeg'],
  ['plain bytes called a JPEG', 'photo.JPEG', Buffer.from('text'), 'image/jpeg'],
  ['plain bytes called a PNG', 'a.b.png', Buffer.from('text'), 'image/png'],
  ['a page of HTML', 'page.html', Buffer.from('<html><script>alert(1)</script>'), 'application/pdf'],
  ['an SVG', 'drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'application/pdf'],
  ['one byte', 'x', Buffer.from([0]), 'application/pdf'],
])('%s (%s) is served as what it is, else as what it is called, else as a PDF', async (_, filename, bytes, type) => {
  const document = await customer.upload(id, { filename, bytes });
  const download = await customer.download(id, document.id);
  expect(download.headers.get('content-type')).toBe(type);
  expect(download.bytes.equals(bytes)).toBe(true);
});

/** Characters of two UTF-16 units: a length counts characters. */
const longest = '𝒜'.repeat(255);

describe('a file name', () => {
  test.each([
    ['plain.pdf', 'plain.pdf'],
    ['with "quotes" and \'these\'.pdf', "with _quotes_ and 'these'.pdf"],
    ['Mietvertrag für Größe.pdf', 'Mietvertrag f_r Gr__e.pdf'],
    ['租赁合同 🙂.pdf', '____ _.pdf'],
    ['100%25; filename=other.exe', '100_25; filename=other.exe'],
    ['a;b,c=d*e(f).pdf', 'a;b,c=d*e(f).pdf'],
    ['..', '..'],
    [longest, '_'.repeat(255)],
  ])('comes back whole, and in ASCII for old clients: %.40s', async (filename, ascii) => {
    const document = await customer.upload(id, { filename, bytes: pdf('name') });
    expect(document.filename).toBe(filename);
    const { headers } = await customer.download(id, document.id);
    const disposition = headers.get('content-disposition') ?? '';
    const parts = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/u.exec(
      disposition,
    );
    expect(parts?.[1]).toBe(ascii);
    expect(decodeURIComponent(parts?.[2] ?? '')).toBe(filename);
  });

  test.each([
    ['../secret.pdf', 'pattern'],
    ['C:\\lease.pdf', 'pattern'],
    ['a/b', 'pattern'],
    ['line\r\nSet-Cookie: a=b', 'pattern'],
    ['tab\t.pdf', 'pattern'],
    ['\u0085', 'pattern'],
    ['nul\u0000.pdf', 'invalid_text'],
    ['lone\ud800.pdf', 'invalid_text'],
    ['', 'too_short'],
    [`${longest}x`, 'too_long'],
  ])('is refused: %j %s', async (filename, code) => {
    const before = await evidence();
    expect(await expectIssues(customer.tryUpload(id, { filename, bytes: pdf('name') }))).toEqual([`filename ${code}`]);
    expect(await evidence()).toEqual(before);
  });
});

describe('base64', () => {
  test.each(['AA', 'AAA', 'AAAA=', 'AB==', 'AAB=', 'AA==AA==', 'A A=', 'AAAA\n', '-_-_', '=', 'AA=A', 'é===', '*'])(
    '%j is not canonical and is refused',
    async (contentBase64) => {
      const body = { filename: 'a.pdf', purpose: 'other', contentBase64 };
      expect(await expectIssues(customer.send('POST', path, { body }))).toEqual(['contentBase64 base64']);
    },
  );

  test('that is empty or not a string is refused', async () => {
    const send = (contentBase64: unknown) =>
      customer.send('POST', path, { body: { filename: 'a.pdf', purpose: 'other', contentBase64 } });
    expect(await expectIssues(send(''))).toEqual(['contentBase64 too_short']);
    expect(await expectIssues(send(['AAAA']))).toEqual(['contentBase64 type']);
    expect(await expectIssues(send(undefined))).toEqual(['contentBase64 required']);
  });
});

describe('a body', () => {
  const raw = (text: string) => customer.send('POST', path, { raw: text });
  const named = '"filename":"a.pdf","purpose":"other"';

  test.each([
    ['is there twice', `{${named},"contentBase64":"*","contentBase64":"QUJD"}`],
    ['has escapes', `{${named},"contentBase64":"\\u0051UJD"}`],
    ['has a name in escapes', `{"\\u0063ontentBase64":"QUJD",${named}}`],
    ['stands among spaces', ` {\n${named} ,\t"contentBase64" : "QUJD" }\n`],
  ])('whose content %s is the file that JSON says', async (_what, body) => {
    const response = await raw(body);
    expect([response.status, response.body.contentHash]).toEqual([201, sha256Hex(Buffer.from('ABC'))]);
  });

  test.each<[string, () => string, string]>([
    [
      'content that ends as something else',
      () => `{${named},"contentBase64":"QUJD","contentBase64":5}`,
      'contentBase64 type',
    ],
    ['content that is null', () => `{${named},"contentBase64":null}`, 'contentBase64 null'],
    [
      'content inside of something else',
      () => `{${named},"a":{"contentBase64":"QUJD"}}`,
      'a unknown_field,contentBase64 required',
    ],
    ['an escaped line break in its content', () => `{${named},"contentBase64":"QUJD\\n"}`, 'contentBase64 base64'],
    ['a line break in its content', () => `{${named},"contentBase64":"QU\nJD"}`, ' unreadable'],
    ['an escape that JSON has not', () => `{${named},"contentBase64":"\\xQUJD"}`, ' unreadable'],
    ['no end', () => `{${named},"contentBase64":"QUJD`, ' unreadable'],
    ['14 MB of nothing', () => `[${'{},'.repeat(4_600_000)}{}]`, ' too_many'],
    ['33 levels', () => `${'['.repeat(33)}${']'.repeat(33)}`, ' unreadable'],
    ['1,001 fields', () => `{${Array.from({ length: 1001 }, (_, index) => `"f${index}":0`).join()}}`, ' too_many'],
  ])('with %s is refused', async (_what, body, issues) => {
    expect((await expectIssues(raw(body()))).join()).toBe(issues);
  });

  test('with large fields beside its content is 413', async () => {
    const much = `{${named},"contentBase64":"QUJD"${' '.repeat(64 * 1024)}}`;
    await expectRefusal(raw(much), 413, 'payload_too_large');
  });
});

test('every fault of an upload is reported at once', async () => {
  const body = { filename: 'a/b', purpose: 'lease', contentBase64: 'A', type: 'application/pdf' };
  expect(await expectIssues(customer.send('POST', path, { body }))).toEqual([
    'contentBase64 base64',
    'filename pattern',
    'purpose one_of',
    'type unknown_field',
  ]);
});

test('exactly 10 MB is stored to the last byte, one byte more is 413, and so is a longer body', async () => {
  const other = await customer.create(buildFacts());
  const bytes = Buffer.alloc(maxDocumentBytes, 7);
  const { id: documentId } = await customer.upload(other.id, { bytes });
  expect(sha256Hex((await customer.download(other.id, documentId)).bytes)).toBe(sha256Hex(bytes));
  const over = { bytes: Buffer.alloc(maxDocumentBytes + 1) };
  await expectRefusal(customer.tryUpload(other.id, over), 413, 'payload_too_large');
  const overBody = { bytes: Buffer.alloc(12 * 2 ** 20) };
  await expectRefusal(customer.tryUpload(other.id, overBody), 413, 'payload_too_large');
  expect((await customer.read(other.id)).documents.length).toBe(1);
});

test('a test case stores at most 50 MB, even of concurrent uploads, and the draft stays usable', async () => {
  const other = await customer.create(buildFacts());
  const file = { bytes: Buffer.alloc(maxDocumentBytes) };
  const responses = await Promise.all(Array.from({ length: 6 }, () => customer.tryUpload(other.id, file)));
  const refused = responses.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([[413, 'payload_too_large']]);
  await expectRefusal(customer.tryUpload(other.id, { bytes: pdf('small') }), 413, 'payload_too_large');
  expect((await customer.submit(other.id)).case.state).toBe('notice_review');
});

test('a prior notice is accepted once the case records when it was served; other purposes at any time', async () => {
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
});

test('evidence is accepted while the case is a draft and never after', async () => {
  const other = await customer.submitted(buildFacts());
  const late = { bytes: pdf('late') };
  await expectRefusal(customer.tryUpload(other.id, late), 409, 'invalid_state');
  await customer.advanceBy(other.id, 2);
  await expectRefusal(customer.tryUpload(other.id, late), 409, 'invalid_state');
  await customer.reportCure(other.id);
  await expectRefusal(customer.tryUpload(other.id, late), 409, 'invalid_state');
});
