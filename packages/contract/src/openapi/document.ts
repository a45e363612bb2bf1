import type { JsonSchema } from '../json-schema.ts';
import { limitsText } from '../limits-document.ts';
import { routes } from '../routes.ts';
import type { Route } from '../routes/route.ts';
import { headers, info, parameters, securitySchemes, tags } from './components.ts';
import { operation } from './operation.ts';
import { webhooks } from './webhooks.ts';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: object }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [part: string]: unknown;
}

/** Returns the API's OpenAPI 3.1 document, generated from the route table. `baseUrl` is the URL of the service. */
export function openApiDocument(baseUrl = '/'): OpenApiDocument {
  const schemas = new Map<string, JsonSchema>();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, route] of Object.entries<Route>(routes)) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(operationId, route, routes, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { ...info, description: [info.description, '', '## Limits', '', ...limitsText()].join('\n') },
    servers: [{ url: baseUrl }],
    tags,
    paths,
    webhooks: webhooks(schemas),
    components: { schemas: Object.fromEntries(schemas), parameters, headers, securitySchemes },
  };
}
