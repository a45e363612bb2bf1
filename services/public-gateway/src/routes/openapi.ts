import { openApiDocument, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';

/** The interface as an OpenAPI document. */
export function openApiRoutes(gateway: Gateway): void {
  const document = openApiDocument();
  gateway.route(routes.openapi, async () => ({ status: 200, body: document }));
}
