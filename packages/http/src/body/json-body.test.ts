import { createHash } from 'node:crypto';
import { bodyLimits } from '@evict/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from './json-body.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const parse = (body: string | Buffer, contentField?: string) => parseBody(Buffer.from(body), contentField);

/** Returns the error for an invalid body, whether `parseBody` throws it or returns it as `fault`. */
function refusalOf(body: string | Buffer, contentField?: string) {
  try {
    return parse(body, contentField).fault;
  } catch (error) {
    return error;
  }
}

test('any JSON is parsed as sent, and the hash covers its bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (sent) => {
      const text = JSON.stringify(sent);
      fc.pre(!text.includes('__proto__'));
      const hash = sha256(text === '{}' ? '' : text);
      expect(parse(text)).toEqual({ value: JSON.parse(text), hash, content: null });
    }),
  );
});

test('an empty body is parsed as undefined and has the same hash as `{}`, and an empty JSON string is parsed as a string', () => {
  expect(parse('')).toEqual({ value: undefined, hash: sha256(''), content: null });
  expect(parse('{ }')).toEqual({ value: {}, hash: sha256(''), content: null });
  expect(parse('""').value).toBe('');
});

test.each([
  ['half a document', '{"a":'],
  ['two documents', '{} {}'],
  ['only whitespace', ' '],
  ["a number that JSON doesn't have", 'NaN'],
  ['a field that would replace a prototype', '[{"__proto__":{}}]'],
  ['the same field in escapes', String.raw`{"\u005f_proto__":{}}`],
  ["bytes that aren't UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ['half a character', Buffer.from([0x22, 0xc3, 0x22])],
  ['half a character at the end', Buffer.from([0x7b, 0x7d, 0xc3])],
  ['half of a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
])('a body with %s is refused', (_name, body) => {
  expect(refusalOf(body)).toMatchObject({ code: 'invalid_request', status: 400 });
});

test("a complete body that isn't JSON still has a hash, so an Idempotency-Key can be bound to it", () => {
  const { hash, fault } = parse('{"a":');
  expect(fault?.code).toBe('invalid_request');
  expect(hash).toBe(sha256('{"a":'));
});

test('a refusal never repeats the body', () => {
  const { fault } = parse('{"name":"Robin Example"');
  expect(JSON.stringify(fault)).not.toContain('Robin');
  expect(fault).not.toHaveProperty('cause.message');
});

describe('a base64 field', () => {
  const take = (body: string) => {
    const { value, content } = parse(body, 'file');
    return { value, content: content?.toString() };
  };

  test.each([49_151, 49_152, 49_153, 200_000])(
    'of %d bytes is decoded correctly, even though it is decoded in pieces',
    (length) => {
      const bytes = Buffer.alloc(length, 'every byte counts');
      const { content } = parse(JSON.stringify({ file: bytes.toString('base64') }), 'file');
      expect(content?.equals(bytes)).toBe(true);
    },
  );

  test('is the only string that may exceed the usual limit of a body', () => {
    const long = 'ő'.repeat(bodyLimits.default);
    for (const body of [{ filename: long, file: 'AAAA' }, { filename: long }, { a: { file: long } }])
      expect(refusalOf(JSON.stringify(body), 'file')).toMatchObject({ status: 413 });
  });

  test("can't have padding in the middle", () => {
    const piece = Buffer.alloc(49_151, 'every byte counts').toString('base64');
    expect(piece).toMatch(/[^=]=$/);
    expect(take(JSON.stringify({ file: `${piece}AAAA` }))).toEqual({ value: { file: '=' }, content: undefined });
  });

  test('is decoded, and a short placeholder takes its place in the value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.jsonValue(), (bytes, other) => {
        const file = Buffer.from(bytes).toString('base64');
        const sent = JSON.stringify({ file, other });
        fc.pre(!sent.includes('__proto__'));
        const { value, content } = parse(sent, 'file');
        expect(content?.equals(bytes)).toBe(true);
        expect(value).toEqual({ ...JSON.parse(sent), file: 'AAAA' });
      }),
    );
  });

  test.each([
    ['with an escaped slash', String.raw`{"file":"QU\/D"}`, 'AAAA'],
    ['with characters outside ASCII that resemble base64', '{"file":"\u0151UJD"}', '='],
    ['with an escape in its name', String.raw`{"\u0066ile":"QUJD"}`, 'AAAA'],
    ['without padding', '{"file":"QQ"}', '='],
    ['with nonzero spare bits', '{"file":"QR=="}', '='],
    ['with an escaped line break', String.raw`{"file":"QUJD\n"}`, '='],
    ['with more after its padding', '{"file":"QQ==QUJD"}', '='],
    ['that is empty', '{"file":""}', ''],
  ])('%s has a valid placeholder if and only if the value that was sent is valid', (_what, body, file) => {
    expect(take(body).value).toEqual({ file });
  });

  test.each([
    ['half an escape sequence', String.raw`{"file":"QUJDQUJD\u00"}`],
    ['a line break', '{"file":"QUJD\nQUJD"}'],
    ['no end', '{"file":"QUJD'],
    ['no colon', '{"file" "QUJD"}'],
    ['two values', '{"file":"QUJD" "QUJD"}'],
  ])('with %s makes the body invalid JSON', (_what, body) => {
    expect(parse(body, 'file').fault).toMatchObject({ code: 'invalid_request' });
  });

  test('is found even if the body contains a longer string', () => {
    const name = 'x'.repeat(1000);
    const body = JSON.stringify({ name, file: 'QUJD', [name + name]: 1 });
    expect(take(body)).toEqual({ value: { ...JSON.parse(body), file: 'AAAA' }, content: 'ABC' });
  });

  test('has its last value if it is repeated', () => {
    expect(take('{"file":"AAAA","file":"QUJD"}').content).toBe('ABC');
    expect(take('{"file":"QUJD","file":5}')).toEqual({ value: { file: 5 }, content: undefined });
  });

  test.each(['{"a":{"file":"B"}}', '[{"file":"B"}]', '{"a":"file"}', '"file"', 'null'])("isn't found in %s", (body) => {
    expect(take(body)).toEqual({ value: JSON.parse(body), content: undefined });
  });
});
