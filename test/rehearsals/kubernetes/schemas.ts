import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Definition {
  properties?: Record<string, unknown>;
  required?: string[];
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

/**
 * Writes one schema for each kind of Kubernetes, from Kubernetes' own description of its API, under the names that
 * `schemaLocation` gives. Returns the number of kinds. A schema takes no field but those that are described.
 */
export async function writeSchemas(swagger: string, folder: string): Promise<number> {
  const { definitions } = JSON.parse(await readFile(swagger, 'utf8')) as { definitions: Record<string, Definition> };
  const closed = close(definitions) as Record<string, Definition | object>;
  // Described as text, but taken as a number too.
  closed['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { oneOf: [{ type: 'string' }, { type: 'number' }] };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'definitions.json'), JSON.stringify({ definitions: closed }));
  const kinds = Object.entries(definitions).flatMap(([name, definition]) =>
    (definition['x-kubernetes-group-version-kind'] ?? []).map((kind) => ({ ...kind, name, definition })),
  );
  for (const { group, version, kind, name, definition } of kinds) {
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const schema = {
      allOf: [{ $ref: `definitions.json#/definitions/${name}` }],
      properties: { apiVersion: { const: apiVersion }, kind: { const: kind } },
      required: [...new Set([...(definition.required ?? []), 'apiVersion', 'kind'])],
    };
    const suffix = group === '' ? version : `${group.split('.')[0]}-${version}`;
    await writeFile(join(folder, `${kind.toLowerCase()}-${suffix}.json`), JSON.stringify(schema));
  }
  return kinds.length;
}

/** Where kubeconform finds the schemas in a folder. */
export function schemaLocation(folder: string): string {
  return join(folder, '{{.ResourceKind}}{{.KindSuffix}}.json');
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (value === null || typeof value !== 'object') return value;
  if ('format' in value && value.format === 'int-or-string')
    return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]));
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}
