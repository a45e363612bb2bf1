import { eventRules } from '@evict/case-model';
import { adviceIn } from '@evict/case-model/advice';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { AnySchema } from 'yup';
import { errorCodes } from '../errors.ts';
import { routes } from '../routes.ts';
import { routeErrors, type Route } from '../routes/route.ts';
import { validate } from '../validate.ts';
import { openApiDocument } from './document.ts';

interface MediaType {
  schema?: object;
  examples?: Record<string, { value: unknown }>;
}
interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: object;
  example?: unknown;
}
interface Answer {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
}
interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, []>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Answer>;
}

const document = openApiDocument('https://api.example.com');
const operations = Object.entries<Route>(routes).map(([operationId, route]) => ({
  operationId,
  route,
  operation: document.paths[route.path]?.[route.method.toLowerCase()] as Operation,
}));

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addVocabulary(['components']);

/** Whether a schema of the document, with its components at hand, accepts a value. */
function accepts(schema: object | boolean, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  return ajv.validate({ ...schema, components: document.components }, value);
}

test('the document is valid OpenAPI 3.1 and states its version', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('0.0.0');
  expect(document['servers']).toEqual([{ url: 'https://api.example.com' }]);
});

test('every reference leads somewhere, and every component is referred to', () => {
  const text = JSON.stringify(document);
  const references = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/gu)].map(([, kind, name]) => `${kind} ${name}`),
  );
  const { securitySchemes: _, ...components } = document.components;
  const defined = Object.entries(components).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `${kind} ${name}`),
  );
  expect([...references].sort()).toEqual(defined.sort());
});

test('the document holds every route and nothing else', () => {
  const described = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as Operation).operationId),
  );
  expect(described.sort()).toEqual(Object.keys(routes).sort());
});

describe.each(operations)('$operationId', ({ operationId, route, operation }) => {
  test('has its id, its parameters and its security', () => {
    expect(operation.operationId).toBe(operationId);
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual([...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name));
    expect(operation.security.length === 0).toBe(route.auth === 'none');
    const takesKey = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(takesKey).toBe(route.idempotent === 'key');
  });

  test('has the success response and every error with its code', () => {
    const errors = routeErrors(route);
    const statuses = [route.success.status, ...errors.map(({ status }) => status)].map(String);
    expect(Object.keys(operation.responses).sort()).toEqual([...new Set(statuses)].sort());
    for (const { code, status } of errors) {
      expect(errorCodes[code].statuses).toContain(status);
      expect(operation.responses[status]?.content?.['application/json']?.examples).toHaveProperty(code);
    }
  });

  test('has examples that its schemas accept', () => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    );
    const bodies = contents.flatMap(({ schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ schema, value })),
    );
    const parameters = operation.parameters.flatMap(({ schema, example }) =>
      example === undefined ? [] : [{ schema, value: example }],
    );
    expect([...bodies, ...parameters].filter(({ schema = false, value }) => !accepts(schema, value))).toEqual([]);
  });
});

test('every type of event has a webhook, whose example is of that type and nothing else', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(eventRules).map((action) => `case.${action}`));
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema = false, examples = {} } = (post as Operation).requestBody?.content['application/json'] ?? {};
    const value = examples[type]?.value as object;
    expect(accepts(schema, value)).toBe(true);
    expect(accepts(schema, { ...value, type: 'case.other' })).toBe(false);
    expect(accepts(schema, { ...value, name: 'Terry Example' })).toBe(false);
  }
});

test('every named schema accepts its own example', () => {
  const refused = Object.entries(document.components['schemas'] ?? {}).filter(([, schema]) => {
    const { examples = [] } = schema as { examples?: unknown[] };
    return !examples.every((example) => accepts(schema as object, example));
  });
  expect(refused).toEqual([]);
});

test('every body and every named response has an example', () => {
  // The values of an enumeration are its examples.
  const named = Object.entries(document.components['schemas'] ?? {}).filter(
    ([, schema]) => !('enum' in (schema as object)),
  );
  const without = named.filter(([, schema]) => !('examples' in (schema as object))).map(([name]) => name);
  // They are shown inside the examples of the sessions that hold them.
  expect(without.sort()).toEqual(['Modes', 'OrganizationSummary', 'User']);
});

test('nothing has a default, which generated clients would send over a header or parameter of their user', () => {
  expect(JSON.stringify(document)).not.toContain('"default":');
});

test('every content of a response has a schema', () => {
  const contents = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ content = {} }) => Object.entries(content)),
  );
  expect(contents.filter(([, { schema }]) => schema === undefined)).toEqual([]);
  const bytes = contents.filter(([type]) => type !== 'application/json').map(([, { schema }]) => schema);
  expect(new Set(bytes.map((schema) => JSON.stringify(schema)))).toEqual(
    new Set(['{"type":"string","format":"binary"}']),
  );
});

test('a query parameter that is described as a number accepts exactly the texts of the numbers described', () => {
  const numbers = operations.flatMap(({ route, operation }) =>
    operation.parameters.flatMap(({ name = '', schema }) =>
      route.query && schema && 'type' in schema && schema.type === 'integer'
        ? [{ query: route.query, name, schema }]
        : [],
    ),
  );
  expect(numbers.length).toBeGreaterThan(0);
  for (const { query, name, schema } of numbers) {
    const field = (query as unknown as { fields: Record<string, AnySchema> }).fields[name];
    const { minimum, maximum } = schema as unknown as { minimum: number; maximum: number };
    for (const value of [-1, 0, 1, 20, 100, minimum - 1, minimum, maximum, maximum + 1]) {
      expect(field && validate(field, String(value)).ok, `${name}=${value}`).toBe(accepts(schema ?? false, value));
    }
  }
});

test('every retryable response has Retry-After', () => {
  const answers = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).filter(([status]) => ['429', '503'].includes(status)),
  );
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.filter(([, { headers }]) => !headers['Retry-After'])).toEqual([]);
});

test('nothing in the description is legal advice', () => {
  expect(adviceIn(JSON.stringify(document))).toEqual([]);
});
