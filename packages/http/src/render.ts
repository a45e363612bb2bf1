import { randomUUID } from 'node:crypto';
import { ApiError } from '@evict/contract';
import { LimiterError } from '@evict/limiter';
import { isDatabaseUnavailable } from '@evict/store/database';
import { type Logger, metrics, traceRequest, withRequestId } from '@evict/telemetry';
import type { Context, Middleware, Next } from 'koa';
import { drain } from './body/receive-bytes.ts';
import { describeFailure } from './failure.ts';
import type { AnonymousPath } from './serve.ts';

/**
 * Wraps every request with a request id, security headers, the access log, metrics, a trace, and error responses. Logs,
 * metrics and traces contain no IP addresses, path parameters, queries or bodies.
 */
export function createRequestMiddleware(logger: Logger): Middleware {
  return (ctx: Context, next: Next) => {
    const requestId = requestIdOf(ctx.get('x-request-id'));
    ctx.state['requestId'] = requestId;
    ctx.set(securityHeaders);
    // Send this only over TLS, which the proxy terminates. Otherwise a browser would refuse to load a local stack over
    // plain HTTP.
    if (ctx.get('x-forwarded-proto') === 'https') ctx.set('Strict-Transport-Security', 'max-age=31536000');
    ctx.set('X-Request-Id', requestId);
    return withRequestId(requestId, () => traceRequest(ctx.method, () => respond(ctx, next, requestId)));
  };

  async function respond(ctx: Context, next: Next, requestId: string): Promise<{ route: string; status: number }> {
    const started = performance.now();
    try {
      await next();
    } catch (error) {
      refuse(ctx, toApiError(error, logger, requestId));
    }
    const { method, status } = ctx;
    const route: string | null = ctx.state['route'] ?? null;
    report(logger, { requestId, method, route, status }, started);
    return { route: route ?? 'none', status };
  }
}

/** Writes the access log line and metrics of a request, or of an operation that a tool called. */
export function report(
  logger: Logger,
  { requestId, method, route, status }: { requestId: string; method: string; route: string | null; status: number },
  started: number,
): void {
  const ms = performance.now() - started;
  logger.info({ requestId, method, route, status, ms: Math.round(ms) }, 'request');
  metrics.requestDuration.observe({ route: route ?? 'none', method, status }, ms / 1000);
}

/** Renders an error as the API's JSON. */
export function renderError({ code, message, details }: ApiError): string {
  return JSON.stringify({ error: { code, message, details } });
}

/** Prevents browsers from caching or framing responses, guessing their type, or letting other sites load them. */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

function refuse(ctx: Context, error: ApiError): void {
  ctx.status = error.status;
  ctx.type = 'application/json';
  if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds));
  if (error.status === 401) ctx.set('WWW-Authenticate', (ctx.state['challenge'] as string | undefined) ?? 'Bearer');
  const write = ctx.state['refuse'] as AnonymousPath['refuse'];
  if (write) write(ctx, error);
  else ctx.body = renderError(error);
  drain(ctx.req);
}

/**
 * Returns the error to send. If the caller has too many requests in progress, that is 429. An unexpected error is
 * logged and becomes 500, or 503 if the database is unavailable or the request waited too long for a permit. The caller
 * doesn't see its cause.
 */
export function toApiError(error: unknown, logger: Logger, requestId: string): ApiError {
  if (error instanceof ApiError && error.status < 500) return error;
  const isLimited = error instanceof LimiterError;
  if (isLimited && error.reason === 'full') return new ApiError('rate_limited', { retryAfterSeconds: 1 });
  logger.error({ requestId, failure: describeFailure(error) }, 'request failed');
  if (error instanceof ApiError) return error;
  return isLimited || isDatabaseUnavailable(error)
    ? new ApiError('busy', { retryAfterSeconds: 5 })
    : new ApiError('internal');
}

/** Returns the caller's own request id if it is safe to log, otherwise a new one. */
function requestIdOf(sent: string): string {
  return /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}
