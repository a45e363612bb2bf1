import { optInMessages } from '../schemas/enumerations.ts';
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

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | null)[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  pattern?: string;
}
interface MediaType {
  schema?: Schema;
  examples?: Record<string, { value: unknown }>;
}
interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: Schema;
  example?: unknown;
}
interface Answer {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
  links?: Record<string, { parameters: Record<string, string> }>;
}
interface Operation {
  'x-addition'?: true;
  operationId: string;
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

/** Returns whether a schema of the document accepts a value, with its components resolved. */
function accepts(schema: object, value: unknown): boolean {
  const text = JSON.stringify(schema);
  const known = compiled.get(text) ?? ajv.compile({ ...JSON.parse(text), components: document.components });
  compiled.set(text, known);
  return known(value) === true;
}

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

test('the document is valid OpenAPI 3.1 and states its version and server', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('0.0.0');
  expect(document['servers']).toEqual([{ url: 'https://api.example.com' }]);
});

test('every reference can be resolved, and every component is used', () => {
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

const schemes = {
  none: [],
  customer: ['apiKey', 'session'],
  session: ['session'],
  anySession: ['session'],
  attorney: ['attorney'],
  attorneySession: ['session'],
};

describe.each(operations)('$operationId', ({ operationId, route, operation }) => {
  test('has the id and security schemes of its route, and an Idempotency-Key header if and only if the route takes one', () => {
    expect(operation.operationId).toBe(operationId);
    expect(operation.security).toEqual(schemes[route.auth].map((scheme) => ({ [scheme]: [] })));
    const takesKey = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(takesKey).toBe(route.idempotent === 'key');
    expect(operation['x-addition']).toBe(route.addition);
  });

  test('describes the success response and every error of its route, and has an example of each error', () => {
    const errors = routeErrors(route);
    const statuses = [route.success.status, ...errors.map(({ status }) => status)].map(String);
    expect(Object.keys(operation.responses).sort()).toEqual([...new Set(statuses)].sort());
    for (const { code, status } of errors) {
      expect(errorCodes[code].statuses).toContain(status);
      expect(operation.responses[status]?.content?.['application/json']?.examples).toHaveProperty(code);
    }
  });

  test('has only examples that its schemas accept', () => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    );
    const bodies = contents.flatMap(({ schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ schema, value })),
    );
    const parameters = operation.parameters.flatMap(({ schema, example }) =>
      example === undefined ? [] : [{ schema, value: example }],
    );
    expect([...bodies, ...parameters].filter(({ schema = {}, value }) => !accepts(schema, value))).toEqual([]);
  });
});

test("every event type has a webhook, and the webhook's schema accepts its own example but no other type and no other field", () => {
  expect(Object.keys(document.webhooks)).toEqual([
    ...Object.keys(eventRules).map((action) => `case.${action}`),
    ...Object.keys(optInMessages),
  ]);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema = {}, examples = {} } = (post as Operation).requestBody?.content['application/json'] ?? {};
    const value = examples[type]?.value as object;
    expect(accepts(schema, value)).toBe(true);
    expect(accepts(schema, { ...value, type: 'case.other' })).toBe(false);
    expect(accepts(schema, { ...value, name: 'Terry Example' })).toBe(false);
  }
});

/** The fields in the API specification. `!` marks those that are always present. */
const fields = {
  Case:
    'id! string, mode! Mode, state! State, heldFrom State|null, ground! Ground, entryPoint! EntryPoint, ' +
    'courtCaseNumber string|null, packVersions object|null, data! object, deadlines! array, documents! array of Document, ' +
    'nextAction! object, createdAt date-time, updatedAt date-time, reference string|null, attorney object|null',
  'Case.deadlines[]': 'name! string, date! date, citation! string, id string',
  'Case.nextAction': 'by! customer|attorney|platform|court|none, description! string',
  Document:
    'id! string, kind! evidence|notice|filing|proof, specId string|null, filename! string, contentHash! string, ' +
    'createdAt date-time',
  GateResults: 'passed! boolean, results! array',
  'GateResults.results[]': 'gate! string, status! pass|fail|warn|not_applicable, reason string',
  Event:
    'id! string, action! EventAction, actorType! any, fromState! State|null, toState! State|null, detail any, createdAt! date-time',
  'Error.error': 'code! any, message! string, details! any',
  Organization: 'id! string, name! string, verified! boolean, members! array of Member',
  Member:
    'id! string, name! string|null, email! string, role! owner|member|attorney|platform_admin, invitedAt date-time',
  ApiKey: 'id! string, mode! Mode, createdAt! date-time, lastFour! string|null, revokedAt! date-time|null',
  CreatedApiKey: 'id! string, mode! Mode, secret! string',
  WebhookEndpoint: 'id! string, url! string, mode! Mode, createdAt! date-time, disabledAt date-time',
  CreatedWebhookEndpoint: 'id! string, secret! string',
  Session: 'token! string, user! User, organization! OrganizationSummary, modes! Modes',
  Me: 'user! User, organization! OrganizationSummary, modes! Modes',
  OrganizationSummary: 'id! string, name! string, verified! boolean',
  Modes: 'test! boolean, live! boolean',
  Charge: 'state! due|paid|void|refunded',
  Note: 'author! customer|service, writtenBy any',
  Checkout: 'url! uri',
  Jurisdiction:
    'served! boolean, handling! automated|attorney_direct|null, action! string|null, jurisdictionIds! array of string, grounds! array',
  'Jurisdiction.grounds[]': 'ground! Ground, notice! object|null, requiredFacts! array of string',
  AttorneyQueueItem:
    'id! string, mode! Mode, state! State, ground! Ground, entryPoint! EntryPoint, jurisdiction! object, ' +
    'attention! Attention, createdAt! date-time, updatedAt! date-time',
  'AttorneyQueueItem.jurisdiction': 'state! string, county string',
  Attention: 'needed! boolean, reasons! array of string',
  AttorneyCase:
    'id! string, state! State, data! object, gates! GateResults, evidence! array of Document, filings! array of Filing, ' +
    'serviceAttempts! array of ServiceAttempt, attention! Attention, events! array of AuditEvent',
  Filing:
    'id! string, status! submitted|accepted|rejected, envelopeId! string|null, courtCaseNumber! string|null, ' +
    'rejectionReasons! array|null, createdAt! date-time',
  ServiceAttempt:
    'id! string, stage! notice|summons, method! string, status! pending|served|failed, servedDate! date|null, ' +
    'failureReason! string|null, createdAt! date-time, partyIndex any, expires date|null, citation string|null',
  WebhookMessage:
    'id! string, type! MessageType, caseId! string, state! State, corrected boolean, createdAt! date-time',
} as const;

test.each(Object.entries(fields))('the schema %s has every specified field with its type', (name, text) => {
  const [first = '', ...parts] = name.replaceAll('[]', '.[]').split('.');
  const schema = parts.reduce<Schema>(
    (at, part) => (part === '[]' ? at.items : at.properties?.[part]) ?? {},
    (document.components['schemas']?.[first] as Schema) ?? {},
  );
  for (const [field = '', type] of text.split(', ').map((one) => one.split(/ (.*)/u))) {
    const found = schema.properties?.[field.replace('!', '')];
    expect([field, typeOf(found)]).toEqual([field, type === 'any' ? typeOf(found) : type]);
    if (field.endsWith('!')) expect(schema.required).toContain(field.slice(0, -1));
  }
});

/** Returns the type in short form, such as `date|null`. */
function typeOf(schema: Schema | undefined): string {
  expect(schema).toBeDefined();
  const { $ref, type = [], format, items, enum: values, anyOf } = schema ?? {};
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (values) return values.join('|');
  if (anyOf) return anyOf.map(typeOf).join('|');
  const [own, ...others] = [type].flat();
  const of = items && own === 'array' && !items.properties ? ` of ${typeOf(items)}` : '';
  return [`${format ?? own}${of}`, ...others].join('|');
}

test('the State schema contains the states in the API specification', () => {
  const states = ['draft', 'submitted', 'on_hold', 'withdrawn', 'notice_review', 'filing_review', 'filing_submitted'];
  const schema = document.components['schemas']?.['State'] as Schema | undefined;
  expect(schema?.enum).toEqual(expect.arrayContaining(states));
});

test('every state-changing action in the API specification is an event, and only three events leave the state unchanged', () => {
  const changing =
    'submit assign_attorney begin_review request_changes approve_notice send_notice notice_served start_cure_period ' +
    'cure close_resolved cure_period_expired approve_filing submit_filing filing_rejected rework_filing ' +
    'filing_accepted send_summons summons_served schedule_hearing record_judgment request_writ writ_issued close ' +
    'withdraw hold resume';
  const actions = Object.entries<{ to: unknown }>(eventRules);
  const named = (changes: boolean) =>
    actions.filter(([, { to }]) => (to !== null) === changes).map(([action]) => action);
  expect(named(true)).toEqual(expect.arrayContaining(changing.split(' ')));
  expect(named(false).toSorted()).toEqual(['cure_reported', 'service_failed', 'withdrawal_requested']);
});

test('every named schema accepts its own examples', () => {
  const refused = Object.entries(document.components['schemas'] ?? {}).filter(([, schema]) => {
    const { examples = [] } = schema as { examples?: unknown[] };
    return !examples.every((example) => accepts(schema as object, example));
  });
  expect(refused).toEqual([]);
});

test('every named schema has an example, except enumerations and parts of a session', () => {
  // The values of an enumeration are its examples.
  const named = Object.entries(document.components['schemas'] ?? {}).filter(
    ([, schema]) => !('enum' in (schema as object)),
  );
  const without = named.filter(([, schema]) => !('examples' in (schema as object))).map(([name]) => name);
  // The example of a session contains these schemas.
  expect(without.sort()).toEqual(['Modes', 'OrganizationSummary', 'User']);
});

test('no schema has a default, because generated clients would send it even if their user sets nothing', () => {
  expect(JSON.stringify(document)).not.toContain('"default":');
});

test('every response content has a schema, and content other than JSON has the binary schema', () => {
  const contents = operations.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ content = {} }) => Object.entries(content)),
  );
  expect(contents.filter(([, { schema }]) => schema === undefined)).toEqual([]);
  const bytes = contents.filter(([type]) => type !== 'application/json').map(([, { schema }]) => schema);
  expect(new Set(bytes.map((schema) => JSON.stringify(schema)))).toEqual(
    new Set(['{"type":"string","format":"binary"}']),
  );
});

test('a numeric query parameter accepts exactly the numbers that its schema allows', () => {
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
      expect(field && validate(field, String(value)).ok, `${name}=${value}`).toBe(accepts(schema, value));
    }
  }
});

test('every 429 and 503 response has a Retry-After header', () => {
  const answers = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).filter(([status]) => ['429', '503'].includes(status)),
  );
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.filter(([, { headers }]) => !headers['Retry-After'])).toEqual([]);
});

test('the document contains no legal advice', () => {
  expect(adviceIn(JSON.stringify(document))).toEqual([]);
});

describe('links', () => {
  const byId = new Map(operations.map(({ operationId, operation }) => [operationId, operation]));
  const links = operations.flatMap(({ operationId, operation }) =>
    Object.values(operation.responses).flatMap(({ links: found = {}, content }) =>
      Object.entries(found).map(([target, { parameters }]) => ({
        name: `${operationId} to ${target}`,
        source: operation,
        target,
        body: content?.['application/json']?.schema,
        parameters,
      })),
    ),
  );

  test.each(links)(
    'from $name provide every id in the path of the target, each of the right kind',
    ({ source, target, body, parameters }) => {
      const inPath = pathParameters(byId.get(target));
      expect(Object.keys(parameters).sort()).toEqual([...inPath.keys()].sort());
      for (const [name, expression] of Object.entries(parameters)) {
        const given = valueAt(expression, source, body)?.pattern;
        expect(given, expression).toBeDefined();
        expect(given, expression).toBe(inPath.get(name)?.pattern);
      }
    },
  );

  test('lead to every operation with an id in its path, except those for confirmations and upload links', () => {
    const reached = new Set(links.map(({ target }) => target));
    const withId = operations.filter(({ operation }) => pathParameters(operation).size > 0);
    expect(withId.map(({ operationId }) => operationId).filter((id) => !reached.has(id))).toEqual([
      // A refusal or an upload link leads to these operations.
      'getConfirmation',
      'confirmAction',
      'putUpload',
    ]);
    // Attorney operations refuse API keys.
    expect(links.filter(({ name }) => /^createCase to .*Attorney/u.test(name))).toEqual([]);
  });

  function pathParameters(operation: Operation | undefined): Map<string, Schema | undefined> {
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
    return new Map(inPath.map(({ name = '', schema }) => [name, schema]));
  }

  /** Returns the schema of the value that a runtime expression refers to. */
  function valueAt(expression: string, source: Operation, body: Schema | undefined): Schema | undefined {
    const [, place, name = ''] = /^\$(request\.path\.|response\.body#\/)(.+)$/u.exec(expression) ?? [];
    if (place === 'request.path.') return pathParameters(source).get(name);
    return name.split('/').reduce((schema: Schema | undefined, part) => {
      const { properties, items } = resolved(schema) ?? {};
      return resolved(/^\d+$/u.test(part) ? items : properties?.[part]);
    }, body);
  }

  function resolved(schema: Schema | undefined): Schema | undefined {
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined ? schema : (document.components['schemas']?.[name] as Schema);
  }
});
