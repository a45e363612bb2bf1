import { setTimeout as pause } from 'node:timers/promises';
import type { ParsedUrlQuery } from 'node:querystring';
import { routes, shapeOf } from '@evict/contract';
import type { AgentMessage, Answer, Work } from '@evict/http';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { fenced, untrusted } from './fence.ts';
import { argumentOf, maxWaitSeconds, routeOf } from './tool-schemas.ts';
import { type Tool, tools } from './tools.ts';

/** The sender of a message, and the operations that it can call. */
export interface Agent extends Pick<AgentMessage, 'left' | 'run'> {
  /** Waits without holding a slot. */
  releaseDuring: Work['releaseDuring'];
  /** Tools wait for a person until this time, by `performance.now()`. All messages of one request share it. */
  waitsUntil: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Runs a tool's operation, with the same checks as for any other caller. Returns null for an unknown tool. */
export async function callTool(agent: Agent, name: string, given: Arguments): Promise<CallToolResult | null> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (!tool) return null;
  const route = routeOf(tool);
  const { idempotencyKey, waitSeconds, ...rest } = { ...tool.given, ...given };
  const faults = argumentFaults(tool, rest, { idempotencyKey, waitSeconds });
  if (faults.length > 0) return refusal({ code: 'invalid_request', message: faults.join(' '), details: null });
  const input = { ...inputOf(tool, rest), idempotencyKey: idempotencyKey as string | undefined };
  const send = () => agent.run(route, input);
  const answer = await send();
  const needed = confirmationIn(answer);
  if (!needed) return resultOf(tool, answer);
  const isConfirmed = await waitFor(agent, needed.id, Number(waitSeconds ?? 0));
  const after = isConfirmed ? await send() : answer;
  const still = confirmationIn(after);
  return still ? askPerson(still) : resultOf(tool, after);
}

/**
 * Returns the faults that the route can't report: arguments that the tool doesn't have, and invalid values of path
 * parameters, `waitSeconds` and `idempotencyKey`. The route validates all other arguments.
 */
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
      .map((name) => `\`${name}\` is missing or is not an id.`),
    ...Object.keys(rest)
      .filter((name) => !known.has(name))
      .map((name) => `There is no argument ${JSON.stringify(name.slice(0, 64))}.`),
    ...(waitSeconds === undefined || (tool.needsPerson && isSeconds)
      ? []
      : [
          `\`waitSeconds\` must be a whole number from 0 to ${maxWaitSeconds}. Only tools that need a person's confirmation take it.`,
        ]),
    ...(idempotencyKey === undefined || isKey
      ? []
      : [
          '`idempotencyKey` must be 1 to 255 printable characters without spaces. Only tools that change something take it.',
        ]),
  ];
}

/** Converts the arguments to a request's input. All query parameters are strings. */
function inputOf(tool: Tool, rest: Arguments) {
  const { params = {}, query, body } = routeOf(tool);
  const given = (schema: typeof query) =>
    Object.keys(schema ? (shapeOf(schema).fields ?? {}) : {})
      .filter((name) => rest[name] !== undefined)
      .map((name) => [name, rest[name]] as const);
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const inQuery = given(query).map(([name, value]) => {
    const texts = [value].flat().map(textOf);
    return [name, texts.length > 1 ? texts : texts[0]];
  });
  return {
    params: Object.fromEntries(Object.keys(params).map((name) => [name, String(rest[argumentOf(name)])])),
    query: Object.fromEntries(inQuery) as ParsedUrlQuery,
    ...(body && { body: Object.fromEntries(given(body)) as unknown }),
  };
}

interface Needed {
  id: string;
  url: string;
  expiresAt: string;
}

/** Returns the confirmation that a person has to give first, or null if the answer doesn't require one. */
function confirmationIn({ status, body }: Answer): Needed | null {
  const { error } = (body ?? {}) as { error?: { code: string; details: Needed } };
  return status === 409 && error?.code === 'confirmation_required' ? error.details : null;
}

function askPerson({ url, expiresAt }: Needed): CallToolResult {
  const structuredContent = { status: 'confirmation_required', url, expiresAt };
  const text = `A person has to confirm this. Give the customer this link, where a signed-in member can confirm until ${expiresAt}: ${url} Then call the tool again.`;
  return { content: [{ type: 'text', text }], structuredContent };
}

/** Waits up to this many seconds for a person to confirm. Resolves to whether they did. */
async function waitFor({ run, releaseDuring, left, waitsUntil }: Agent, id: string, seconds: number): Promise<boolean> {
  const until = Math.min(waitsUntil, performance.now() + seconds * 1000);
  while (performance.now() < until && !left.aborted) {
    await releaseDuring(() => pause(pollMs, undefined, { signal: left }));
    const { body } = await run(routes.getConfirmation, { params: { id } });
    const { status } = (body ?? {}) as { status?: string };
    if (status !== 'pending') return status === 'confirmed';
  }
  return false;
}

const pollMs = 500;

function resultOf(tool: Tool, { status, body, retryAfterSeconds }: Answer): CallToolResult {
  if (status >= 400) {
    const { error } = body as { error: { code: string; message: string; details: unknown } };
    return refusal(error, retryAfterSeconds);
  }
  const introduction = tool.introduce ? [{ type: 'text' as const, text: tool.introduce(body) }] : [];
  return {
    content: [...introduction, { type: 'text', text: fenced(body) }],
    structuredContent: body as Record<string, unknown>,
    _meta: untrusted,
  };
}

function refusal(
  error: { code: string; message: string; details: unknown },
  retryAfterSeconds: number | null = null,
): CallToolResult {
  const wait = retryAfterSeconds === null ? '' : ` Try again after ${retryAfterSeconds} seconds.`;
  const { code, ...said } = error;
  return { isError: true, content: [{ type: 'text', text: `Refused: ${code}.${wait}\n${fenced(said)}` }] };
}
