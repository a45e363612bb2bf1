import type { AnySchema, InferType } from 'yup';
import type { FieldMeta } from './fields.ts';

/** The part of a yup schema that this package uses: no references, no lazy schemas, no tuples. */
export interface Shape {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'mixed';
  readonly spec: { readonly optional: boolean; readonly nullable: boolean; readonly meta?: FieldMeta };
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, Shape>>;
  /** The shape of an array's items. */
  readonly innerType?: Shape;
}

/** A schema in the form that validation and the OpenAPI document read. */
export function shapeOf(schema: AnySchema): Shape {
  return schema as unknown as Shape;
}

/** What this package adds to a schema. */
export function metaOf(schema: AnySchema | Shape): FieldMeta {
  return (schema as Shape).spec.meta ?? {};
}

/** The example of a named schema. */
export function exampleOf<S extends AnySchema>(schema: S): InferType<S> {
  return metaOf(schema).example;
}
