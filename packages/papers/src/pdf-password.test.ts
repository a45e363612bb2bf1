import { expect, test } from 'vitest';
import { encryptedPdf } from '../test/locked-pdf.ts';
import { renderDocument } from './render.ts';
import { buildRequest } from '../test/build-request.ts';
import { needsPassword } from './pdf-password.ts';

/** The versions use RC4 with 40 and 128 bits, AES-128 and AES-256. */
const versions = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

test.each(versions)('in PDF %s, a file needs its password, unless the password is empty', async (pdfVersion) => {
  // Ids and salts are random, so enough rounds cover strings with every kind of byte and escape.
  for (let round = 0; round < 20; round += 1) {
    expect(needsPassword(await encryptedPdf({ pdfVersion, userPassword: 'secret' }))).toBe(true);
    expect(needsPassword(await encryptedPdf({ pdfVersion }))).toBe(false);
  }
});

/** The values come from PDF 2.0 files made with another program, because pdfkit doesn't write that version. */
test.each([
  [false, 'b630d53f4997e8f34ab55c09d12e36e1bbf009d54a2b467f8196b7067499977de35a175df81056493af5ec004d35e494'],
  [true, 'f43bc92760ea822ebec5c9a79fd77c030502113d56f5a4cb945365d32522e53a035f40c3e3c15ffeab6b98de9a3a8819'],
])('a PDF 2.0 file is reported to need a password: %s', (isLocked, user) => {
  const dictionary = `\n5 0 obj\n<< /Filter /Standard /V 5 /R 6 /P -4 /O <00> /U <${user}> >>\nendobj\n`;
  expect(needsPassword(Buffer.from(`%PDF-2.0${dictionary}trailer << /Encrypt 5 0 R >>`))).toBe(isLocked);
});

test('an unencrypted or unreadable file needs no password, which is detected in linear time', async () => {
  const unreadable = [
    await renderDocument(buildRequest('zz.summons.v1')),
    Buffer.from('%PDF-1.7 /Encrypt'),
    Buffer.from('%PDF-1.7 trailer << /Encrypt 9 0 R >>'),
    Buffer.from('%PDF-1.7 trailer << /Encrypt << /Filter /Standard /R 3 >> >>'),
    Buffer.from(`/Encrypt${' '.repeat(5_000_000)}`),
    Buffer.from(`/Encrypt 1 0 R ${'1 0 obj '.repeat(500_000)}`),
    Buffer.from(`/Encrypt << /Filter /Standard /R 3 /O (${'('.repeat(5_000_000)}`),
    Buffer.from(`%PDF-1.7 ${'/Encrypt'.repeat(1_000_000)}`),
  ];
  const before = process.threadCpuUsage();
  for (const bytes of unreadable) expect(needsPassword(bytes), bytes.toString('latin1', 0, 60)).toBe(false);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(2000);
  const locked = await encryptedPdf({ userPassword: 'secret' });
  expect(needsPassword(Buffer.concat([locked, Buffer.from('/EncryptMetadata true')]))).toBe(true);
});
