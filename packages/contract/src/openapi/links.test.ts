import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  pattern?: string;
}
interface Operation {
  operationId: string;
  security: object[];
  parameters: { name?: string; in?: string; schema?: Schema }[];
  responses: Record<
    string,
    {
      content?: Record<string, { schema: Schema }>;
      links?: Record<string, { operationId: string; parameters: object }>;
    }
  >;
}

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods) as Operation[]);
const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
const links = operations.flatMap((source) =>
  Object.values(source.responses).flatMap(({ links: found = {}, content }) =>
    Object.entries(found).map(([name, link]) => ({
      name: `${source.operationId} to ${name}`,
      source,
      body: content?.['application/json']?.schema,
      ...link,
    })),
  ),
);

test.each(links)('$name: gives every id of the path, each of its kind', ({ source, body, operationId, parameters }) => {
  const target = byId.get(operationId);
  const inPath = pathParameters(target);
  expect(Object.keys(parameters).sort()).toEqual([...inPath.keys()].sort());
  for (const [name, expression] of Object.entries(parameters as Record<string, string>)) {
    const given = valueAt(expression, source, body);
    expect(given?.pattern, expression).toBeDefined();
    expect(given?.pattern, expression).toBe(inPath.get(name)?.pattern);
  }
});

test('every operation with an id in its path is reached by a link', () => {
  const reached = new Set(links.map(({ operationId }) => operationId));
  const withId = operations.filter((operation) => pathParameters(operation).size > 0);
  expect(withId.length).toBeGreaterThan(10);
  expect(withId.map(({ operationId }) => operationId).filter((operationId) => !reached.has(operationId))).toEqual([]);
});

test('the main paths of a customer and of an attorney are links', () => {
  const names = links.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['getCase', 'submitCase', 'advanceCase', 'uploadDocument', 'createNote'].map(
        (next) => `createCase to ${next}`,
      ),
      'listCases to getCase',
      'uploadDocument to downloadDocument',
      'advanceCase to downloadDocument',
      'listCharges to checkoutCharge',
      'createWebhookEndpoint to deleteWebhookEndpoint',
      'createApiKey to revokeApiKey',
      'getAttorneyQueue to getAttorneyCase',
      'getAttorneyQueue to reviewCase',
      'getAttorneyCase to downloadAttorneyDocument',
    ]),
  );
  // An API key is refused there.
  expect(names.filter((name) => name.startsWith('createCase to') && name.includes('Attorney'))).toEqual([]);
});

function pathParameters(operation: Operation | undefined): Map<string, Schema | undefined> {
  const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
  return new Map(inPath.map(({ name = '', schema }) => [name, schema]));
}

/** The schema of what a runtime expression points at. */
function valueAt(expression: string, source: Operation, body: Schema | undefined): Schema | undefined {
  const [, name] = /^\$request\.path\.(\w+)$/u.exec(expression) ?? [];
  if (name !== undefined) return pathParameters(source).get(name);
  const [, pointer] = /^\$response\.body#(\/.+)$/u.exec(expression) ?? [];
  return pointer?.slice(1).split('/').reduce(stepInto, body);
}

function stepInto(schema: Schema | undefined, part: string): Schema | undefined {
  const { properties, items } = resolved(schema) ?? {};
  return resolved(/^\d+$/u.test(part) ? items : properties?.[part]);
}

function resolved(schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components['schemas']?.[name] as Schema);
}
