import type { IdKind } from '@evict/case-model';
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
} from 'yup';
import { idPattern } from './ids.ts';
import { type Rule, rules } from './rules.ts';

/** What a schema holds in addition to its type: what `validate` checks, and what the OpenAPI document says. */
export interface FieldMeta {
  /** The rules for a string, number or list. */
  rules?: readonly Rule[];
  /** Whether the object rejects unknown fields. */
  isClosed?: boolean;
  /** For each field that may be sent only together with another one: the name of that other field. */
  needs?: Readonly<Record<string, string>>;
  /** The variants of an object, by the value of the field `by`. */
  variants?: { readonly by: string; readonly forms: Readonly<Record<string, AnySchema>> };
  description?: string;
  /** The name under `components.schemas`. The document then refers to the schema and doesn't repeat it. */
  component?: string;
  /** A JSON Schema format, such as `uri`. The OpenAPI document contains it, but `validate` doesn't check it. */
  format?: string;
  example?: unknown;
  /**
   * For a query parameter: the JSON Schema of the parsed value, such as an integer. The OpenAPI document shows it
   * instead of the string rules.
   */
  parameter?: Readonly<Record<string, unknown>>;
}

declare module 'yup' {
  interface CustomSchemaMetadata extends FieldMeta {}
}

interface Bounds {
  min?: number;
  max?: number;
}

/** JSON numbers are doubles. Beyond this bound, different amounts become equal. */
const maxInteger = Number.MAX_SAFE_INTEGER;

// `rules.storable` already rejects NUL, so this pattern accepts it. It is then reported only once.
// oxlint-disable-next-line no-control-regex
const plainName = /^[^\u0001-\u001f\u007f-\u009f/\\]*$/u;

// Every field is required and not null, unless `.optional()` or `.nullable()` says otherwise.

/** A string that PostgreSQL can store. Lengths count code points. */
export function text(length: Bounds = {}) {
  return textOf(rules.storable, ...lengthRules(length));
}

/** A string in a response, without rules. */
export function responseText() {
  return textOf();
}

/** A file name without path separators or control characters. */
export function fileName() {
  const message = 'Must not contain path separators or control characters.';
  return textOf(rules.storable, ...lengthRules({ min: 1, max: 255 }), rules.pattern(plainName, message));
}

/**
 * A string that matches a pattern, which has to be anchored and have the flag `u`. The message describes the pattern.
 */
export function patternText(pattern: RegExp, message: string, length: Bounds = {}) {
  return textOf(rules.pattern(pattern, message), ...lengthRules(length));
}

export function id(kind: IdKind) {
  return patternText(new RegExp(idPattern(kind), 'u'), `Must be an id of the kind ${kind}.`);
}

/**
 * A query parameter that is a whole number from 1 with at most this many digits. It stays a string, but the OpenAPI
 * document describes it as an integer.
 */
export function positiveIntegerText({ digits }: { digits: number }) {
  return patternText(/^0*[1-9][0-9]*$/u, 'Must be a whole number of at least 1.', { max: digits }).meta({
    parameter: { type: 'integer', minimum: 1, maximum: 10 ** digits - 1 },
  });
}

export function oneOf<const T extends string>(values: readonly T[]) {
  return string<T>()
    .defined()
    .nonNullable()
    .meta({ rules: [rules.oneOf(values)] });
}

/** A date, `YYYY-MM-DD`. */
export function day() {
  return textOf(rules.day);
}

/** A time of day, `HH:MM`. */
export function timeOfDay() {
  return patternText(/^([01][0-9]|2[0-3]):[0-5][0-9]$/u, 'Must be a time of day such as 09:30.');
}

/** An ISO 8601 timestamp on the wall clock or a case's clock. Requests can use any offset; responses are in UTC. */
export function instant() {
  return textOf(rules.instant);
}

/** Standard base64 with padding, at least one character. Spare bits have to be zero. */
export function base64() {
  return textOf(rules.minLength(1), rules.base64);
}

export function integer({ min = -maxInteger, max = maxInteger }: Bounds = {}) {
  return number()
    .defined()
    .nonNullable()
    .meta({ rules: [rules.whole, rules.minimum(min), rules.maximum(max)] });
}

export function cents() {
  return integer({ min: 0 });
}

export function flag() {
  return boolean().defined().nonNullable();
}

export function list<T>(item: ISchema<T>, { min, max }: Bounds = {}) {
  const bounds = [min === undefined ? [] : rules.minItems(min), max === undefined ? [] : rules.maxItems(max)];
  return array(item).defined().nonNullable().meta({ rules: bounds.flat() });
}

/** An object with exactly these fields. */
export function strictObject<F extends ObjectShape>(fields: F) {
  return object(fields).default(undefined).defined().nonNullable().meta({ isClosed: true });
}

/** An object in one of several variants. Each variant is listed under the value of its discriminator field `by`. */
export function variants<F extends Readonly<Record<string, AnySchema>>>(by: string, forms: F) {
  return mixed<InferType<F[keyof F]>>().defined().nonNullable().meta({ variants: { by, forms } });
}

/** An object with any fields. */
export function openObject() {
  return object().default(undefined).defined().nonNullable();
}

/** Any JSON value, including null. */
export function anything() {
  return mixed().defined().nullable();
}

/** Names an object schema in the OpenAPI document and gives it an example, which the compiler checks. */
export function component<S extends AnySchema>(name: string, schema: S, example: S['__outputType']): S {
  return schema.meta({ component: name, example });
}

function textOf(...obeyed: Rule<string>[]) {
  return string().defined().nonNullable().meta({ rules: obeyed });
}

function lengthRules({ min, max }: Bounds): Rule<string>[] {
  return [min === undefined ? [] : rules.minLength(min), max === undefined ? [] : rules.maxLength(max)].flat();
}
