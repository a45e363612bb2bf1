import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import type { AnySchema } from 'yup';
import { toJsonSchema } from './json-schema.ts';
import { routes } from './routes.ts';
import type { Route } from './routes/route.ts';
import { metaOf, type Shape, shapeOf } from './shape.ts';
import { validate } from './validate.ts';

const inputs = Object.entries<Route>(routes).flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema): { name: string; schema: AnySchema }[] => (schema ? [{ name, schema }] : [])),
);

const ajv = new Ajv2020({ strict: true, strictTypes: false });
addFormats.default(ajv);

test.each(inputs)('input of $name: the JSON schema accepts a value if and only if the validator does', ({ schema }) => {
  const matches = ajv.compile(toJsonSchema(schema));
  const verdicts = new Set<boolean>();
  for (const value of near(shapeOf(schema))) {
    const { ok } = validate(schema, value);
    verdicts.add(ok);
    if (matches(value) !== ok) expect.fail(`${ok ? 'only' : 'all but'} the validator takes ${JSON.stringify(value)}`);
  }
  expect(verdicts).toEqual(new Set([true, false]));
});

/** Generates values close to what a shape requires. The first is valid, and most others are wrong in one place. */
function* near(shape: Shape): Generator {
  const { variants } = metaOf(shape);
  if (variants) for (const form of Object.values(variants.forms)) yield* near(shapeOf(form));
  else yield* nearOfType[shape.type](shape);
  yield* [null, true, 0, 1.5, 1e300, '', 'x', [], {}, [null], { a: 1 }];
}

const nearOfType: Record<Shape['type'], (shape: Shape) => Iterable<unknown>> = {
  object: objectsNear,
  array: listsNear,
  string: textsNear,
  number: numbersNear,
  boolean: () => [true, false],
  mixed: () => [null],
};

function* objectsNear({ fields = {} }: Shape): Generator<object> {
  const names = Object.keys(fields);
  const whole = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, first(field)]));
  yield whole;
  for (const [name, field] of Object.entries(fields)) {
    for (const value of near(field)) yield { ...whole, [name]: value };
    yield Object.fromEntries(names.flatMap((other) => (other === name ? [] : [[other, whole[other]]])));
  }
  yield Object.fromEntries(names.flatMap((name) => (fields[name]?.spec.optional ? [] : [[name, whole[name]]])));
  for (const name of ['extra', '__proto__', 'constructor', 'a.b'])
    yield JSON.parse(JSON.stringify({ ...whole, PLACE: 1 }).replace('PLACE', name)) as object;
}

function* listsNear({ innerType, spec }: Shape): Generator<unknown[]> {
  if (!innerType) return yield [];
  yield [first(innerType)];
  for (const item of near(innerType)) yield [item];
  const { minItems = 0, maxItems = 0 } = keywordsOf(spec.meta);
  for (const length of [minItems, maxItems, maxItems + 1]) yield Array.from({ length }, () => first(innerType));
}

function numbersNear({ spec }: Shape): number[] {
  const { minimum = 0, maximum = 0 } = keywordsOf(spec.meta);
  return [maximum, minimum, minimum - 1, maximum + 1, minimum + 0.5, -0, Number.POSITIVE_INFINITY];
}

function textsNear({ spec }: Shape): string[] {
  const { rules = [] } = spec.meta ?? {};
  const { enum: values = [], minLength = 0, maxLength = 100 } = keywordsOf(spec.meta);
  const lengths = [minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1)];
  const bounds = lengths.flatMap((length) => ['x', '\u{1F600}', '7'].map((letter) => letter.repeat(length)));
  const all = [...values, ...texts, ...bounds];
  return [...all.filter((text) => rules.every((rule) => rule.holds(text))).slice(0, 1), ...all];
}

/** Strings in every format of the API, and strings that break each format. */
const texts = [
  ['ZZ', 'md', 'Z1', 'ÄÖ', '12345', '12345-6789', '12345-', 'a.pdf', 'a/b', 'a\tb', 'a\u0085', '..', '\\', '007', '-1'],
  ['a@b.co', "o'x+1@mail.example.org", `${'a'.repeat(250)}@b.co`, 'a@b.c', '.a@b.co', 'a@-b.co', 'a@b.co\n'],
  ['1900-01-01', '2200-12-31', '1899-12-31', '2201-01-01', '2026-02-29', '2024-02-29', '1900-02-29', '2026-1-1'],
  ['2026-07-01T00:00:00Z', '2026-07-01T23:59:59.123456789Z', '2026-07-01T12:30:00+05:30', '2026-07-01T24:00:00Z'],
  ['2026-02-30T00:00:00Z', '2026-07-01t00:00:00z', 'aGk=', 'aGl=', 'aGk', 'aGk==', '-_-_', 'aG k=', '===='],
  ['case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11'],
  ['', ' ', '\n', 'a\u0000b', '\ud800', 'a\udc00', '\u{1F600}', 'é ü.png', 'x'.repeat(20)],
].flat();

function first(shape: Shape): unknown {
  return near(shape).next().value;
}

interface Keywords {
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

function keywordsOf(meta: Shape['spec']['meta']): Keywords {
  return Object.assign({}, ...(meta?.rules ?? []).map(({ keywords }) => keywords)) as Keywords;
}
