import type { AnySchema } from 'yup';
import { closedObject, type FieldMeta, type NeedParams, needRule, type VariantParams, variantsRule } from './fields.ts';
import type { Rule } from './rules.ts';

/** A schema in the form that validation and the OpenAPI document read. */
export interface Shape {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'mixed';
  readonly optional: boolean;
  readonly nullable: boolean;
  readonly rules: readonly Rule[];
  /** Of an object. A map, because a field of a request may be called `__proto__`. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** True for an object that allows no other fields. */
  readonly closed: boolean;
  /** Fields that come only together with another one. */
  readonly needs: readonly NeedParams[];
  /** Of an array. */
  readonly items: Shape | null;
  /** The variants of an object, by the value of the field `by`. */
  readonly variants: { readonly by: string; readonly forms: ReadonlyMap<string, Shape> } | null;
  readonly meta: FieldMeta;
}

const shapes = new WeakMap<AnySchema, Shape>();

/** The shape of a schema, computed once. */
export function shapeOf(schema: AnySchema): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = toShape(schema.describe() as Description);
  shapes.set(schema, shape);
  return shape;
}

/** Covers what the schemas of this package use of yup: no references, no lazy schemas, no tuples. */
interface Description {
  type: Shape['type'];
  optional: boolean;
  nullable: boolean;
  meta?: FieldMeta;
  tests: { name?: string; params?: { rule?: Rule } }[];
  fields?: Record<string, Description>;
  innerType?: Description;
}

function toShape({ type, optional, nullable, meta = {}, tests, fields = {}, innerType }: Description): Shape {
  const forms = tests.find(({ name }) => name === variantsRule)?.params as VariantParams | undefined;
  return {
    type: forms ? 'object' : type,
    optional,
    nullable,
    rules: tests.flatMap(({ params }) => params?.rule ?? []),
    fields: new Map(Object.entries(fields).map(([name, field]) => [name, toShape(field)])),
    closed: tests.some(({ name }) => name === closedObject),
    needs: tests.flatMap(({ name, params }) => (name === needRule ? [params as unknown as NeedParams] : [])),
    items: innerType ? toShape(innerType) : null,
    variants: forms ? toVariants(forms) : null,
    meta,
  };
}

function toVariants({ by, forms }: VariantParams): NonNullable<Shape['variants']> {
  return { by, forms: new Map(Object.entries(forms).map(([value, form]) => [value, shapeOf(form)])) };
}
