import { idPattern } from '../ids.ts';
import { toJsonSchema, type JsonSchema } from '../json-schema.ts';
import { type Route, scopeOf } from '../routes/route.ts';
import { metaOf, shapeOf } from '../shape.ts';
import type { parameters, securitySchemes } from './components.ts';
import { bytes, responses } from './responses.ts';

/** Returns one operation of the document. Adds its named schemas to `schemas` and refers to them there. */
export function operation(
  operationId: string,
  route: Route,
  routes: Readonly<Record<string, Route>>,
  schemas: Map<string, JsonSchema>,
): object {
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.addition && { 'x-addition': true }),
    ...(route.auth === 'customer' && { 'x-scope': scopeOf(route) }),
    security: security[route.auth],
    parameters: [...pathParameters(route), ...queryParameters(route, schemas), ...headerParameters(route)],
    ...(route.body && {
      requestBody: {
        required: !route.bodyIsOptional,
        content: { 'application/json': { schema: toJsonSchema(route.body, schemas) } },
      },
    }),
    ...(route.rawBody && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: bytes } } },
    }),
    responses: responses(route, routes, schemas),
  };
}

/** The credentials that each kind of route accepts. Any one of them is sufficient. */
const security: Record<Route['auth'], readonly { [scheme in keyof typeof securitySchemes]?: [] }[]> = {
  none: [],
  customer: [{ apiKey: [] }, { session: [] }],
  session: [{ session: [] }],
  anySession: [{ session: [] }],
  attorney: [{ attorney: [] }],
  attorneySession: [{ session: [] }],
};

function pathParameters({ params = {} }: Route): object[] {
  return Object.entries(params).map(([name, kind]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', pattern: idPattern(kind) },
  }));
}

function queryParameters({ query }: Route, schemas: Map<string, JsonSchema>): object[] {
  if (!query) return [];
  const { properties } = toJsonSchema(query, schemas) as { properties: Record<string, JsonSchema> };
  return Object.entries(shapeOf(query).fields ?? {}).map(([name, field]) => {
    const { parameter, example } = metaOf(field);
    const { description, examples: _, ...schema } = properties[name] ?? {};
    return {
      name,
      in: 'query',
      required: !field.spec.optional,
      ...(description !== undefined && { description }),
      schema: parameter ?? schema,
      ...(example !== undefined && { example }),
    };
  });
}

function headerParameters({ auth, idempotent }: Route): object[] {
  const names: (keyof typeof parameters)[] = ['RequestId'];
  if (auth !== 'none') names.push('ServiceMode');
  if (idempotent === 'key') names.push('IdempotencyKey');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
