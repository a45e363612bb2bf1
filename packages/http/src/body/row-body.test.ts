import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRows } from './row-body.ts';

const rows = { field: 'rows', most: 50 };
const parse = (text: string) => parseRows(Buffer.from(text), rows);
const textsOf = (value: unknown) => (value as { rows: Buffer[] }).rows.map((item) => item.toString());

test('whatever the items are, each is what was sent, and what is around them is a value', () => {
  const items = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 20 });
  fc.assert(
    fc.property(items, fc.boolean(), fc.constantFrom(undefined, 1, '\t'), (sent, dryRun, space) => {
      const { value } = parse(JSON.stringify({ other: { rows: [1] }, rows: sent, dryRun }, null, space));
      expect(textsOf(value).map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(sent)));
      expect(value).toMatchObject({ dryRun, other: { rows: [1] } });
    }),
  );
});

test('what is no such object is a body like any other', () => {
  for (const text of ['[]', 'null', '{"rows":7}', '{}', '{"other":["rows"]}'])
    expect(parse(text).value).toEqual(JSON.parse(text));
  for (const text of ['{"rows":[1', '{"rows":[]', '{"rows":["a]}', '{"rows":[],}'])
    expect(parse(text).fault, text).toMatchObject({ code: 'invalid_request' });
  expect(textsOf(parse('{"rows":[ {"a":"],["} , nonsense ]}').value)).toEqual(['{"a":"],["} ', 'nonsense ']);
});

test('too many items are refused before the rest is read, and what is around them is small', () => {
  const many = (count: number) => `{"rows":[${Array.from({ length: count }, () => '{}').join(',')}]}`;
  expect(textsOf(parse(many(50)).value)).toHaveLength(50);
  expect(() => parse(many(51))).toThrow(
    expect.objectContaining({
      details: { issues: [expect.objectContaining({ path: 'rows', code: 'too_many' })] },
    }) as Error,
  );
  const large = 'x'.repeat(70_000);
  expect(() => parse(`{"rows":[],"a":"${large}"}`)).toThrow(
    expect.objectContaining({ code: 'payload_too_large' }) as Error,
  );
  expect(textsOf(parse(`{"rows":["${large}"]}`).value)).toHaveLength(1);
});
