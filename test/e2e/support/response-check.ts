import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { ApiResponse } from './api.ts';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described | undefined> } | undefined>>;
}

interface Described {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema; examples?: Record<string, unknown> }>;
}

/** A schema, or a reference to one that several responses share. */
type Schema = { $ref?: string } & Record<string, unknown>;

/** A specification that is ready to check responses. */
interface Specification {
  description: Description;
  /** The path templates with their segments. */
  templates: { template: string; segments: readonly string[] }[];
  ajv: Ajv2020;
}

/** Specifications by their JSON. Compiling takes time, and all services in a process serve the same one. */
const known = new Map<string, Specification>();

/**
 * Returns a function that checks responses against the OpenAPI specification that the service serves. A status, error
 * code, content type or shape that isn't specified fails the test, and so does any 5xx.
 */
export async function createResponseCheck(baseUrl: string) {
  const text = await (await fetch(`${baseUrl}/v1/openapi.json`)).text();
  const specification = known.get(text) ?? prepare(text);
  known.set(text, specification);

  return function check(method: string, path: string, response: ApiResponse): void {
    const fault = faultOf(specification, method, path, response);
    if (fault === null) return;
    const { status, body } = response;
    expect.unreachable(`${method} ${path} responded ${status} ${JSON.stringify(body)?.slice(0, 2000)}: ${fault}`);
  };
}

function prepare(text: string): Specification {
  const description = JSON.parse(text) as Description;
  // Most schemas check only a few responses, so it takes longer to optimize their code than to run it.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(description, 'description');
  const templates = Object.keys(description.paths).map((template) => ({ template, segments: template.split('/') }));
  return { description, templates, ajv };
}

/** Returns how the response deviates from the specification, or null if it doesn't. */
function faultOf(
  { description, templates, ajv }: Specification,
  method: string,
  path: string,
  { status, headers, body, bytes }: ApiResponse,
): string | null {
  if (status >= 500) return 'the service failed';
  const parts = path.split('?')[0]?.split('/') ?? [];
  const template = templates.find(({ segments }) => matches(segments, parts))?.template ?? '';
  const operation = description.paths[template]?.[method.toLowerCase()];
  if (!operation) return status === 404 && body?.error?.code === 'not_found' ? null : 'an undescribed operation';
  const described = operation.responses[status];
  if (!described) return 'an undescribed status';
  const promised = Object.keys(described.headers ?? {}).filter((name) => name !== 'Idempotent-Replayed');
  const missing = promised.find((name) => !headers.has(name));
  if (missing !== undefined) return `without ${missing}`;
  const { content } = described;
  if (!content) return bytes.length === 0 ? null : 'a body where none is described';
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (!content[type]) return `an undescribed type: ${type}`;
  if (type !== 'application/json') return null;
  const { schema = {} } = content[type];
  const place = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  // A shared schema is compiled only once, unlike a thousand references to it.
  const isShared = schema.$ref !== undefined && Object.keys(schema).length === 1;
  const pointer = isShared ? schema.$ref : `#/${place.map(escaped).join('/')}`;
  const validate = ajv.getSchema(`description${pointer}`);
  if (!validate?.(body)) return ajv.errorsText(validate?.errors);
  const codes = Object.keys(content[type].examples ?? {});
  return body.error && !codes.includes(body.error.code) ? `an undescribed code: ${body.error.code}` : null;
}

function matches(segments: readonly string[], parts: readonly string[]): boolean {
  return (
    parts.length === segments.length &&
    segments.every((segment, index) => segment.startsWith('{') || segment === parts[index])
  );
}

/** Escapes a part of a JSON pointer for use in a URI. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
