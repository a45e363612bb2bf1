import type { Route } from '@evict/contract';
import fc from 'fast-check';

/** JSON numbers at and beyond the limits of a double, as strings. */
const numbers = ['1e400', '-1e400', '9007199254740993', '-0', '1e-400', '1'.repeat(400), '0.1', '-1', '2147483648'];
const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  '0',
  '$ref',
];
const texts = [
  '',
  ' ',
  '\0',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(5001),
  '\'; DROP TABLE "Case"; --',
  '%s%n${7*7}{{7*7}}',
  '../../etc/hosts',
  '0000-00-00',
  '2026-02-30',
  '99999-12-31',
  'a@b.co\r\nBcc: c@d.co',
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(...texts, null, true, false, 0, -1, Number.MAX_SAFE_INTEGER, [], {}),
  fc.constantFrom(...numbers).map((number) => `@number ${number}`),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const tree = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  fc.tuple(fc.constantFrom(...names), scalar).map(([name, value]) => Object.fromEntries([[name, value]]) as unknown),
  fc.tuple(fc.nat(60), fc.boolean()).map(([depth, inLists]) => nested(depth, inLists)),
);
const junk = fc.oneof({ arbitrary: scalar, weight: 3 }, tree);

const unreadable = fc.constantFrom(
  '',
  ' ',
  'null',
  '{"a":',
  '{} {}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '"\\ud800"',
  '{"name":"\\ud800\\u0000"}',
);

/** Generates bodies for a route as JSON strings: mutations of its example, arbitrary values, and invalid JSON. */
export function hostileBody(example: unknown): fc.Arbitrary<string> {
  const fault = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('replace', 'remove', 'add'),
    name: fc.constantFrom(...names),
    value: junk,
  });
  const mutated = fc.array(fault, { maxLength: 3 }).map((faults) => faults.reduce(applyFault, example));
  const value = example === undefined ? junk : fc.oneof({ arbitrary: mutated, weight: 4 }, junk);
  return fc.oneof({ arbitrary: value.map(written), weight: 5 }, unreadable);
}

/** Generates values for an id in a path: known ids, similar ones, and arbitrary strings. */
export function hostileId(known: readonly string[]): fc.Arbitrary<string> {
  const spelled = [
    '%00',
    '%2F',
    '..',
    '%2e%2e',
    '.',
    '%',
    '%zz',
    '%c0%ae',
    '%F0%9F%98%80',
    "'",
    '*',
    '__proto__',
    '%0d%0a',
    '',
  ];
  const damage = fc.constantFrom('%00', '%2F', '%20', '/', ';', '?', '%0a', 'a');
  return fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 8 },
    fc.tuple(fc.constantFrom(...known), damage).map(([id, end]) => id + end),
    fc.constantFrom(...spelled, 'x'.repeat(2000)),
    fc.string({ unit: 'binary', maxLength: 30 }).map(encodeURIComponent),
  );
}

/**
 * Generates query strings, including the question mark, with these and other parameters. Some are repeated, and some
 * are malformed.
 */
export function hostileQuery(parameters: readonly string[]): fc.Arbitrary<string> {
  const name = fc.constantFrom(...parameters, ...names, 'q[a][b]', '%00');
  const value = fc.oneof(
    fc.constantFrom(
      '',
      '1',
      '0',
      '-1',
      '1e3',
      '999999999',
      '9'.repeat(30),
      '%00',
      '%',
      '%ff',
      '%ED%A0%80',
      '+',
      'ZZ',
      'MD',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent),
    fc.constant('a'.repeat(600)),
  );
  const pairs = fc.array(
    fc.tuple(name, value).map(([left, right]) => `${left}=${right}`),
    { minLength: 1, maxLength: 4 },
  );
  return pairs.map((all) => `?${all.join('&')}`);
}

/** Returns the names of a route's query parameters. */
export function queryNames({ query }: Route): string[] {
  return Object.keys((query?.describe() as { fields?: object } | undefined)?.fields ?? {});
}

interface Fault {
  at: number;
  how: string;
  name: string;
  value: unknown;
}

function applyFault(body: unknown, { at, how, name, value }: Fault): unknown {
  const changed: unknown = structuredClone(body);
  const slots = slotsOf(changed);
  const [holder, key] = slots[at % Math.max(slots.length, 1)] ?? [];
  if (!holder || key === undefined) return value;
  if (how === 'remove') Reflect.deleteProperty(holder, key);
  // A JSON array can't have named fields, so the value becomes a new element.
  else if (how === 'add' && Array.isArray(holder)) holder.push(value);
  else
    Reflect.defineProperty(holder, how === 'add' ? name : key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return changed;
}

/** Returns the place of every value in a body: the object or array that contains it, and its key. */
function slotsOf(value: unknown): (readonly [object, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [[value, key] as const, ...slotsOf(item)]);
}

function nested(depth: number, inLists: boolean): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = inLists ? [value] : { a: value };
  return value;
}

function written(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(/"@number ([^"]+)"/g, '$1');
}
