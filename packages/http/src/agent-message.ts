import type { Route } from '@evict/contract';
import { authorize, type CurrentCaller } from './authenticate.ts';
import { parsedBody } from './body/json-body.ts';
import type { AgentMessage, Answer, OperationInput } from './call.ts';
import { asAgent } from './caller.ts';
import type { Front } from './front.ts';
import { type Admitted, perform } from './perform.ts';
import { report, toApiError } from './render.ts';
import { readJson } from './response.ts';

/**
 * Creates the object with which the MCP route runs operations for one agent message. Each operation goes through the
 * same steps as a request, but uses the message's slot and credential. Errors become the response that the API would
 * give, and each operation is logged and measured like a request.
 */
export function createAgentMessage(
  front: Front,
  message: Admitted & { route: Route; currentCaller: CurrentCaller },
): AgentMessage {
  const { ctx, route: ofMessage, currentCaller } = message;
  const requestId = ctx.state['requestId'] as string;
  const left = new AbortController();
  if (ctx.res.destroyed) left.abort();
  else ctx.res.once('close', () => left.abort());

  async function respond(route: Route, { params, query = {}, body, idempotencyKey }: OperationInput) {
    const key = idempotencyKey ?? null;
    const handler = front.handlers.get(route);
    if (!handler) throw new Error(`agents cannot call ${route.method} ${route.path}: it has no handler`);
    const sender = await currentCaller();
    const caller = route.auth === 'none' ? null : asAgent(sender);
    if (caller) authorize(caller, route, undefined, front);
    if (caller && key === null) front.countRequest(caller, route);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const operation = { route, handler, params, path, query, body: parsedBody(body), key, agent: null };
    const request = { ...message, receivedAt: performance.now() };
    const response = await perform(front, request, operation, caller);
    // The result has the same size limit as a message.
    return { status: response.status, body: await readJson(response, ofMessage.bodyLimitBytes) };
  }

  async function answerOf(route: Route, input: OperationInput): Promise<Answer> {
    try {
      return { ...(await respond(route, input)), retryAfterSeconds: null };
    } catch (error) {
      const {
        status,
        code,
        message: text,
        details,
        retryAfterSeconds = null,
      } = toApiError(error, front.logger, requestId);
      return { status, body: { error: { code, message: text, details } }, retryAfterSeconds };
    }
  }

  return {
    request: ctx.request,
    left: left.signal,
    async count(messages) {
      const caller = await currentCaller();
      for (let at = 0; at < messages; at += 1) if (caller) front.countRequest(caller, ofMessage);
    },
    async run(route, input) {
      const started = performance.now();
      const answer = await answerOf(route, input);
      report(front.logger, { requestId, method: route.method, route: route.path, status: answer.status }, started);
      return answer;
    },
  };
}
