import { setTimeout as pause } from 'node:timers/promises';
import { routes, shapeOf } from '@evict/contract';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { fenced, untrusted } from './fence.ts';
import { overview } from './guide.ts';
import { argumentOf, maxWaitSeconds, routeOf } from './tool-schemas.ts';
import { type Tool, tools } from './tools.ts';
import type { Agent, Answer, Upstream } from './upstream.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Calls the operation of a tool, with the same checks as for any other caller of it. Null for an unknown tool. */
export async function callTool(
  ask: Upstream,
  agent: Agent,
  name: string,
  given: Arguments,
): Promise<CallToolResult | null> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) return null;
  const route = routeOf(tool);
  const { idempotencyKey, waitSeconds, ...rest } = { ...tool.given, ...given };
  const faults = argumentFaults(tool, rest, { idempotencyKey, waitSeconds });
  if (faults.length > 0) return refusal({ code: 'invalid_request', message: faults.join(' '), details: null });
  const request = requestOf(tool, rest, idempotencyKey as string | undefined);
  const send = () => ask(agent, route, request.path, request);
  const answer = await send();
  const needed = confirmationIn(answer);
  if (!needed) return resultOf(tool, answer);
  const isConfirmed = await waitFor(ask, agent, needed.id, Number(waitSeconds ?? 0));
  const after = isConfirmed ? await send() : answer;
  const still = confirmationIn(after);
  return still ? askPerson(still) : resultOf(tool, after);
}

/** What does not fit into a path, or is no argument of the tool. The route checks everything else. */
function argumentFaults(tool: Tool, rest: Arguments, { idempotencyKey, waitSeconds }: Arguments): string[] {
  const { params = {}, query, body, idempotent } = routeOf(tool);
  const inPath = Object.keys(params).map(argumentOf);
  const known = new Set([
    ...inPath,
    ...[query, body].flatMap((schema) => Object.keys(schema ? (shapeOf(schema).fields ?? {}) : {})),
  ]);
  const isSeconds = Number.isInteger(waitSeconds) && Number(waitSeconds) >= 0 && Number(waitSeconds) <= maxWaitSeconds;
  const isKey =
    idempotent === 'key' && typeof idempotencyKey === 'string' && /^[\x21-\x7e]{1,255}$/.test(idempotencyKey);
  return [
    ...inPath
      .filter((name) => typeof rest[name] !== 'string' || !/^[\w-]{1,64}$/.test(rest[name]))
      .map((name) => `\`${name}\` is missing or no id.`),
    ...Object.keys(rest)
      .filter((name) => !known.has(name))
      .map((name) => `There is no argument ${JSON.stringify(name.slice(0, 64))}.`),
    ...(waitSeconds === undefined || (tool.needsPerson && isSeconds)
      ? []
      : [`\`waitSeconds\` is a whole number from 0 to ${maxWaitSeconds}.`]),
    ...(idempotencyKey === undefined || isKey
      ? []
      : ['`idempotencyKey` is 1 to 255 printable characters without spaces, for tools that change something.']),
  ];
}

function requestOf(tool: Tool, rest: Arguments, idempotencyKey: string | undefined) {
  const { path, params = {}, query, body } = routeOf(tool);
  const fieldsOf = (schema: typeof query) => Object.keys(schema ? (shapeOf(schema).fields ?? {}) : {});
  const filled = Object.keys(params).reduce(
    (text, name) => text.replace(`{${name}}`, String(rest[argumentOf(name)])),
    path,
  );
  const search = new URLSearchParams(
    fieldsOf(query).flatMap((name) => {
      const value = rest[name];
      return value === undefined
        ? []
        : [value].flat().map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]);
    }),
  ).toString();
  const fields = fieldsOf(body).flatMap((name) => (rest[name] === undefined ? [] : [[name, rest[name]] as const]));
  return {
    path: search === '' ? filled : `${filled}?${search}`,
    ...(body && { body: Object.fromEntries(fields) }),
    idempotencyKey,
  };
}

interface Needed {
  id: string;
  url: string;
  expiresAt: string;
}

/** What a person has to confirm before the act is done; null for any other answer. */
function confirmationIn({ status, body }: Answer): Needed | null {
  const { error } = (body ?? {}) as { error?: { code: string; details: Needed } };
  return status === 409 && error?.code === 'confirmation_required' ? error.details : null;
}

function askPerson({ url, expiresAt }: Needed): CallToolResult {
  const structuredContent = { status: 'confirmation_required', url, expiresAt };
  const text = `A person decides this. Give the customer this link; a signed-in member confirms there until ${expiresAt}: ${url} Then call the tool again.`;
  return { content: [{ type: 'text', text }], structuredContent };
}

/** Whether the person confirms within so many seconds. */
async function waitFor(ask: Upstream, agent: Agent, id: string, seconds: number): Promise<boolean> {
  const until = performance.now() + seconds * 1000;
  const { path } = routes.getConfirmation;
  while (performance.now() < until && !agent.signal.aborted) {
    await agent.outside(() => pause(pollMs, undefined, { signal: agent.signal }));
    const { body } = await ask(agent, routes.getConfirmation, path.replace('{id}', id));
    const { status } = (body ?? {}) as { status?: string };
    if (status !== 'pending') return status === 'confirmed';
  }
  return false;
}

const pollMs = 500;

function resultOf(tool: Tool, { status, body, retryAfter }: Answer): CallToolResult {
  if (status >= 400) {
    const { error } = body as { error: { code: string; message: string; details: unknown } };
    return refusal(error, retryAfter);
  }
  const about = tool.operation === 'health' ? [{ type: 'text' as const, text: overview }] : [];
  return {
    content: [...about, { type: 'text', text: fenced(body) }],
    structuredContent: body as Record<string, unknown>,
    _meta: untrusted,
  };
}

function refusal(
  error: { code: string; message: string; details: unknown },
  retryAfter: string | null = null,
): CallToolResult {
  const wait = retryAfter === null ? '' : ` Try again after ${retryAfter} seconds.`;
  const { code, ...said } = error;
  return { isError: true, content: [{ type: 'text', text: `Refused: ${code}.${wait}\n${fenced(said)}` }] };
}
