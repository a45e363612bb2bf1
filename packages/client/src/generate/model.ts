/** What both clients are generated from: the OpenAPI description, with references resolved and names given. */
import type { OpenApiDocument } from '@evict/contract';
import { describedErrors, type DescribedError, type DescribedOperation } from './errors.ts';
import { type Schema, type Type, typeOf } from './types.ts';

export interface Field {
  name: string;
  type: Type;
  required: boolean;
  description: string | null;
}

export interface NamedType {
  name: string;
  type: Type;
  description: string | null;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  pathParameters: Field[];
  query: Field[];
  /** Null without a body. */
  body: Type | null;
  bodyRequired: boolean;
  /** Null for an empty response. */
  response: Type | 'bytes' | null;
  /** What the response is, in words. */
  responseDescription: string;
  takesIdempotencyKey: boolean;
  errors: DescribedError[];
  /** Of a list in pages: its items. `endless`: there is always a next cursor. */
  pages: { item: Type; endless: boolean } | null;
}

export interface Model {
  types: NamedType[];
  operations: Operation[];
  /** Every code, with its text. */
  errors: { code: string; text: string }[];
}

interface Described extends DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters: { $ref?: string; name: string; in: string; required: boolean; schema: Schema; description?: string }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } };
}

/** Throws if the description has something that the clients cannot express. */
export function modelOf(description: OpenApiDocument): Model {
  const schemas = description.components['schemas'] as Record<string, Schema>;
  const types = Object.entries(schemas).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    description: schema.description ?? null,
  }));
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(method, path, operation as Described)),
  );
  const texts = new Map(operations.flatMap(({ errors }) => errors.map(({ code, text }) => [code, text] as const)));
  const errors = [...texts].map(([code, text]) => ({ code, text })).sort((a, b) => (a.code < b.code ? -1 : 1));
  return { types, operations, errors };
}

function operationOf(method: string, path: string, operation: Described): Operation {
  const { operationId: id, summary, description, parameters, requestBody } = operation;
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  if (!success) throw new Error(`${id} has no success`);
  const { content } = success;
  const json = content?.['application/json']?.schema;
  const response = json ? typeOf(json) : content ? 'bytes' : null;
  const fieldsIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: parameter.name,
        type: typeOf(parameter.schema),
        required: parameter.required,
        description: parameter.description ?? null,
      }));
  const query = fieldsIn('query');
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    pathParameters: fieldsIn('path'),
    query,
    body: requestBody ? typeOf(requestBody.content['application/json'].schema) : null,
    bodyRequired: requestBody?.required ?? false,
    response,
    responseDescription: success.description,
    takesIdempotencyKey: parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
    errors: describedErrors(operation),
    pages: query.some(({ name }) => name === 'cursor') ? pagesOf(response) : null,
  };
}

function pagesOf(response: Operation['response']): Operation['pages'] {
  if (response === null || response === 'bytes' || response.kind !== 'object') return null;
  const field = (name: string) => response.fields.find((one) => one.name === name)?.type;
  const items = field('items');
  const nextCursor = field('nextCursor');
  if (items?.kind !== 'array' || !nextCursor) return null;
  return { item: items.items, endless: nextCursor.kind !== 'nullable' };
}
