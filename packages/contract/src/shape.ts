import type { AnySchema, InferType } from 'yup';
import type { FieldMeta } from './fields.ts';

/** The parts of a yup schema that this package uses. It uses no references, lazy schemas or tuples. */
export interface Shape {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'mixed';
  readonly spec: { readonly optional: boolean; readonly nullable: boolean; readonly meta?: FieldMeta };
  /** The fields of an object. */
  readonly fields?: Readonly<Record<string, Shape>>;
  /** The shape of an array's items. */
  readonly innerType?: Shape;
}

/** Returns a schema in the form that validation and the OpenAPI document read. */
export function shapeOf(schema: AnySchema): Shape {
  return schema as unknown as Shape;
}

/** Returns what this package has added to a schema. */
export function metaOf(schema: AnySchema | Shape): FieldMeta {
  return (schema as Shape).spec.meta ?? {};
}

/** Returns the example of a schema that was named with `component`. */
export function exampleOf<S extends AnySchema>(schema: S): InferType<S> {
  return metaOf(schema).example;
}
