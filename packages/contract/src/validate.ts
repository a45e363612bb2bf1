import type { AnySchema, InferType } from 'yup';
import type { Issue } from './errors.ts';
import { type FieldMeta, oneOf } from './fields.ts';
import { metaOf, type Shape, shapeOf } from './shape.ts';

export type Validated<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

/**
 * Caps the reported issues, and so the size of the response to a body full of unknown fields. Declared fields can't
 * cause anywhere near this many.
 */
const maxIssues = 10_000;

/**
 * Validates a parsed JSON body or query and reports every issue, in time linear in the size of the value. Nothing is
 * coerced: the value is returned as it was sent. Messages never repeat a value. We don't use yup's own `validate`: it
 * treats an object with a field `__isYupRef` as one of its references and throws a TypeError, overflows the stack on
 * arrays with several hundred thousand items, and checks the items of an array that is already too long.
 */
export function validate<S extends AnySchema>(schema: S, value: unknown): Validated<InferType<S>> {
  const issues: Issue[] = [];
  check(shapeOf(schema), value, '', issues);
  return issues.length === 0 ? { ok: true, value: value as InferType<S> } : { ok: false, issues };
}

function check(shape: Shape, value: unknown, path: string, issues: Issue[]): void {
  if (issues.length >= maxIssues) return;
  const { rules = [], variants } = metaOf(shape);
  const fault = (code: string, message: string) => issues.push({ path, code, message });
  if (value === undefined) {
    if (!shape.spec.optional) fault('required', 'Required.');
    return;
  }
  if (value === null) {
    if (!shape.spec.nullable) fault('null', 'Must not be null.');
    return;
  }
  const { accepts, message } = types[variants ? 'object' : shape.type];
  if (!accepts(value)) return void fault('type', message);
  for (const rule of rules) if (!rule.holds(value)) fault(rule.code, rule.message);
  if (variants) checkVariant(variants, value as Record<string, unknown>, path, issues);
  else if (shape.type === 'object') checkFields(shape, value as Record<string, unknown>, path, issues);
  else if (shape.innerType) checkItems(shape, shape.innerType, value as unknown[], path, issues);
}

function checkFields(shape: Shape, value: Record<string, unknown>, path: string, issues: Issue[]): void {
  const { fields = {} } = shape;
  const { needs = {}, isClosed } = metaOf(shape);
  for (const [name, field] of Object.entries(fields)) {
    check(field, Object.hasOwn(value, name) ? value[name] : undefined, fieldPath(path, name), issues);
  }
  for (const [name, needed] of Object.entries(needs)) {
    if (!Object.hasOwn(value, name) || Object.hasOwn(value, needed)) continue;
    issues.push({ path: fieldPath(path, needed), code: 'required', message: `Required with ${name}.` });
  }
  if (!isClosed) return;
  for (const name of Object.keys(value)) {
    if (issues.length >= maxIssues) return;
    if (Object.hasOwn(fields, name)) continue;
    issues.push({ path: fieldPath(path, name), code: 'unknown_field', message: 'Unknown field.' });
  }
}

/** Checks the discriminator first, because the other fields depend on it. */
function checkVariant(
  { by, forms }: NonNullable<FieldMeta['variants']>,
  value: Record<string, unknown>,
  path: string,
  issues: Issue[],
): void {
  const named = Object.hasOwn(value, by) ? value[by] : undefined;
  const form = typeof named === 'string' && Object.hasOwn(forms, named) ? forms[named] : undefined;
  if (form) return check(shapeOf(form), value, path, issues);
  check(shapeOf(oneOf(Object.keys(forms))), named, fieldPath(path, by), issues);
}

/** Checks no more items than the schema allows. */
function checkItems(shape: Shape, items: Shape, value: unknown[], path: string, issues: Issue[]): void {
  const max = metaOf(shape).rules?.find(({ code }) => code === 'too_many')?.keywords['maxItems'];
  const count = typeof max === 'number' ? Math.min(max, value.length) : value.length;
  for (let index = 0; index < count && issues.length < maxIssues; index += 1) {
    // JSON has no sparse arrays, so a hole is treated like null.
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
