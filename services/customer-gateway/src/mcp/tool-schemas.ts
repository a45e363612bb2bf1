import { idPattern, type Route, routes, toJsonSchema } from '@evict/contract';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { type Tool, tools } from './tools.ts';

interface ObjectSchema {
  type: 'object';
  properties?: Record<string, object>;
  required?: string[];
  [keyword: string]: unknown;
}

/** The longest that one call may wait for a person, in seconds. */
export const maxWaitSeconds = 50;

/** Returns the name of the argument with which tools take a path parameter. */
export const argumentOf = (parameter: string) => (parameter === 'id' ? 'caseId' : parameter);

export const routeOf = ({ operation }: Tool): Route => routes[operation];

const confirmation = {
  type: 'object',
  properties: {
    status: { type: 'string', const: 'confirmation_required' },
    url: { type: 'string', description: 'For the customer: the page on which a member confirms.' },
    expiresAt: { type: 'string', format: 'date-time' },
  },
  required: ['status', 'url', 'expiresAt'],
} as const;

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'A unique value for one action, such as a UUID. Repeating the call with it has no further effect.',
} as const;

const waitSeconds = {
  type: 'integer',
  minimum: 0,
  maximum: maxWaitSeconds,
  description: 'How many seconds to wait for the person before returning `confirmation_required`.',
} as const;

/** The tools as they are listed to clients. */
export const listedTools: readonly ListedTool[] = Object.entries(tools).map(([name, tool]) => {
  const { title, use, not, next, isDestructive, needsPerson } = tool;
  const route = routeOf(tool);
  const isReading = route.method === 'GET' || tool.operation === 'validateCase';
  return {
    name,
    title,
    description: `${title}. ${use} ${not} Next: ${next}`,
    inputSchema: inputOf(tool, route),
    outputSchema: outputOf(route, needsPerson === true),
    annotations: {
      title,
      readOnlyHint: isReading,
      destructiveHint: isDestructive === true,
      idempotentHint: isReading || route.method !== 'POST',
      openWorldHint: false,
    },
  };
});

function inputOf({ given = {}, needsPerson }: Tool, route: Route): ObjectSchema {
  const parts = [route.query, route.body].flatMap((schema) => (schema ? [toJsonSchema(schema) as ObjectSchema] : []));
  const inPath = Object.entries(route.params ?? {}).map(([name, kind]) => [
    argumentOf(name),
    { type: 'string', pattern: idPattern(kind) },
  ]);
  const properties = {
    ...Object.fromEntries(inPath),
    ...Object.assign({}, ...parts.map((part) => part.properties)),
    ...(route.idempotent === 'key' && { idempotencyKey }),
    ...(needsPerson && { waitSeconds }),
  };
  const required = [...inPath.map(([name]) => name as string), ...parts.flatMap((part) => part.required ?? [])];
  const dependent = parts.flatMap(({ dependentRequired }) => (dependentRequired ? [{ dependentRequired }] : []));
  return briefly({
    type: 'object',
    properties,
    required: required.filter((name) => !Object.hasOwn(given, name)),
    ...Object.assign({}, ...dependent),
    additionalProperties: false,
  });
}

function outputOf({ success }: Route, needsPerson: boolean): ObjectSchema {
  const shape =
    success.schema === null || success.schema === 'bytes' ? {} : (toJsonSchema(success.schema) as ObjectSchema);
  const schema = needsPerson
    ? { type: 'object' as const, anyOf: [shape, confirmation] }
    : { ...shape, type: 'object' as const };
  return briefly(schema, ['description', 'pattern']);
}

/** Drops parts that would cost a model tokens in every conversation: all examples, and the keywords in `without`. */
function briefly(schema: ObjectSchema, without: readonly string[] = []): ObjectSchema {
  const isLeftOut = (key: string, value: unknown) =>
    (key === 'examples' && Array.isArray(value)) || (without.includes(key) && typeof value === 'string');
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (isLeftOut(key, value) ? undefined : value)),
  ) as ObjectSchema;
}
