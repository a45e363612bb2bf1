import type { AnySchema } from 'yup';
import { metaOf, type Shape, shapeOf } from './shape.ts';

export type JsonSchema = Record<string, unknown>;

type Components = Map<string, JsonSchema>;

/**
 * Converts a schema to JSON Schema 2020-12, which accepts what `validate` accepts if formats are asserted and patterns
 * have the flag `u`. With `components`, named schemas are collected there and referred to. Without it, everything is
 * inline.
 */
export function toJsonSchema(schema: AnySchema, components?: Components): JsonSchema {
  return convert(shapeOf(schema), components);
}

function convert(shape: Shape, components: Components | undefined): JsonSchema {
  const { spec, type } = shape;
  const { component, description, ...meta } = metaOf(shape);
  if (!component || !components) return inline(shape, components);
  // The description of an object belongs to its type, that of a string to its field.
  const isText = type === 'string';
  if (!components.has(component)) {
    // The name is reserved before the fields are converted, so that components stay in the order of their first
    // mention.
    components.set(component, {});
    const named = { ...spec, nullable: false, meta: { ...meta, ...(!isText && { description }) } };
    components.set(component, inline(Object.create(shape, { spec: { value: named } }) as Shape, components));
  }
  const reference = { $ref: `#/components/schemas/${component}` };
  const named = spec.nullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  return isText && description !== undefined ? { ...named, description } : named;
}

function inline(shape: Shape, components: Components | undefined): JsonSchema {
  const { description, format, example, variants } = metaOf(shape);
  const keywords = variants
    ? // Their discriminators differ, so exactly one matches.
      { oneOf: Object.values(variants.forms).map((form) => toJsonSchema(form, components)) }
    : keywordsOf(shape, components);
  return {
    ...(shape.spec.nullable ? orNull(keywords) : keywords),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

function keywordsOf(shape: Shape, components: Components | undefined): JsonSchema {
  const { rules = [] } = metaOf(shape);
  const patterns = rules.flatMap(({ keywords: { pattern } }) => (pattern === undefined ? [] : [{ pattern }]));
  const { pattern: _, ...others } = Object.assign({}, ...rules.map(({ keywords }) => keywords)) as JsonSchema;
  return {
    ...(shape.type !== 'mixed' && { type: shape.type }),
    ...others,
    // A JSON Schema can have only one pattern.
    ...(patterns.length > 1 ? { allOf: patterns } : patterns[0]),
    ...(shape.type === 'object' && objectKeywords(shape, components)),
    ...(shape.innerType && { items: convert(shape.innerType, components) }),
  };
}

function objectKeywords(shape: Shape, components: Components | undefined): JsonSchema {
  const { needs, isClosed } = metaOf(shape);
  const fields = Object.entries(shape.fields ?? {});
  const required = fields.flatMap(([name, field]) => (field.spec.optional ? [] : [name]));
  const dependent = Object.entries(needs ?? {}).map(([name, needed]) => [name, [needed]]);
  return {
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, convert(field, components)])),
    }),
    ...(required.length > 0 && { required }),
    ...(needs && { dependentRequired: Object.fromEntries(dependent) }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** Keeps the schema of a nullable enumeration separate, so that generators create one type for it. */
function orNull({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  if (values !== undefined) return { anyOf: [{ type, enum: values }, { type: 'null' }], ...rest };
  return { ...(type !== undefined && { type: [type, 'null'] }), ...rest };
}
