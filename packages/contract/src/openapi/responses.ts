import { errorCodes } from '../errors.ts';
import { toJsonSchema, type JsonSchema } from '../json-schema.ts';
import { routeErrors, type Route, type RouteError } from '../routes/route.ts';
import { errorBody, issueList } from '../schemas/error.ts';
import { gateResults } from '../schemas/gates.ts';
import { exampleOf } from '../shape.ts';
import { documentTypes, type headers } from './components.ts';
import { links } from './links.ts';

/** Returns the responses of a route by status: its success, and its errors with their codes. */
export function responses(
  route: Route,
  routes: Readonly<Record<string, Route>>,
  schemas: Map<string, JsonSchema>,
): Record<string, object> {
  const byStatus = new Map<number, RouteError[]>();
  for (const error of routeErrors(route)) byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  return {
    [route.success.status]: successResponse(route, links(route, routes), schemas),
    ...Object.fromEntries([...byStatus].map(([status, errors]) => [status, errorResponse(route, errors, schemas)])),
  };
}

function successResponse(
  { success, idempotent }: Route,
  next: Record<string, object>,
  schemas: Map<string, JsonSchema>,
): object {
  return {
    description: success.description,
    headers: headerReferences({
      'X-Request-Id': 'RequestId',
      ...(idempotent === 'key' && { 'Idempotent-Replayed': 'IdempotentReplayed' }),
      ...(success.schema === 'bytes' && { 'Content-Disposition': 'ContentDisposition' }),
    }),
    ...(success.schema !== null && { content: successContent(success, schemas) }),
    ...(Object.keys(next).length > 0 && { links: next }),
  };
}

function successContent({ schema, types = documentTypes }: Route['success'], schemas: Map<string, JsonSchema>): object {
  if (schema === null) return {};
  if (schema === 'bytes') return Object.fromEntries(types.map((type) => [type, { schema: bytes }]));
  return { 'application/json': { schema: toJsonSchema(schema, schemas) } };
}

/**
 * Bytes in the notation of OpenAPI 3.0. All generators know it, while few know the keywords of 3.1
 * (`contentMediaType`).
 */
export const bytes = { type: 'string', format: 'binary' } as const;

/** Describes the response for all errors that share a status. */
function errorResponse(route: Route, errors: RouteError[], schemas: Map<string, JsonSchema>): object {
  const retry = errors.some(({ code }) => code === 'rate_limited' || code === 'busy');
  return {
    description: errors.map((error) => `\`${error.code}\`: ${errorText(route, error)}`).join('\n\n'),
    headers: headerReferences({ 'X-Request-Id': 'RequestId', ...(retry && { 'Retry-After': 'RetryAfter' }) }),
    content: {
      'application/json': {
        schema: toJsonSchema(errorBody, schemas),
        examples: Object.fromEntries(errors.map((error) => [error.code, { value: errorExample(error) }])),
      },
    },
  };
}

function errorText(route: Route, { code }: RouteError): string {
  const { text } = errorCodes[code];
  if (code !== 'busy' || route.idempotent !== 'key') return text;
  return `${text} The outcome may be unknown. Repeat the request with the same \`Idempotency-Key\`: nothing is done twice.`;
}

function errorExample(error: RouteError): object {
  return { error: { code: error.code, message: errorCodes[error.code].text, details: exampleDetails(error) } };
}

/** Returns an example of `error.details`, or null for a code without details. */
function exampleDetails({ code, status }: RouteError): unknown {
  if (code === 'invalid_request') return status === 422 ? { field: 'ground' } : exampleOf(issueList);
  if (code === 'confirmation_required')
    return {
      id: 'cnf_7d1c4b9a-2e3f-4a5b-8c6d-9e0f1a2b3c4d',
      url: 'https://evictions.example.com/confirm/cnf_7d1c4b9a-2e3f-4a5b-8c6d-9e0f1a2b3c4d?mode=test',
      expiresAt: '2026-07-02T09:29:00.000Z',
    };
  if (code === 'gates_failed') return exampleOf(gateResults);
  if (code === 'nothing_to_advance') return { retryAt: '2026-07-01T09:36:00.000Z' };
  return null;
}

function headerReferences(names: Record<string, keyof typeof headers>): object {
  return Object.fromEntries(
    Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
  );
}
