/** Reads the parts of the OpenAPI description from which both clients are generated. */
import { errorCodes, openApiDocument } from '@evict/contract';

/** The JSON Schema keywords that determine a type. */
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
  description?: string | undefined;
}

interface Field {
  name: string;
  schema: Schema;
  required: boolean;
}

interface Content {
  'application/json'?: { schema: Schema; examples?: object };
}

interface Described {
  operationId: string;
  summary: string;
  description: string;
  parameters: (Field & { $ref?: string; in: string; description?: string })[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export type Description = ReturnType<typeof readDescription>;
export type Operation = ReturnType<typeof readOperation>;

/** Reads the operations, the named types that they use, and the errors. */
export function readDescription() {
  const { paths, components } = openApiDocument();
  const schemas = { ...components['schemas'] } as Record<string, Schema>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, each]) => {
      const described = each as Described;
      // Leave out operations that take a file's bytes. These are sent to an upload link, which doesn't need a client.
      const isOfBytes = described.requestBody && !described.requestBody.content['application/json'];
      return isOfBytes ? [] : [readOperation(method.toUpperCase(), path, described, schemas)];
    }),
  );
  const errors = Object.entries(errorCodes).map(([code, { text }]) => ({
    code,
    className: `${code.split('_').map(capitalized).join('')}Error`,
    doc: `\`${code}\`: ${text}`,
  }));
  return { schemas, operations, errors };
}

/** Returns the doc comment of a function that iterates over a paged list, as paragraphs. */
export function iteratorDoc({ endless }: { endless: boolean }): string[] {
  const items = 'Iterates over the items of all pages; `pages()` of the result iterates over the pages.';
  const end = 'Ends at an empty page, unless the list is followed. To continue later, keep the last `nextCursor`.';
  return endless ? [items, end] : [items];
}

/** Returns the name of the function that iterates over a list: `listCases` becomes `iterateCases`. */
export function iteratorId(listId: string): string {
  return listId.replace(/^list/u, 'iterate');
}

/** Describes one operation. If its response has no named type, adds one to `schemas`. */
function readOperation(method: string, path: string, described: Described, schemas: Record<string, Schema>) {
  const { operationId: id, parameters, requestBody, responses } = described;
  // The responses are sorted by status, so the success comes first.
  const [[, success] = [], ...failures] = Object.entries(responses);
  if (!success) throw new Error(`${id} has no response`);
  const errors = failures.flatMap(([status, { content }]) =>
    Object.keys(content?.['application/json']?.examples ?? {}).map((code) => `${status} \`${code}\``),
  );
  const takesIdempotencyKey = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
  const body = requestBody?.content['application/json'];
  const input: Field[] = parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map(({ name, required, schema, description }) => ({ name, required, schema: { ...schema, description } }));
  if (body) input.push({ name: 'body', required: requestBody.required, schema: body.schema });
  const json = success.content?.['application/json']?.schema;
  const { items, nextCursor } = json?.properties ?? {};
  const responseName = `${capitalized(id)}Response`;
  if (json?.properties) schemas[responseName] = json;
  return {
    id,
    method,
    path,
    takesIdempotencyKey,
    /** The path and query parameters, and the body. */
    input,
    /** Null if the response is empty or bytes. */
    response: json?.properties ? { $ref: responseName } : (json ?? null),
    returnsBytes: success.content !== undefined && !json,
    /** Set for a paged list. `endless` means that the list grows, so there is always a next cursor. */
    pages: items?.items && nextCursor ? { item: items.items, endless: nextCursor.type === 'string' } : null,
    /** The paragraphs of the doc comment. */
    doc: [
      `${described.summary}.`,
      described.description,
      `Returns: ${success.description}`,
      `Errors: ${errors.join(', ')}.`,
      `\`${method} ${path}\`${takesIdempotencyKey ? ', with an `Idempotency-Key`' : ''}`,
    ],
  };
}

/** How a programming language writes types. */
export interface Language {
  /**
   * The language's name for each schema type, and for `any` if a schema has no type. Types that aren't listed have the
   * same name as in JSON Schema.
   */
  words: Readonly<Record<string, string>>;
  literal: (values: readonly string[]) => string;
  list: (item: string) => string;
  /** Writes an object type. `name` is for a language that has to name it, as Python does. */
  object: (fields: Field[], name: string, description: string | undefined) => string;
}

export function typeText(schema: Schema, language: Language, name: string): string {
  const { $ref, type = 'any', properties, required = [], items = {}, const: value } = schema;
  const variants =
    schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) ? type.map((one) => ofType(schema, one)) : null);
  const literals = schema.enum ?? (value === undefined ? [] : [value]);
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (variants) return variants.map((variant) => typeText(variant, language, name)).join(' | ');
  if (type === 'array') return language.list(typeText(items, language, name.replace(/s$/u, '')));
  if (literals.length > 0) return language.literal(literals);
  if (!properties) return language.words[String(type)] ?? String(type);
  const fields = Object.entries(properties).map(([field, part]) => {
    return { name: field, schema: part, required: required.includes(field) };
  });
  return language.object(fields, name, schema.description);
}

function ofType(schema: Schema, type: string): Schema {
  return type === 'null' ? { type } : { ...schema, type };
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Indents every line that isn't empty. */
export function indented(text: string, spaces: number): string {
  return text.replaceAll(/^(?=.)/gmu, ' '.repeat(spaces));
}
