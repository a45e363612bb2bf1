import type { OpenApiDocument } from '@evict/contract';
import openapiTypeScript, { astToString } from 'openapi-typescript';

/** The TypeScript that `generated/` holds: the types of the description, and how each operation is called. */
export async function generatedSource(description: OpenApiDocument): Promise<string> {
  const types = await openapiTypeScript(JSON.stringify(withoutRefusals(description)), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  return [
    '/** Made by `npm run client` from the OpenAPI description: change the contract, not this file. */',
    astToString(types),
    '/** How each operation is called. */',
    'export const calls = {',
    ...callLines(description),
    '} as const;',
    '',
  ].join('\n');
}

/** As far as this program reads it. */
interface Operation {
  operationId: string;
  parameters: { $ref?: string }[];
  responses: Record<string, { content?: object }>;
}

/** Every refusal has the shape `Error`: said once per operation and status, it would be two thirds of the file. */
function withoutRefusals(description: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(description.paths).map(([path, operations]) => {
    const kept = Object.entries(operations as Record<string, Operation>).map(([method, operation]) => {
      const responses = Object.fromEntries(Object.entries(operation.responses).filter(([status]) => isSuccess(status)));
      return [method, { ...operation, responses }] as const;
    });
    return [path, Object.fromEntries(kept)] as const;
  });
  return { ...description, paths: Object.fromEntries(paths) };
}

function callLines(description: OpenApiDocument): string[] {
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([method, { operationId, parameters, responses }]) => {
      const [, success] = Object.entries(responses).find(([status]) => isSuccess(status)) ?? [];
      const call = {
        method,
        path,
        takesIdempotencyKey: parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
        returnsBytes: success?.content !== undefined && !Object.hasOwn(success.content, 'application/json'),
      };
      return `  ${operationId}: ${JSON.stringify(call)},`;
    }),
  );
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}
