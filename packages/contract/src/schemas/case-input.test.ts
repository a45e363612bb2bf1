import { describe, expect, test } from 'vitest';
import { faults } from '../../test/faults.ts';
import { metaOf, shapeOf, type Shape } from '../shape.ts';
import { type CreateCaseBody, createCaseBody, updateCaseBody } from './case-input.ts';

interface Row {
  path: string;
  required: boolean;
  /** Values on the valid side of every bound. */
  good: unknown[];
  /** Values just beyond a bound, with the error code. */
  bad: [value: unknown, code: string][];
  /** A value of another JSON type. */
  other: unknown;
}

const astral = '\u{1F600}';

const text = (path: string, required: boolean, min: number, max: number): Row => ({
  path,
  required,
  good: ['x'.repeat(min), 'x'.repeat(max), astral.repeat(max), 'Łódź, 東京'],
  bad: [
    ['x'.repeat(max + 1), 'too_long'],
    [astral.repeat(max + 1), 'too_long'],
    ['nul\u0000', 'invalid_text'],
    ['half \ud83d', 'invalid_text'],
    ['\udc00 half', 'invalid_text'],
    ...(min > 0 ? ([['', 'too_short']] as [unknown, string][]) : []),
  ],
  other: 7,
});

const integer = (path: string, required: boolean, min: number, max: number): Row => ({
  path,
  required,
  good: [min, max],
  bad: [
    [min - 1, 'too_small'],
    [max === Number.MAX_SAFE_INTEGER ? 2 ** 53 : max + 1, 'too_large'],
    [1.5, 'not_integer'],
    [Number.POSITIVE_INFINITY, 'too_large'],
  ],
  other: '7',
});

const cents = (path: string, required: boolean): Row => integer(path, required, 0, Number.MAX_SAFE_INTEGER);

const date = (path: string, required: boolean): Row => ({
  path,
  required,
  good: ['1900-01-01', '2200-12-31', '2024-02-29', '2000-02-29'],
  bad: [
    ['1899-12-31', 'date'],
    ['2201-01-01', 'date'],
    ['2026-02-30', 'date'],
    ['2023-02-29', 'date'],
    ['1900-02-29', 'date'],
    ['2026-13-01', 'date'],
    ['2026-00-10', 'date'],
    ['2026-04-31', 'date'],
    ['2026-4-3', 'date'],
    ['2026-04-03T00:00:00Z', 'date'],
    ['2026-04-03\n', 'date'],
    ['', 'date'],
  ],
  other: 20260403,
});

const oneOf = (path: string, required: boolean, values: string[]): Row => ({
  path,
  required,
  good: values,
  bad: [
    ['other', 'one_of'],
    ['', 'one_of'],
    [values[0]?.toUpperCase(), 'one_of'],
  ],
  other: [values[0]],
});

const flag = (path: string, required: boolean): Row => ({
  path,
  required,
  good: [true, false],
  bad: [],
  other: 'true',
});

const pattern = (path: string, good: string[], bad: string[]): Row => ({
  path,
  required: true,
  good,
  bad: bad.map((value) => [value, 'pattern']),
  other: 12345,
});

const object = (path: string, required: boolean): Row => ({ path, required, good: [], bad: [], other: [] });

const array = (path: string, required: boolean, max: number, item: unknown): Row => ({
  path,
  required,
  good: [[], Array.from({ length: max }, () => item)],
  bad: [[Array.from({ length: max + 1 }, () => item), 'too_many']],
  other: {},
});

const party = { role: 'plaintiff', name: 'Ann Owner', isEntity: false };
const entry = { date: '2026-01-01', type: 'charge', amountCents: 100, memo: 'Rent' };

/** The table of case input in the API specification. */
const rows: Row[] = [
  oneOf('ground', true, ['nonpayment', 'lease_violation', 'holdover']),
  oneOf('entryPoint', true, ['notice', 'filing']),
  object('property', true),
  text('property.line1', true, 1, 200),
  text('property.unit', false, 1, 50),
  text('property.city', true, 1, 100),
  text('property.county', false, 1, 100),
  pattern('property.state', ['ZZ', 'md', 'Ny'], ['', 'Z', 'ZZZ', 'Z1', ' ZZ', 'ZZ\n', 'ÄÖ', 'Z\u0000']),
  pattern(
    'property.zip',
    ['00000', '99999', '12345-6789'],
    ['', '1234', '123456', '12345-', '12345-678', '12345-67890', '12345 6789', '１２３４５', '12345\n'],
  ),
  text('property.ownerOfRecord', true, 1, 200),
  array('parties', true, 20, party),
  oneOf('parties[0].role', true, ['plaintiff', 'defendant']),
  text('parties[0].name', true, 1, 200),
  flag('parties[0].isEntity', false),
  object('lease', false),
  date('lease.startDate', false),
  date('lease.endDate', false),
  cents('lease.monthlyRentCents', false),
  array('ledger', false, 1000, entry),
  date('ledger[0].date', true),
  oneOf('ledger[0].type', true, ['charge', 'payment']),
  cents('ledger[0].amountCents', true),
  text('ledger[0].memo', false, 1, 500),
  cents('amountOwedCents', false),
  object('violation', false),
  text('violation.description', true, 1, 5000),
  date('violation.date', true),
  object('attestations', true),
  flag('attestations.authority', false),
  flag('attestations.notRetaliatory', false),
  flag('attestations.notDiscriminatory', false),
  flag('attestations.caresCovered', false),
  flag('attestations.subsidized', false),
  oneOf('attestations.servicemember', false, ['no', 'yes', 'unknown']),
  object('priorNotice', false),
  date('priorNotice.servedDate', true),
  oneOf('priorNotice.method', true, ['personal', 'substitute', 'posting', 'certified_mail', 'first_class_mail']),
  integer('priorNotice.periodDays', true, 1, 365),
  text('freeText', false, 0, 5000),
];

const objects = ['', 'property', 'parties[0]', 'lease', 'ledger[0]', 'violation', 'attestations', 'priorNotice'];

/** Returns a body with every field. */
const full = (): Record<string, unknown> => ({
  ...structuredClone(metaOf(createCaseBody).example as CreateCaseBody),
  violation: { description: 'Something that is described.', date: '2026-01-01' },
  priorNotice: { servedDate: '2026-01-01', method: 'personal', periodDays: 5 },
  freeText: 'sandbox:filing_rejected',
});

/** Returns a full body with one value replaced. Undefined removes the field, as in JSON. */
function bodyWith(path: string, value: unknown): Record<string, unknown> {
  const body = full();
  const keys = path.match(/[^.[\]]+/gu) ?? [];
  const last = keys.pop() ?? '';
  let target = body;
  for (const key of keys) target = target[key] as Record<string, unknown>;
  if (value === undefined) delete target[last];
  else target[last] = value;
  return body;
}

const bodies = [
  { name: 'create', schema: createCaseBody, allTopLevelOptional: false },
  { name: 'patch', schema: updateCaseBody, allTopLevelOptional: true },
];

describe.each(bodies)('the case input of a $name', ({ schema, allTopLevelOptional }) => {
  test('is accepted with every field', () => {
    expect(faults(schema, full())).toEqual([]);
  });

  for (const { path, required, good, bad, other } of rows) {
    test(`${path} is refused if and only if it is beyond its bounds, null, of another type, or required but missing`, () => {
      expect(good.flatMap((value) => faults(schema, bodyWith(path, value)))).toEqual([]);
      expect(bad.map(([value]) => [value, faults(schema, bodyWith(path, value))])).toEqual(
        bad.map(([value, code]) => [value, [`${path} ${code}`]]),
      );
      expect(faults(schema, bodyWith(path, null))).toEqual([`${path} null`]);
      expect(faults(schema, bodyWith(path, other))).toEqual([`${path} type`]);
      const topLevel = !/[.[]/u.test(path);
      const mayMiss = !required || (allTopLevelOptional && topLevel);
      expect(faults(schema, bodyWith(path, undefined))).toEqual(mayMiss ? [] : [`${path} required`]);
    });
  }

  test.each(objects)('an unknown field in %j is reported by its path', (path) => {
    for (const name of ['extra', 'constructor', 'toString', '__isYupRef', 'Ground']) {
      const field = path === '' ? name : `${path}.${name}`;
      expect(faults(schema, bodyWith(field, 1))).toEqual([`${field} unknown_field`]);
    }
  });

  test.each(objects)("a __proto__ field in %j is reported as unknown and doesn't pollute any prototype", (path) => {
    const marker = path === '' ? 'marker' : `${path}.marker`;
    const body: unknown = JSON.parse(
      JSON.stringify(bodyWith(marker, 0)).replace('"marker":0', '"__proto__":{"polluted":1}'),
    );
    expect(faults(schema, body)).toEqual([`${marker.replace('marker', '__proto__')} unknown_field`]);
    expect('polluted' in {}).toBe(false);
  });
});

test("this test's table lists every field of the schema", () => {
  expect(rows.map(({ path }) => path).sort()).toEqual(pathsOf(shapeOf(createCaseBody), '').sort());
});

test('an empty create reports every required field, and an empty patch is accepted', () => {
  expect(faults(createCaseBody, {})).toEqual(
    ['ground', 'entryPoint', 'property', 'parties', 'attestations'].map((path) => `${path} required`),
  );
  expect(faults(updateCaseBody, {})).toEqual([]);
});

test('in a patch, a property or party must be complete if it is sent', () => {
  expect(faults(updateCaseBody, { property: {}, parties: [{}] })).toEqual(
    [
      'property.line1',
      'property.city',
      'property.state',
      'property.zip',
      'property.ownerOfRecord',
      'parties[0].role',
      'parties[0].name',
    ].map((path) => `${path} required`),
  );
});

test('all errors in a body are reported together, at every level', () => {
  const body = {
    ...full(),
    ground: 'rent',
    extra: 1,
    property: { line1: '', city: 'X', state: 'ZZZ', zip: '1', planet: 'Mars' },
    parties: [{ role: 'judge', name: 'A' }, null, { role: 'defendant', name: 'B'.repeat(201), age: 3 }],
    ledger: [{ date: '2026-02-30', type: 'gift', amountCents: -1.5 }],
    amountOwedCents: '5',
    attestations: { servicemember: null },
  };
  expect(faults(createCaseBody, body)).toEqual([
    'ground one_of',
    'property.line1 too_short',
    'property.state pattern',
    'property.zip pattern',
    'property.ownerOfRecord required',
    'property.planet unknown_field',
    'parties[0].role one_of',
    'parties[1] null',
    'parties[2].name too_long',
    'parties[2].age unknown_field',
    'ledger[0].date date',
    'ledger[0].type one_of',
    'ledger[0].amountCents not_integer',
    'ledger[0].amountCents too_small',
    'amountOwedCents type',
    'attestations.servicemember null',
    'extra unknown_field',
  ]);
});

function pathsOf({ innerType, fields = {} }: Shape, path: string): string[] {
  const own = path === '' || path.endsWith(']') ? [] : [path];
  if (innerType) return [...own, ...pathsOf(innerType, `${path}[0]`)];
  const prefix = path === '' ? '' : `${path}.`;
  return [...own, ...Object.entries(fields).flatMap(([name, field]) => pathsOf(field, `${prefix}${name}`))];
}
