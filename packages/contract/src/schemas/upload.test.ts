import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validate } from '../validate.ts';
import { uploadDocumentBody } from './case-input.ts';

const upload = { filename: 'a.pdf', purpose: 'other', contentBase64: 'aGk=' };

function codes(body: unknown): string[] {
  const result = validate(uploadDocumentBody, body);
  return result.ok ? [] : result.issues.map(({ path, code }) => `${path} ${code}`);
}

describe('upload', () => {
  test.each(['a', 'x'.repeat(255), 'Räumung "2026" (1).pdf', '..', '.pdf', '\u{1F600}.png'])(
    'takes the name %j',
    (filename) => {
      expect(codes({ ...upload, filename })).toEqual([]);
    },
  );

  test.each(['a/b', 'a\\b', '/etc/passwd', 'a\nb', 'a\tb', 'a\u0001', 'a\u007f', 'a\u0085'])(
    'refuses the name %j',
    (filename) => {
      expect(codes({ ...upload, filename })).toEqual(['filename pattern']);
    },
  );

  test.each(['a\u0000', 'a\ud800', '\udc00'])('refuses the name %j as text that cannot be stored', (filename) => {
    expect(codes({ ...upload, filename })).toEqual(['filename invalid_text']);
  });

  test('a name of ten megabytes is refused without overflowing the stack', () => {
    expect(codes({ ...upload, filename: 'x'.repeat(10 * 1024 * 1024) })).toEqual(['filename too_long']);
  });

  test('a name has 1 to 255 characters', () => {
    expect(codes({ ...upload, filename: '' })).toEqual(['filename too_short']);
    expect(codes({ ...upload, filename: 'x'.repeat(256) })).toEqual(['filename too_long']);
  });

  test('purpose is one of the four', () => {
    for (const purpose of ['authority', 'prior_notice', 'prior_notice_proof', 'other']) {
      expect(codes({ ...upload, purpose })).toEqual([]);
    }
    expect(codes({ ...upload, purpose: 'evidence' })).toEqual(['purpose one_of']);
  });

  test('base64 of any bytes except none is accepted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        expect(codes({ ...upload, contentBase64: Buffer.from(bytes).toString('base64') })).toEqual([]);
      }),
    );
  });

  test.each([
    ['without padding', 'aGk'],
    ['with too much padding', 'aGk=='],
    ['with spare bits', 'aGl='],
    ['of the url alphabet', '-_-_'],
    ['with white space', 'aG k='],
    ['with a line break', 'aGk=\n'],
    ['padding alone', '===='],
    ['padding inside', 'aG=k'],
    ['a data URL', 'data:application/pdf;base64,aGk='],
    ['no ASCII', 'äöüß'],
  ])('base64 %s is refused', (_, contentBase64) => {
    expect(codes({ ...upload, contentBase64 })).toEqual(['contentBase64 base64']);
  });

  test('an empty content is one fault', () => {
    expect(codes({ ...upload, contentBase64: '' })).toEqual(['contentBase64 too_short']);
  });

  test('ten megabytes are checked without overflowing the stack', () => {
    const contentBase64 = Buffer.alloc(10 * 1024 * 1024, 7).toString('base64');
    expect(codes({ ...upload, contentBase64 })).toEqual([]);
    expect(codes({ ...upload, contentBase64: `${contentBase64}!` })).toEqual(['contentBase64 base64']);
  });
});
