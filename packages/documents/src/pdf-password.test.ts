import { expect, test } from 'vitest';
import { encryptedPdf } from '../test/locked-pdf.ts';
import { renderDocument } from './render.ts';
import { buildRequest } from '../test/build-request.ts';
import { needsPassword } from './pdf-password.ts';

/** RC4 with 40 and 128 bits, AES-128, AES-256. */
const versions = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

test.each(versions)('in PDF %s, a file with a password needs it, and one with an empty password opens', async (pdfVersion) => {
  // Ids and salts are random: strings of every kind of byte and escape occur.
  for (let round = 0; round < 20; round += 1) {
    expect(needsPassword(await encryptedPdf({ pdfVersion, userPassword: 'secret' }))).toBe(true);
    expect(needsPassword(await encryptedPdf({ pdfVersion }))).toBe(false);
  }
});

test('what is not encrypted opens, and what cannot be read is not said to need a password', async () => {
  const locked = await encryptedPdf({ userPassword: 'secret' });
  const unreadable = [
    await renderDocument(buildRequest('zz.summons.v1')),
    Buffer.from('%PDF-1.7 /Encrypt'),
    Buffer.from('%PDF-1.7 trailer << /Encrypt 9 0 R >>'),
    Buffer.from('%PDF-1.7 trailer << /Encrypt << /Filter /Standard /R 3 >> >>'),
    Buffer.from(`/Encrypt${' '.repeat(5_000_000)}`),
    Buffer.from(`/Encrypt 1 0 R ${'1 0 obj '.repeat(500_000)}`),
    Buffer.from(`/Encrypt << /Filter /Standard /R 3 /O (${'('.repeat(5_000_000)}`),
    Buffer.concat([locked, Buffer.from('/Encrypt null')]),
  ];
  const startedAt = performance.now();
  for (const bytes of unreadable) expect(needsPassword(bytes), bytes.toString('latin1', 0, 60)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
