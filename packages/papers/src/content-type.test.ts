import { expect, test } from 'vitest';
import { sniffContentType, storedContentType } from './content-type.ts';
import { renderDocument } from './render.ts';
import { buildRequest } from '../test/build-request.ts';

const pdf = await renderDocument(buildRequest('zz.summons.v1'));
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex');
const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const empty = Buffer.alloc(0);
const pdfBehindJunk = (count: number) => Buffer.concat([Buffer.alloc(count, 'j'), pdf]);

test.each([
  ['a PDF', pdf, 'application/pdf'],
  ['a PNG', png, 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a GIF', gif, null],
  ['HTML', html, null],
  ['half of a PDF header', Buffer.from('%PD'), null],
  ['an empty file', empty, null],
  ['a PDF behind other bytes', pdfBehindJunk(5), 'application/pdf'],
  ['a PDF whose header ends at byte 1,024', pdfBehindJunk(1024 - 5), 'application/pdf'],
  ['a PDF whose header ends at byte 1,025', pdfBehindJunk(1024 - 4), null],
  ['a GIF that holds a PDF', Buffer.concat([gif, pdf]), 'application/pdf'],
])(
  'the type of %s is recognized only by a PDF header in the first 1,024 bytes or by the beginning of a PNG or JPEG',
  async (_name, bytes, type) => {
    expect(await sniffContentType(bytes)).toBe(type);
  },
);

test.each([
  ['picture.png', pdf, 'application/pdf'],
  ['notice.pdf', png, 'image/png'],
  ['no-extension', jpeg, 'image/jpeg'],
  ['scan.JPG', html, 'image/jpeg'],
  ['scan.jpeg', empty, 'image/jpeg'],
  ['scan.png', pdfBehindJunk(5), 'application/pdf'],
  ['scan.png', pdfBehindJunk(1020), 'image/png'],
  ['page.html', html, 'application/pdf'],
  ['toString', empty, 'application/pdf'],
  ['animation.gif', gif, 'application/pdf'],
])(
  'the stored type of %s is detected from its bytes, else taken from a known extension, and otherwise is PDF',
  async (filename, bytes, type) => {
    expect(await storedContentType(filename, bytes)).toBe(type);
  },
);
