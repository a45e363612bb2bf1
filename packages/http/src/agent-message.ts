import type { Route } from '@evict/contract';
import type { Logger } from '@evict/telemetry';
import type { Context } from 'koa';
import type { AgentMessage, Answer, OperationInput } from './call.ts';
import { report, toApiError } from './render.ts';

/**
 * The message of an agent for the handler of its route. What `respond` throws becomes the answer that the interface
 * gives, and each operation is logged and measured like a request.
 */
export function agentMessage(
  ctx: Context,
  logger: Logger,
  {
    respond,
    count,
  }: {
    respond: (route: Route, input: OperationInput) => Promise<Omit<Answer, 'retryAfterSeconds'>>;
    count: AgentMessage['count'];
  },
): AgentMessage {
  const requestId = ctx.state['requestId'] as string;
  const left = new AbortController();
  if (ctx.res.destroyed) left.abort();
  else ctx.res.once('close', () => left.abort());

  async function answerOf(route: Route, input: OperationInput): Promise<Answer> {
    try {
      return { ...(await respond(route, input)), retryAfterSeconds: null };
    } catch (error) {
      const { status, code, message, details, retryAfterSeconds = null } = toApiError(error, logger, requestId);
      return { status, body: { error: { code, message, details } }, retryAfterSeconds };
    }
  }

  return {
    request: ctx.request,
    left: left.signal,
    count,
    async run(route, input) {
      const started = performance.now();
      const answer = await answerOf(route, input);
      report(logger, { requestId, method: route.method, route: route.path, status: answer.status }, started);
      return answer;
    },
  };
}
