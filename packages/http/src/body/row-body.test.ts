import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRows } from './row-body.ts';

const rows = { field: 'rows', most: 50, mostBytes: 100_000 };
const parse = (text: string) => parseRows(Buffer.from(text), rows);
const textsOf = (value: unknown) => (value as { rows: Buffer[] }).rows.map((item) => item.toString());

test('every row is returned as it was sent, and the other fields are parsed', async () => {
  const items = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(items, fc.boolean(), fc.constantFrom(undefined, 1, '\t'), async (sent, dryRun, space) => {
      const { value } = await parse(JSON.stringify({ other: { rows: [1] }, rows: sent, dryRun }, null, space));
      expect(textsOf(value).map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(sent)));
      expect(value).toMatchObject({ dryRun, other: { rows: [1] } });
    }),
  );
});

test('a body without a list of rows is parsed like any other, and invalid JSON is refused unless it is within a row', async () => {
  for (const text of ['[]', 'null', '{"rows":7}', '{}', '{"other":["rows"]}'])
    expect((await parse(text)).value).toEqual(JSON.parse(text));
  for (const text of ['{"rows":[1', '{"rows":[]', '{"rows":["a]}', '{"rows":[],}'])
    expect((await parse(text)).fault, text).toMatchObject({ code: 'invalid_request' });
  expect(textsOf((await parse('{"rows":[ {"a":"],["} , nonsense ]}')).value)).toEqual(['{"a":"],["} ', 'nonsense ']);
});

test('too many rows, a row that is too long, and other fields that are too large are refused', async () => {
  const many = (count: number) => `{"rows":[${Array.from({ length: count }, () => '{}').join(',')}]}`;
  expect(textsOf((await parse(many(50))).value)).toHaveLength(50);
  await expect(parse(many(51))).rejects.toMatchObject({ details: { issues: [{ path: 'rows', code: 'too_many' }] } });
  const large = 'x'.repeat(70_000);
  await expect(parse(`{"rows":[],"a":"${large}"}`)).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(textsOf((await parse(`{"rows":["${large}"]}`)).value)).toHaveLength(1);
  await expect(parse(`{"rows":[1,"${large}${large}"]}`)).rejects.toMatchObject({
    details: { issues: [{ path: 'rows[1]', code: 'too_long' }] },
  });
});

test('parsing a body in several slices gives the same result wherever the slices end', async () => {
  const items = Array.from({ length: 49 }, (_, index) => `${index}${'"\\\u2028'.repeat(5_000)}`);
  const sent = JSON.stringify({ rows: [...items, 12_345] });
  const { value, hash } = await parse(sent);
  expect(textsOf(value).map((text) => JSON.parse(text))).toEqual([...items, 12_345]);
  expect(hash).toBe(createHash('sha256').update(sent).digest('hex'));
});

test("a body that isn't UTF-8 is refused, because decoding it would change names", async () => {
  await expect(parseRows(Buffer.from('{"rows":["Pe\u00f1a"]}', 'latin1'), rows)).rejects.toMatchObject({
    details: { issues: [{ path: '', code: 'unreadable' }] },
  });
});
