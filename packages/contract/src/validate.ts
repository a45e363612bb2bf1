import type { AnySchema, InferType } from 'yup';
import type { Issue } from './errors.ts';
import { needHolds, oneOf } from './fields.ts';
import { shapeOf, type Shape } from './shape.ts';

export type Validated<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

/** Far more than the declared fields of one request can produce; bounds the response to a body of unknown fields. */
const maxIssues = 10_000;

/**
 * Validates a parsed JSON body or query and reports every fault, in time linear in the value. Nothing is coerced: the
 * value is returned as it was sent. Messages never repeat a value.
 *
 * yup's own `validate` is not used: it treats an object with a field `__isYupRef` as one of its references and throws a
 * TypeError, overflows the stack on arrays of some hundred thousand items, and checks the items of an array that is
 * already too long.
 */
export function validate<S extends AnySchema>(schema: S, value: unknown): Validated<InferType<S>> {
  const issues: Issue[] = [];
  check(shapeOf(schema), value, '', issues);
  return issues.length === 0 ? { ok: true, value: value as InferType<S> } : { ok: false, issues };
}

function check(shape: Shape, value: unknown, path: string, issues: Issue[]): void {
  if (issues.length >= maxIssues) return;
  if (value === undefined) {
    if (!shape.optional) issues.push({ path, code: 'required', message: 'Is required.' });
    return;
  }
  if (value === null) {
    if (!shape.nullable) issues.push({ path, code: 'null', message: 'Must not be null.' });
    return;
  }
  if (!types[shape.type].accepts(value)) {
    issues.push({ path, code: 'type', message: types[shape.type].message });
    return;
  }
  for (const rule of shape.rules) {
    if (!rule.holds(value)) issues.push({ path, code: rule.code, message: rule.message });
  }
  if (shape.variants) checkVariant(shape.variants, value as Record<string, unknown>, path, issues);
  else if (shape.type === 'object') checkFields(shape, value as Record<string, unknown>, path, issues);
  if (shape.type === 'array' && shape.items) checkItems(shape, shape.items, value as unknown[], path, issues);
}

function checkFields(shape: Shape, value: Record<string, unknown>, path: string, issues: Issue[]): void {
  for (const [name, field] of shape.fields) {
    check(field, Object.hasOwn(value, name) ? value[name] : undefined, fieldPath(path, name), issues);
  }
  for (const need of shape.needs) {
    if (needHolds(value, need)) continue;
    issues.push({ path: fieldPath(path, need.needed), code: 'required', message: `Is required with ${need.name}.` });
  }
  if (!shape.closed) return;
  for (const name of Object.keys(value)) {
    if (issues.length >= maxIssues) return;
    if (shape.fields.has(name)) continue;
    issues.push({ path: fieldPath(path, name), code: 'unknown_field', message: 'Is not a field of this object.' });
  }
}

/** The discriminator comes first: without it the other fields cannot be checked. */
function checkVariant(
  { by, forms }: NonNullable<Shape['variants']>,
  value: Record<string, unknown>,
  path: string,
  issues: Issue[],
): void {
  const named = Object.hasOwn(value, by) ? value[by] : undefined;
  const form = typeof named === 'string' ? forms.get(named) : undefined;
  if (form) return check(form, value, path, issues);
  check(shapeOf(oneOf([...forms.keys()])), named, fieldPath(path, by), issues);
}

/** Checks no more items than are allowed. */
function checkItems(shape: Shape, items: Shape, value: unknown[], path: string, issues: Issue[]): void {
  const max = shape.rules.find(({ code }) => code === 'too_many')?.keywords['maxItems'];
  const count = typeof max === 'number' ? Math.min(max, value.length) : value.length;
  for (let index = 0; index < count && issues.length < maxIssues; index += 1) {
    // JSON has no sparse arrays; a hole is treated like null.
    check(items, value[index] ?? null, `${path}[${index}]`, issues);
  }
}

function fieldPath(path: string, name: string): string {
  if (name === '' || /[.[\]"]/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

const types = {
  string: { accepts: (value: unknown) => typeof value === 'string', message: 'Must be a string.' },
  number: { accepts: (value: unknown) => typeof value === 'number', message: 'Must be a number.' },
  boolean: { accepts: (value: unknown) => typeof value === 'boolean', message: 'Must be true or false.' },
  object: {
    accepts: (value: unknown) => typeof value === 'object' && !Array.isArray(value),
    message: 'Must be an object.',
  },
  array: { accepts: Array.isArray, message: 'Must be an array.' },
  mixed: { accepts: () => true, message: '' },
} as const satisfies Record<Shape['type'], { accepts: (value: unknown) => boolean; message: string }>;
