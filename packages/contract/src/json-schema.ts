import type { AnySchema } from 'yup';
import { shapeOf, type Shape } from './shape.ts';

export type JsonSchema = Record<string, unknown>;

/**
 * The schema as JSON Schema 2020-12; it accepts what `validate` accepts, where formats are asserted and patterns have
 * the flag `u`. With `components`, named schemas are put there and referred to; without, everything is inline.
 */
export function toJsonSchema(schema: AnySchema, components?: Map<string, JsonSchema>): JsonSchema {
  return convert(shapeOf(schema), components);
}

function convert(shape: Shape, components: Map<string, JsonSchema> | undefined): JsonSchema {
  const { component, description } = shape.meta;
  if (!component || !components) return inline(shape, components);
  // The description of an object is that of its type, the description of a text that of its field.
  const isText = shape.type === 'string';
  if (!components.has(component)) {
    // Reserving the name before its fields are converted keeps the order of first mention.
    components.set(component, {});
    const { description: _, ...meta } = shape.meta;
    components.set(component, inline({ ...shape, nullable: false, ...(isText && { meta }) }, components));
  }
  const reference = { $ref: `#/components/schemas/${component}` };
  const type = shape.nullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  return isText && description !== undefined ? { ...type, description } : type;
}

function inline(shape: Shape, components: Map<string, JsonSchema> | undefined): JsonSchema {
  const { description, format, example } = shape.meta;
  if (shape.variants) return inlineVariants(shape, shape.variants, components);
  const keywords: JsonSchema = shape.type === 'mixed' ? {} : { type: shape.type };
  const patterns: unknown[] = [];
  for (const { keywords: ofRule } of shape.rules) {
    const { pattern, ...others } = ofRule;
    Object.assign(keywords, others);
    if (pattern !== undefined) patterns.push(pattern);
  }
  Object.assign(keywords, allPatterns(patterns));
  if (shape.type === 'object') Object.assign(keywords, objectKeywords(shape, components));
  if (shape.items) keywords['items'] = convert(shape.items, components);
  return {
    ...(shape.nullable ? orNull(keywords) : keywords),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The variants exclude each other by their discriminator. */
function inlineVariants(
  { meta: { description, example } }: Shape,
  { forms }: NonNullable<Shape['variants']>,
  components: Map<string, JsonSchema> | undefined,
): JsonSchema {
  return {
    oneOf: [...forms.values()].map((form) => convert(form, components)),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** A schema has one pattern; several are combined with `allOf`. */
function allPatterns(patterns: unknown[]): JsonSchema {
  if (patterns.length > 1) return { allOf: patterns.map((pattern) => ({ pattern })) };
  return patterns.length === 1 ? { pattern: patterns[0] } : {};
}

function objectKeywords({ fields, closed, needs }: Shape, components: Map<string, JsonSchema> | undefined): JsonSchema {
  const required = [...fields].filter(([, field]) => !field.optional).map(([name]) => name);
  return {
    ...(fields.size > 0 && {
      properties: Object.fromEntries([...fields].map(([name, field]) => [name, convert(field, components)])),
    }),
    ...(required.length > 0 && { required }),
    ...(needs.length > 0 && {
      dependentRequired: Object.fromEntries(needs.map(({ name, needed }) => [name, [needed]])),
    }),
    ...(closed && { additionalProperties: false }),
  };
}

/** An enumeration keeps its own schema beside null: generators then make one type of it. */
function orNull({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  if (values !== undefined) return { anyOf: [{ type, enum: values }, { type: 'null' }], ...rest };
  return { ...(type !== undefined && { type: [type, 'null'] }), ...rest };
}
