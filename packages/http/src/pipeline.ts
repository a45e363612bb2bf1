import { ApiError, type IdKind, invalidRequest, isId, type Issue, type Route, validate } from '@evict/contract';
import type { Store } from '@evict/store';
import type { Context } from 'koa';
import { authenticate, type Caller } from './authenticate.ts';
import { type Body, checkBodyHeaders, createBodyReader, isLargeBody } from './body.ts';
import type { BytesAnswer, Call, Handler } from './call.ts';
import { clientAddress } from './client-address.ts';
import { fingerprintOf, idempotencyKey, once, unclaimed, type Work, type WrittenAnswer } from './idempotency.ts';
import { createPlaces, createPlacesOfEach } from './places.ts';

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
 * body; replay and claim of its Idempotency-Key; validation; the route's own work. A body is read only for callers who
 * may send it.
 */
export function createPipeline({ store, liveMode, proxyHops }: PipelineSettings) {
  const coming = createPlaces(largeBodiesComing);
  const comingOfCaller = createPlacesOfEach(largeBodiesComingOfCaller);
  const inWork = createPlaces(largeBodyBytesInWork);

  return function serve<R extends Route>(route: R, handler: Handler<R>): (ctx: Context) => Promise<void> {
    const reader = createBodyReader(route.bodyLimitBytes);
    return async (ctx) => {
      const caller = await identify(ctx, route);
      checkBodyHeaders(ctx, route.bodyLimitBytes);
      const key = idempotencyKey(ctx, route);
      const answer = async () => {
        const received = await reader.receive(ctx);
        const work = async () => {
          const body = await received.parse();
          const run = async (of: Work) => written(await handler(toCall(ctx, route, caller, body, of)));
          if (key === null || caller === null) return run(unclaimed);
          const fingerprint = fingerprintOf(ctx, caller, body.hash);
          return once(store, { scope: scopeOf(caller), key, fingerprint, caseId: caseInPath(ctx, route) }, run);
        };
        return received.largeBytes === 0 ? work() : inWork.run(work, received.largeBytes);
      };
      const isLarge = isLargeBody(ctx.req, route.bodyLimitBytes);
      const owner = caller ? scopeOf(caller) : 'without a credential';
      send(ctx, await (isLarge ? comingOfCaller.run(owner, () => coming.run(answer)) : answer()));
    };
  };

  async function identify(ctx: Context, route: Route): Promise<Caller | null> {
    const { auth } = route;
    if (auth === 'none') return null;
    const { authorization = [], 'x-service-mode': serviceMode } = ctx.req.headersDistinct;
    // Of two credentials Node would take the first and a proxy perhaps the last.
    if (authorization.length > 1) throw new ApiError('unauthenticated');
    const presented = {
      authorization: authorization[0],
      serviceMode: serviceMode?.join(', '),
      caseId: route.method === 'GET' ? caseInPath(ctx, route) : null,
    };
    return authenticate(presented, auth, { store, liveMode });
  }

  function toCall<R extends Route>(ctx: Context, route: R, caller: Caller | null, body: Body, work: Work): Call<R> {
    if (body.fault) throw body.fault;
    const call = {
      caller,
      params: checkedParams(route, ctx['params'] as Record<string, string>),
      ...checkedInput(route, ctx.query, body.value),
      requestId: ctx.state['requestId'] as string,
      clientAddress: clientAddress(ctx.req, proxyHops),
      work,
    };
    return call as unknown as Call<R>;
  }
}

/** So many large bodies lie in files at once: at most 224 MB, and room for those that come slowly. */
const largeBodiesComing = 16;

/** Of one organization or attorney: who sends slowly, as slowly as is let pass, keeps nobody else's from coming. */
const largeBodiesComingOfCaller = 4;

/**
 * A body takes many times its length in memory while it is worked on: 16 uploads of 10 MB at once took a gateway 490 MiB
 * more, and 160 cases of 4 MB ended it. So of large ones there is one upload in work at a time, or four cases.
 */
const largeBodyBytesInWork = 16 * 1024 * 1024;

/** Whose the Idempotency-Keys of a caller are. */
function scopeOf(caller: Caller): string {
  return caller.kind === 'attorney' ? caller.attorneyId : caller.organizationId;
}

/** The case that a request is about; null where it is about none, or names none. */
function caseInPath(ctx: Context, { params: kinds = {} }: Route): string | null {
  const id = (ctx['params'] as Record<string, string>)['id'] ?? '';
  return kinds['id'] === 'case' && isId('case', id) ? id : null;
}

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

/**
 * The answer as it is sent, so that what is kept is what was sent. JSON is made here and not by Koa, where a value that
 * has none would end the answer outside of the error handling.
 */
function written(answer: AnyAnswer): WrittenAnswer {
  if ('bytes' in answer) {
    const { status, contentType, bytes, headers = {} } = answer;
    return { status, contentType, body: bytes, headers };
  }
  const { status, body } = answer;
  if (body === undefined) return { status, contentType: null, body: null };
  // As text: Node then sends head and body in one piece.
  return { status, contentType: 'application/json', body: JSON.stringify(body), caseId: caseShown(body) };
}

/** A case is shown as itself: the answer has its id. */
function caseShown(body: unknown): string | null {
  const { id } = body as { id?: unknown };
  return typeof id === 'string' && isId('case', id) ? id : null;
}

function send(ctx: Context, { status, contentType, body, headers = {} }: WrittenAnswer): void {
  ctx.status = status;
  ctx.set(headers);
  if (body === null) return;
  ctx.type = contentType ?? 'application/json';
  ctx.body = body;
}
