import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { ApiResponse } from './api.ts';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described | undefined> } | undefined>>;
}

interface Described {
  headers: Record<string, unknown>;
  content?: Record<string, { schema?: object; examples?: Record<string, unknown> }>;
}

/** Compiled specifications by their JSON. Compiling takes time, and all services in a process serve the same one. */
const compiled = new Map<string, { description: Description; ajv: Ajv2020 }>();

/**
 * Returns a function that checks responses against the OpenAPI specification that the service serves. A status, error
 * code, content type or shape that isn't specified fails the test, and so does any 5xx.
 */
export async function createResponseCheck(baseUrl: string) {
  const text = await (await fetch(`${baseUrl}/v1/openapi.json`)).text();
  const { description, ajv } = compiled.get(text) ?? compile(text);

  return function check(method: string, path: string, response: ApiResponse): void {
    const { status, headers, body, bytes } = response;
    const template = Object.keys(description.paths).find((one) => matches(one, path)) ?? '';
    const operation = description.paths[template]?.[method.toLowerCase()];
    const exchange = `${method} ${template || path} responded ${status} ${JSON.stringify(body)?.slice(0, 2000)}`;
    expect(status, exchange).toBeLessThan(500);
    if (!operation) {
      expect([status, body?.error?.code], exchange).toEqual([404, 'not_found']);
      return;
    }
    const described = operation.responses[status];
    expect(described, `${exchange}: an undescribed status`).toBeDefined();
    const { headers: promised = {}, content } = described ?? {};
    for (const name of Object.keys(promised).filter((header) => header !== 'Idempotent-Replayed')) {
      expect(headers.has(name), `${exchange}: without ${name}`).toBe(true);
    }
    if (!content) {
      expect(bytes.length, `${exchange}: a body where none is described`).toBe(0);
      return;
    }
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
    expect(Object.keys(content), `${exchange}: an undescribed type`).toContain(type);
    if (type !== 'application/json') return;
    const pointer = ['paths', template, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
    const validate = ajv.getSchema(`description#/${pointer.map(escaped).join('/')}`);
    expect(validate?.(body), `${exchange}: ${ajv.errorsText(validate?.errors)}`).toBe(true);
    if (body.error) expect(Object.keys(content[type]?.examples ?? {}), exchange).toContain(body.error.code);
  };
}

function compile(text: string) {
  const description = JSON.parse(text) as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(description, 'description');
  compiled.set(text, { description, ajv });
  return { description, ajv };
}

function matches(template: string, path: string): boolean {
  const parts = path.split('?')[0]?.split('/') ?? [];
  const wanted = template.split('/');
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]);
}

/** Escapes a part of a JSON pointer for use in a URI. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
