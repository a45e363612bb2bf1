import type { Field } from './model.ts';

export type Type =
  | { kind: 'reference'; name: string }
  | { kind: 'string' | 'integer' | 'number' | 'boolean' | 'any' }
  | { kind: 'enumeration'; values: string[] }
  | { kind: 'array'; items: Type }
  /** Without fields: any object. */
  | { kind: 'object'; fields: Field[] }
  | { kind: 'union'; variants: Type[] }
  | { kind: 'nullable'; of: Type };

/** The keywords of JSON Schema that decide a type. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  const?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

export function typeOf(schema: Schema): Type {
  if (schema.$ref !== undefined) return { kind: 'reference', name: schema.$ref.split('/').at(-1) ?? '' };
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return unionOf(variants);
  if (Array.isArray(schema.type)) {
    const [type, ...others] = schema.type.filter((one) => one !== 'null');
    if (type === undefined || others.length > 0) throw new Error(`no single type: ${JSON.stringify(schema)}`);
    return { kind: 'nullable', of: typeOf({ ...schema, type }) };
  }
  if (schema.enum) return { kind: 'enumeration', values: schema.enum };
  if (schema.const !== undefined) return { kind: 'enumeration', values: [schema.const] };
  return plainType(schema);
}

function unionOf(variants: Schema[]): Type {
  const others = variants.filter(({ type }) => type !== 'null').map(typeOf);
  const [only] = others;
  const type: Type = others.length === 1 && only ? only : { kind: 'union', variants: others };
  return others.length < variants.length ? { kind: 'nullable', of: type } : type;
}

function plainType({ type, items, properties = {}, required = [] }: Schema): Type {
  switch (type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: type };
    case 'array':
      return { kind: 'array', items: items ? typeOf(items) : { kind: 'any' } };
    case 'object': {
      const fields = Object.entries(properties).map(([name, schema]) => ({
        name,
        type: typeOf(schema),
        required: required.includes(name),
        description: schema.description ?? null,
      }));
      return { kind: 'object', fields };
    }
    case undefined:
      return { kind: 'any' };
    default:
      throw new Error(`the type ${String(type)} is unknown`);
  }
}
