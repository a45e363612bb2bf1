import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnySchema } from 'yup';
import { toJsonSchema } from './json-schema.ts';
import { routes } from './routes.ts';
import type { Route } from './routes/route.ts';
import { shapeOf, type Shape } from './shape.ts';
import { validate } from './validate.ts';

const inputs = Object.entries<Route>(routes).flatMap(([name, { body, query }]) =>
  [body, query].flatMap((schema): { name: string; schema: AnySchema }[] => (schema ? [{ name, schema }] : [])),
);

describe.each(inputs)('input of $name', ({ schema }) => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  addFormats.default(ajv);
  const matches = ajv.compile(toJsonSchema(schema));

  test('the JSON schema accepts a value if and only if the validator does', () => {
    let accepted = 0;
    fc.assert(
      fc.property(valueOf(shapeOf(schema)), (value) => {
        const { ok } = validate(schema, value);
        accepted += Number(ok);
        expect(matches(value)).toBe(ok);
      }),
      { numRuns: 300 },
    );
    // Both sides of the "if and only if" were met. How often is chance.
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(300);
  });

  test('yup itself accepts a value if and only if the validator does', () => {
    fc.assert(
      fc.property(valueOf(shapeOf(schema)), (value) => {
        expect(schema.isValidSync(value, { strict: true })).toBe(validate(schema, value).ok);
      }),
      { numRuns: 100 },
    );
  });
});

/** Mostly what the shape asks for, on either side of its bounds; now and then something else altogether. */
function valueOf(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: near(shape) }, { weight: 1, arbitrary: anyJson });
}

const anyJson = fc.constantFrom<unknown[]>(null, true, 0, -1, 1.5, 2 ** 53, 1e300, '', 'x', '\u0000', [], {}, [null], {
  a: 1,
});

function near(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.variants) return fc.oneof(...[...shape.variants.forms.values()].map(valueOf));
  return nearOfType[shape.type](shape);
}

const nearOfType: Record<Shape['type'], (shape: Shape) => fc.Arbitrary<unknown>> = {
  object: objectNear,
  array: arrayNear,
  string: stringNear,
  number: numberNear,
  boolean: () => fc.boolean(),
  mixed: () => anyJson,
};

function objectNear({ fields }: Shape): fc.Arbitrary<unknown> {
  const known = Object.fromEntries([...fields].map(([name, field]) => [name, valueOf(field)]));
  const optional = [...fields].filter(([, field]) => field.optional).map(([name]) => name);
  const complete = fc.record(known, { requiredKeys: Object.keys(known).filter((name) => !optional.includes(name)) });
  const partial = fc.record(known, { requiredKeys: [] });
  const extra = fc.constantFrom('extra', '__proto__', 'constructor', 'toString', 'a.b');
  const widened = fc.tuple(complete, extra).map(([value, name]) => {
    const wider = { ...value };
    Object.defineProperty(wider, name, { value: 1, enumerable: true });
    return wider;
  });
  return fc.oneof(
    { weight: 40, arbitrary: complete },
    { weight: 1, arbitrary: partial },
    { weight: 1, arbitrary: widened },
  );
}

function arrayNear({ items, rules }: Shape): fc.Arbitrary<unknown> {
  if (!items) return fc.constant([]);
  const some = fc.array(valueOf(items), { maxLength: 3 });
  const max = rules.find(({ code }) => code === 'too_many')?.keywords['maxItems'];
  if (typeof max !== 'number') return some;
  const full = fc
    .tuple(near(items), fc.constantFrom(max, max + 1))
    .map(([item, count]) => Array.from({ length: count }, () => item));
  return fc.oneof({ weight: 40, arbitrary: some }, { weight: 1, arbitrary: full });
}

function numberNear({ rules }: Shape): fc.Arbitrary<unknown> {
  const bounds = rules.flatMap(({ keywords }) =>
    [keywords['minimum'], keywords['maximum']].filter((bound) => typeof bound === 'number'),
  );
  const low = Math.min(...bounds);
  const high = Math.max(...bounds);
  return fc.oneof(
    { weight: 15, arbitrary: fc.integer({ min: low, max: high }) },
    { weight: 1, arbitrary: fc.constantFrom(low, high, low - 1, high + 1, 0.5, -0, Number.POSITIVE_INFINITY) },
  );
}

const hostileText = fc.constantFrom(
  '',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\u{1F600}',
  ' ',
  '\n',
  '/',
  '\\',
  '\u0085',
  'aGl=',
  'a@b.c',
);

function stringNear({ rules }: Shape): fc.Arbitrary<unknown> {
  if (rules.filter(({ code }) => code === 'pattern' || code === 'invalid_text').length > 1) return fileNames;
  const wanted = rules.flatMap(({ code, keywords }): fc.Arbitrary<string>[] => {
    if (code === 'one_of') return [fc.constantFrom(...(keywords['enum'] as string[]))];
    if (code === 'date') return [days];
    if (code === 'date_time') return [times];
    if (code === 'base64')
      return [fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('base64'))];
    if (code === 'pattern') return [ofPattern(keywords['pattern'] as string)];
    if (code === 'invalid_text') return [ofLength(rules)];
    return [];
  });
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...wanted) }, { weight: 1, arbitrary: hostileText });
}

const fileNames = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom('a.pdf', 'x'.repeat(255), '\u{1F600}'.repeat(255), 'é ü.png', '..') },
  { weight: 1, arbitrary: fc.oneof(hostileText, fc.constantFrom('x'.repeat(256), 'a/b', 'a\tb')) },
);

const days = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1899-12-31',
      '2201-01-01',
      '2026-02-29',
      '2024-02-29',
      '1900-02-29',
      '2026-1-1',
      '2026-00-01',
    ),
  },
);

const times = fc
  .tuple(days, fc.constantFrom('T00:00:00Z', 'T23:59:59.123456789Z', 'T12:30:00+05:30', 'T24:00:00Z', 't00:00:00z', ''))
  .map((parts) => parts.join(''));

/** Patterns with character classes that fast-check cannot draw from have samples instead. */
function ofPattern(source: string): fc.Arbitrary<string> {
  if (source.includes('@'))
    return fc.constantFrom('a@b.co', "o'x+1@mail.example.org", `${'a'.repeat(249)}@b.co`, `${'a'.repeat(250)}@b.co`);
  return fc.stringMatching(new RegExp(source, 'u'), { size: 'small' });
}

/** Lengths in code points on both sides of the bounds, where the characters need one or two units. */
function ofLength(rules: Shape['rules']): fc.Arbitrary<string> {
  const { minLength: min = 0, maxLength: max = 100 } = Object.assign({}, ...rules.map(({ keywords }) => keywords)) as {
    minLength?: number;
    maxLength?: number;
  };
  const edges = fc.constantFrom(min, max, max + 1, Math.max(0, min - 1));
  const unit = fc.constantFrom('x', 'é', '\u{1F600}');
  return fc.oneof(
    { weight: 20, arbitrary: fc.string({ minLength: min, maxLength: Math.min(max, min + 20), unit: 'binary' }) },
    { weight: 1, arbitrary: fc.tuple(unit, edges).map(([character, length]) => character.repeat(length)) },
  );
}
