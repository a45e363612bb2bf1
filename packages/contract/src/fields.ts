import {
  type AnySchema,
  array,
  boolean,
  type InferType,
  type ISchema,
  mixed,
  number,
  object,
  type ObjectShape,
  string,
  type StringSchema,
} from 'yup';
import type { IdKind } from '@evict/case-model';
import { idPattern } from './ids.ts';
import { type Rule, rules } from './rules.ts';

/** Metadata of a schema for the OpenAPI document. */
export interface FieldMeta {
  description?: string;
  /** The name under `components.schemas`; the document then refers to the schema instead of repeating it. */
  component?: string;
  /** A JSON Schema format that a rule of the schema implies. */
  format?: string;
  /** An example value. */
  example?: unknown;
  /** Of a query parameter: what its text stands for, in place of the rules for the text. */
  parameter?: Readonly<Record<string, unknown>>;
}

declare module 'yup' {
  interface CustomSchemaMetadata extends FieldMeta {}
}

/** JSON numbers are doubles: beyond this, different amounts become equal. */
const maxInteger = Number.MAX_SAFE_INTEGER;

// The rule for all text rejects NUL, so that it is reported once.
// oxlint-disable-next-line no-control-regex
const plainName = /^[^\u0001-\u001f\u007f-\u009f/\\]*$/u;

// Every field is required and never null; `.optional()` and `.nullable()` say otherwise.

/** Text that can be stored. Lengths count code points. */
export function text(length: { min?: number; max?: number } = {}) {
  return withLength(textOf(rules.storable), length);
}

/** Text of a response, of unspecified form. */
export function responseText() {
  return string().defined().nonNullable();
}

/** The name of a file, without path separators and control characters. */
export function fileName() {
  const message = 'Must not contain path separators or control characters.';
  return text({ min: 1, max: 255 }).test(testOf(rules.pattern(plainName, message)));
}

/** Text that matches a pattern, which has the flag `u` and is anchored. The message describes the pattern. */
export function patternText(pattern: RegExp, message: string, length: { min?: number; max?: number } = {}) {
  return withLength(textOf(rules.pattern(pattern, message)), length);
}

/** An id of this kind. */
export function id(kind: IdKind) {
  return patternText(new RegExp(idPattern(kind), 'u'), `Must be the id of a ${kind}.`);
}

/** A whole number from 1 as the text of a query parameter, of at most so many digits. The document calls it an integer. */
export function positiveIntegerText({ digits }: { digits: number }) {
  return patternText(/^0*[1-9][0-9]*$/u, 'Must be a whole number from 1.', { max: digits }).meta({
    parameter: { type: 'integer', minimum: 1, maximum: 10 ** digits - 1 },
  });
}

export function oneOf<const T extends string>(values: readonly T[]) {
  return string<T>()
    .defined()
    .nonNullable()
    .test(testOf(rules.oneOf(values)));
}

/** A calendar day, `YYYY-MM-DD`. */
export function day() {
  return textOf(rules.day);
}

/** A time of the wall clock or of a case's clock, ISO 8601 in UTC. */
export function instant() {
  return textOf(rules.instant);
}

/** Standard base64 with padding and without spare bits; at least one character. */
export function base64() {
  return textOf(rules.minLength(1), rules.base64);
}

export function integer({ min = -maxInteger, max = maxInteger }: { min?: number; max?: number } = {}) {
  return number()
    .defined()
    .nonNullable()
    .test(testOf(rules.whole))
    .test(testOf(rules.minimum(min)))
    .test(testOf(rules.maximum(max)));
}

export function cents() {
  return integer({ min: 0 });
}

export function flag() {
  return boolean().defined().nonNullable();
}

export function list<T>(item: ISchema<T>, { min, max }: { min?: number; max?: number } = {}) {
  const items = array(item).defined().nonNullable();
  const filled = min === undefined ? items : items.test(testOf(rules.minItems(min)));
  return max === undefined ? filled : filled.test(testOf(rules.maxItems(max)));
}

/** An object with exactly these fields. */
export function strictObject<F extends ObjectShape>(fields: F) {
  return object(fields)
    .default(undefined)
    .defined()
    .nonNullable()
    .test({
      name: closedObject,
      test: (value, { schema }) =>
        Object.keys(value ?? {}).every((name) => Object.hasOwn((schema as { fields: object }).fields, name)),
    });
}

/** Adds to an object that the field `name` comes only together with the field `needed`. */
export function needing<S extends AnySchema>(schema: S, name: string, needed: string): S {
  const params = { name, needed } satisfies NeedParams;
  const test = (value: unknown) => needHolds(value as object, params);
  return schema.test({ name: needRule, params, skipAbsent: true, test });
}

/** The name of the test that carries such a rule. */
export const needRule = 'need';

export interface NeedParams {
  name: string;
  needed: string;
}

export function needHolds(value: object, { name, needed }: NeedParams): boolean {
  return !Object.hasOwn(value, name) || Object.hasOwn(value, needed);
}

/** The name of the test that carries the variants. */
export const variantsRule = 'variants';

export interface VariantParams {
  by: string;
  forms: Readonly<Record<string, AnySchema>>;
}

/**
 * An object of one of several variants. The field `by` is the discriminator: each variant has it with the value under
 * which it is listed.
 */
export function variants<F extends VariantParams['forms']>(by: string, forms: F) {
  return mixed<InferType<F[keyof F]>>()
    .defined()
    .nonNullable()
    .test({
      name: variantsRule,
      params: { by, forms } satisfies VariantParams,
      skipAbsent: true,
      test: (value) => Object.values(forms).some((form) => form.isValidSync(value, { strict: true })),
    });
}

/** An object with any fields. */
export function openObject() {
  return object().default(undefined).defined().nonNullable();
}

/** Any JSON value, null included. */
export function anything() {
  return mixed().defined().nullable();
}

/** Names an object schema in the OpenAPI document and gives it an example, which the compiler checks. */
export function component<S extends AnySchema>(name: string, schema: S, example: S['__outputType']): S {
  return schema.meta({ component: name, example });
}

/** The name of the test that marks an object as closed. */
export const closedObject = 'unknown_field';

/** yup's form of a rule, which `shapeOf` finds again. */
function testOf(rule: Rule) {
  const { code: name, message } = rule;
  return { name, message, params: { rule }, skipAbsent: true, test: (value: unknown) => rule.holds(value) };
}

function textOf(...obeyed: Rule<string>[]): StringSchema<string> {
  return obeyed.reduce((schema, rule) => schema.test(testOf(rule)), string().defined().nonNullable());
}

function withLength(schema: StringSchema<string>, { min, max }: { min?: number; max?: number }) {
  const bounded = min === undefined ? schema : schema.test(testOf(rules.minLength(min)));
  return max === undefined ? bounded : bounded.test(testOf(rules.maxLength(max)));
}
