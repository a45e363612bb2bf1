import { createHash } from 'node:crypto';
import { bodyLimits, jsonLimits } from '@evict/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Base64Decoder } from './base64-decoder.ts';
import { JsonScanner } from './json-scanner.ts';

const unlimited = { depth: 10_000, values: 1e9, fieldsPerObject: 1e9, textBytes: 1e9 };

/** The same bytes in pieces of any sizes. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const end = at + (sizes.length > 0 ? (sizes[turn % sizes.length] as number) : bytes.length);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 });

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const names = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, item) => sum + countOf(item), 1 + names);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function scanAll(limits: typeof unlimited, bytes: Buffer, at: readonly number[] = []) {
  const scanner = new JsonScanner(limits);
  for (const piece of cut(bytes, at)) {
    const found = scanner.scan(piece);
    if (typeof found === 'string') return found;
  }
  return scanner.values;
}

describe('what a body holds', () => {
  test('is counted as the parser counts it, however it is chunked and spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), sizes, (value, space, at) => {
        const bytes = Buffer.from(JSON.stringify(value, null, space));
        const sent = JSON.parse(bytes.toString()) as unknown;
        expect(scanAll(unlimited, bytes, at)).toBe(countOf(sent));
        const depth = depthOf(sent);
        const limits = { ...unlimited, depth: Math.max(1, depth) };
        expect(scanAll(limits, bytes, at)).toBe(countOf(sent));
        if (depth > 1) expect(scanAll({ ...limits, depth: depth - 1 }, bytes, at)).toBe('too_deep');
      }),
    );
  });

  test('never makes the scanner fail, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), sizes, (bytes, at) => {
        expect(['number', 'string']).toContain(typeof scanAll({ ...unlimited, depth: 3 }, Buffer.from(bytes), at));
      }),
    );
  });

  const limits = { depth: 3, values: 10, fieldsPerObject: 2, textBytes: 5 };
  test.each<[string, string, string]>([
    ['[[[]]]', '[[[[]]]]', 'too_deep'],
    ['[1,2,3,4,5,6,7,8,9]', '[1,2,3,4,5,6,7,8,9,10]', 'too_many_values'],
    ['[{},{},{},{},{},{},{},{},{}]', '[{},{},{},{},{},{},{},{},{},{}]', 'too_many_values'],
    ['[{"a":1,"b":1},{"a":1}]', '[{"a":1,"b":1,"c":1}]', 'too_many_fields'],
    ['["12345"]', '["123456"]', 'text_too_long'],
    ['{"12345":1}', '{"123456":1}', 'text_too_long'],
    ['["\\u123"]', '["\\u1234"]', 'text_too_long'],
  ])('%s is at a limit, and %s beyond it: %s', (within, beyond, fault) => {
    expect(scanAll(limits, Buffer.from(within))).toBeTypeOf('number');
    expect(scanAll(limits, Buffer.from(beyond))).toBe(fault);
  });

  test('is refused long before its end, if it is 14 MB of nothing', () => {
    const scanner = new JsonScanner(jsonLimits);
    const chunk = Buffer.from('{},'.repeat(20_000));
    expect(scanner.scan(Buffer.from('['))).toHaveLength(1);
    let taken = 0;
    while (Array.isArray(scanner.scan(chunk))) taken += chunk.length;
    expect(taken).toBeLessThan(bodyLimits.upload / 50);
  });
});

/** What becomes of a body whose field `file` is taken out of it. */
function takeOut(body: string | Buffer, at: readonly number[] = []) {
  let content: Buffer[] = [];
  const decoder = new Base64Decoder({
    restart: () => (content = []),
    write: (bytes) => content.push(bytes),
  });
  const scanner = new JsonScanner(unlimited, { name: 'file', sink: decoder });
  const rest: Buffer[] = [];
  for (const piece of cut(Buffer.from(body), at)) {
    const kept = scanner.scan(piece);
    if (typeof kept === 'string') throw new Error(kept);
    rest.push(...kept);
  }
  return { rest: Buffer.concat(rest).toString(), content: Buffer.concat(content) };
}

describe('a field of base64', () => {
  test('is decoded as Buffer does it, however it is chunked and whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.jsonValue(), fc.boolean(), sizes, (bytes, other, first, at) => {
        const file = Buffer.from(bytes).toString('base64');
        const body = first ? { file, other } : { other, file };
        const { rest, content } = takeOut(JSON.stringify(body), at);
        expect(content.equals(bytes)).toBe(true);
        expect(JSON.parse(rest)).toEqual(
          JSON.parse(JSON.stringify({ ...body, file: bytes.length === 0 ? '' : 'AAAA' })),
        );
      }),
    );
  });

  test('of any characters is accepted exactly if it is canonical', () => {
    const text = fc.string({
      unit: fc.constantFrom('A', 'B', 'Q', 'g', '+', '/', '=', '-', ' ', '\n', 'é'),
      maxLength: 9,
    });
    fc.assert(
      fc.property(text, sizes, (file, at) => {
        const { rest } = takeOut(JSON.stringify({ file }), at);
        const isCanonical = Buffer.from(file, 'base64').toString('base64') === file;
        expect(JSON.parse(rest)).toEqual({ file: file === '' ? '' : isCanonical ? 'AAAA' : '=' });
      }),
    );
  });

  test('of ten megabytes comes out as it went in', () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1, 'seven bytes and more');
    const { content } = takeOut(JSON.stringify({ file: bytes.toString('base64') }), [65_536, 1, 65_535, 3]);
    const sha256 = (of: Buffer) => createHash('sha256').update(of).digest('hex');
    expect(sha256(content)).toBe(sha256(bytes));
  });

  test.each([
    ['with an escaped slash', '{"file":"ab\\/+"}', '{"file":"AAAA"}'],
    ['with a character as its code', '{"file":"\\u0041AA\\u003d"}', '{"file":"AAAA"}'],
    ['whose name is written in escapes', '{"\\u0066\\u0069le":"AAA="}', '{"\\u0066\\u0069le":"AAAA"}'],
    ['with an escaped line break', '{"file":"AAAA\\n"}', '{"file":"="}'],
    ['with an escaped quote', '{"file":"AAAA\\"AAAA"}', '{"file":"="}'],
    ['with more after its padding', '{"file":"AA==AAAA"}', '{"file":"="}'],
    ['that is empty', '{"file":""}', '{"file":""}'],
    ['that is there twice', '{"file":"=","file":"AAAA"}', '{"file":"=","file":"AAAA"}'],
    ['that is no text', '{"file":["AAAA"]}', '{"file":["AAAA"]}'],
    ['of another object', '{"a":{"file":"B"}}', '{"a":{"file":"B"}}'],
    ['of an object in a list', '[{"file":"B"}]', '[{"file":"B"}]'],
    ['whose name is a value', '{"a":"file","b":"B"}', '{"a":"file","b":"B"}'],
    ['whose name is too long', `{"${'f'.repeat(300)}":"B"}`, `{"${'f'.repeat(300)}":"B"}`],
  ])('%s: of %s stays %s', (_what, body, rest) => {
    for (const at of [[], [1], [2], [3, 1]]) expect(takeOut(body, at).rest).toBe(rest);
  });

  test('that is repeated has its last value', () => {
    expect(takeOut('{"file":"AAAA","file":"QUJD"}').content.toString()).toBe('ABC');
    expect(JSON.parse(takeOut('{"file":"QUJD","file":5}').rest)).toEqual({ file: 5 });
    expect(takeOut('{"file":5,"file":"QUJD"}').content.toString()).toBe('ABC');
  });

  test.each([
    ['a control character', '{"file":"AAAA\nAAAA"}'],
    ['a control character after what is no base64', '{"file":"*\\n\nAAAA"}'],
    ['an escape that JSON has not', '{"file":"AA\\xAA"}'],
    ['half a code', '{"file":"\\u00"}'],
    ['no end', '{"file":"AAAA'],
    ['no end of its escape', '{"file":"AAAA\\'],
    ['nothing around it', '"file":"AAAA"'],
    ['no colon', '{"file" "AAAA"}'],
    ['two values', '{"file":"AAAA" "AAAA"}'],
  ])('with %s leaves what is no JSON', (_what, body) => {
    for (const at of [[], [1], [2]]) expect(() => JSON.parse(takeOut(body, at).rest)).toThrow(SyntaxError);
  });

  test('leaves valid JSON exactly if the body was valid JSON', () => {
    const piece = fc.constantFrom(
      '"file"',
      '"a"',
      '"AAAA"',
      '"\\u00e9"',
      ':',
      ',',
      '{',
      '}',
      '[',
      ']',
      '1',
      ' ',
      '\\',
      '"',
    );
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), sizes, (pieces, at) => {
        const body = pieces.join('');
        expect(isJson(takeOut(body, at).rest)).toBe(isJson(body));
      }),
      { numRuns: 3000 },
    );
  });
});
