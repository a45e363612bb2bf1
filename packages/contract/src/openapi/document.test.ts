import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../errors.ts';
import { routes } from '../routes.ts';
import { routeErrors, type Route } from '../routes/route.ts';
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

/** Compiles a schema of the document with its components at hand. */
function compile(schema: object) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
  addFormats.default(ajv);
  return ajv.compile({ ...schema, components: document.components } as never);
}

test('the document is valid OpenAPI 3.1 and says its version', async () => {
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

  test('has the answer on success and every error with its code', () => {
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
    for (const { schema, examples = {} } of contents) {
      if (!schema) continue;
      const accepts = compile(schema);
      for (const { value } of Object.values(examples))
        expect(accepts(value), JSON.stringify(accepts.errors)).toBe(true);
    }
    for (const { schema, example } of operation.parameters) {
      if (schema && example !== undefined) expect(compile(schema)(example)).toBe(true);
    }
  });
});

test.each(Object.entries(document.components['schemas'] ?? {}))('the example of %s is one', (_, schema) => {
  const { examples = [] } = schema as { examples?: unknown[] };
  const accepts = compile(schema as object);
  for (const example of examples) expect(accepts(example), JSON.stringify(accepts.errors)).toBe(true);
});

test('every body and every named answer carries an example', () => {
  const named = Object.entries(document.components['schemas'] ?? {});
  const without = named.filter(([, schema]) => !('examples' in (schema as object))).map(([name]) => name);
  // They are shown inside the examples of the sessions that hold them.
  expect(without.sort()).toEqual(['Modes', 'OrganizationSummary', 'User']);
});

test('Retry-After is promised wherever the answer is to try again', () => {
  for (const { operation } of operations) {
    for (const status of ['429', '503']) {
      const answer = operation.responses[status];
      if (answer) expect(answer.headers['Retry-After']).toEqual({ $ref: '#/components/headers/RetryAfter' });
    }
  }
});
