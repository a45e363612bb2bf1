import {
  ApiError,
  bodyLimits,
  type IdKind,
  invalidRequest,
  isId,
  type Issue,
  type Route,
  validate,
} from '@evict/contract';
import type { Store } from '@evict/store';
import type { Context } from 'koa';
import { authenticate, type Caller } from './authenticate.ts';
import { type Body, checkBodyHeaders, createBodyReader } from './body.ts';
import type { BytesAnswer, Call, Handler } from './call.ts';
import { clientAddress } from './client-address.ts';
import { createPlaces } from './places.ts';

export interface PipelineSettings {
  store: Store;
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** How many proxies of our own stand in front of the public port. */
  proxyHops: number;
}

/** An answer of any route, before it is written. */
type AnyAnswer = { status: number; body?: unknown } | BytesAnswer;

/**
 * What happens to every request that has a route, in this order: credential, mode and role; type and size of the
 * body; validation; the route's own work. A body is read only for callers who may send it.
 */
export function createPipeline({ store, liveMode, proxyHops }: PipelineSettings) {
  const uploads = createPlaces(uploadsAtOnce);

  return function serve<R extends Route>(route: R, handler: Handler<R>): (ctx: Context) => Promise<void> {
    const read = createBodyReader(route.bodyLimitBytes);
    const isUpload = route.bodyLimitBytes > bodyLimits.case;
    return async (ctx) => {
      const caller = await identify(ctx, route);
      checkBodyHeaders(ctx, route.bodyLimitBytes);
      const work = async () => handler(toCall(ctx, route, caller, await read(ctx)));
      write(ctx, await (isUpload ? uploads.run(work) : work()));
    };
  };

  async function identify(ctx: Context, { auth }: Route): Promise<Caller | null> {
    if (auth === 'none') return null;
    const { authorization, 'x-service-mode': serviceMode } = ctx.req.headers;
    return authenticate({ authorization, serviceMode: first(serviceMode) }, auth, { store, liveMode });
  }

  function toCall<R extends Route>(ctx: Context, route: R, caller: Caller | null, body: Body): Call<R> {
    const call = {
      caller,
      params: checkedParams(route, ctx['params'] as Record<string, string>),
      ...checkedInput(route, ctx.query, body.value),
      requestId: ctx.state['requestId'] as string,
      clientAddress: clientAddress(ctx.req, proxyHops),
      rawBodyHash: body.hash,
    };
    return call as unknown as Call<R>;
  }
}

/** 16 uploads of 10 MB at once took 627 MiB; two at a time take 280. */
const uploadsAtOnce = 2;

/** What is no id names nothing. */
function checkedParams({ params: kinds = {} }: Route, params: Record<string, string>): Record<string, string> {
  const isNamed = ([name, kind]: [string, IdKind]) => isId(kind, params[name] ?? '');
  if (!Object.entries(kinds).every(isNamed)) throw new ApiError('not_found');
  return params;
}

/** Every fault of query and body in one answer. */
function checkedInput(route: Route, query: unknown, body: unknown): { query: unknown; body: unknown } {
  const issues: Issue[] = [];
  const checked = <T>(outcome: { ok: true; value: T } | { ok: false; issues: Issue[] }) => {
    if (outcome.ok) return outcome.value;
    issues.push(...outcome.issues);
    return undefined;
  };
  const values = {
    query: route.query ? checked(validate(route.query, query)) : undefined,
    body: route.body ? checked(validate(route.body, body)) : undefined,
  };
  if (!route.body && !isNothing(body)) {
    issues.push({ path: '', code: 'unexpected_body', message: 'This operation takes no body.' });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return values;
}

/** Many clients send an empty object where there is nothing to send. */
function isNothing(body: unknown): boolean {
  if (body === undefined) return true;
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}

/** JSON is made here and not by Koa, where a value that has none would end the answer outside of the error handling. */
function write(ctx: Context, answer: AnyAnswer): void {
  ctx.status = answer.status;
  if ('bytes' in answer) {
    ctx.set(answer.headers ?? {});
    ctx.set('Content-Type', answer.contentType);
    ctx.body = answer.bytes;
    return;
  }
  if (answer.body === undefined) return;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(answer.body);
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
