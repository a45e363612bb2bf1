import type { ParsedUrlQuery } from 'node:querystring';
import { ApiError, type IdKind, invalidRequest, isId, type Issue, type Route, validate } from '@evict/contract';
import type { Store } from '@evict/store';
import type { Context } from 'koa';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { authenticate, type Caller } from './authenticate.ts';
import { type Body, type BodyReader, checkBodyHeaders, createBodyReader, hasBody, isLargeBody } from './body.ts';
import type { Call, Handler } from './call.ts';
import { createCallerLimiter, type Share } from './caller-limiter.ts';
import { type CallerRates, createCallerRates } from './caller-rates.ts';
import { createCallers, ownerOf } from './callers.ts';
import { clientAddress } from './client-address.ts';
import {
  fingerprintOf,
  type Identity,
  idempotencyKey,
  once,
  unclaimed,
  type Work,
  type WrittenAnswer,
} from './idempotency.ts';
import { createPlaces } from './places.ts';
import { send, type SentAnswer, written } from './respond.ts';
import type { Content } from './received-content.ts';

export interface PipelineSettings {
  store: Store;
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** How many proxies of our own stand in front of the public port. */
  proxyHops: number;
  /** Requests a second of each caller; those of the interface by default. */
  rates?: CallerRates | undefined;
}

/**
 * What happens to every request that has a route, in this order: its caller's share of the work; credential, mode and
 * role; type and size of the body; replay and claim of its Idempotency-Key; validation; the route's own work. A body is
 * read only for callers who may send it.
 */
export function createPipeline({ store, liveMode, proxyHops, rates }: PipelineSettings) {
  const countRequest = createCallerRates(rates);
  const callers = createCallers();
  const inWork = createCallerLimiter(shares.work);
  const coming = createCallerLimiter(shares.largeBodies);
  const streams = createCallerLimiter(shares.streams);
  const largeValues = createCallerLimiter(shares.largeValues);
  const parsing = createPlaces(largeBodyBytesParsed);

  return function serve<R extends Route>(route: R, handler: Handler<R>): (ctx: Context) => Promise<void> {
    const reader = createBodyReader(route);
    return async (ctx) => {
      const owner = callers.guess(ctx.req.headers.authorization, clientAddress(ctx.req, proxyHops));
      const share = await inWork.acquire(owner);
      try {
        if (ctx.res.destroyed) return; // who waited is gone
        const answer = await answerTo(ctx, route, { reader, handler, share, owner });
        await send(ctx, answer, { streams, largeValues, owner, release: share.release });
      } finally {
        share.release();
      }
    };
  };

  async function answerTo<R extends Route>(
    ctx: Context,
    route: R,
    { reader, handler, share, owner }: { reader: BodyReader; handler: Handler<R>; share: Share; owner: string },
  ): Promise<SentAnswer> {
    const caller = await identify(ctx, route);
    checkBodyHeaders(ctx, route.bodyLimitBytes);
    const key = idempotencyKey(ctx, route);
    // What may be a replay, which counts under no limit, is counted once it is known to be none.
    if (key === null && caller !== null) countRequest(caller, route);
    const answer = async () => {
      // A body comes as fast as its sender likes.
      const received = await (hasBody(ctx.req) ? share.outside(() => reader.receive(ctx)) : reader.receive(ctx));
      const work = async () => {
        const body = await received.parse();
        // Parsing and checking 4 MB take up to 15 ms each: others come in between.
        if (received.largeBytes > 0) await othersTurn();
        const run = async (identity: Identity) => {
          const sent = { caller, body, content: received.content, work: { ...identity, outside: share.outside } };
          return written(await handler(toCall(ctx, route, sent)));
        };
        if (key === null || caller === null) return run(unclaimed);
        const request = { scope: ownerOf(caller), key, fingerprint: fingerprintOf(ctx, caller, body.hash) };
        // Only what is read is ever streamed.
        const keep = async (identity: Identity) => {
          countRequest(caller, route);
          return (await run(identity)) as WrittenAnswer;
        };
        return once(store, { ...request, caseId: caseInPath(ctx, route) }, keep, share.outside);
      };
      // Whoever waits for room holds no share: one that has the room may need a share to go on.
      const room = received.largeBytes > 0 && (await share.outside(() => parsing.acquire(received.largeBytes)));
      return work().finally(() => {
        if (room) room();
        received.discard();
      });
    };
    if (!isLargeBody(ctx.req, route.bodyLimitBytes)) return answer();
    const comingShare = await share.outside(() => coming.acquire(owner));
    return answer().finally(() => comingShare.release());
  }

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
    const caller = await authenticate(presented, auth, { store, liveMode });
    callers.learn(authorization[0], caller);
    return caller;
  }

  function toCall<R extends Route>(
    ctx: Context,
    route: R,
    { caller, body, content, work }: { caller: Caller | null; body: Body; content: Content | null; work: Work },
  ): Call<R> {
    if (body.fault) throw body.fault;
    const call = {
      caller,
      params: checkedParams(route, ctx['params'] as Record<string, string>),
      ...checkedInput(route, ctx.query, body.value),
      content,
      requestId: ctx.state['requestId'] as string,
      clientAddress: clientAddress(ctx.req, proxyHops),
      work,
    };
    return call as unknown as Call<R>;
  }
}

/** What one caller gets of this process: an organization, an attorney, or an address where there is no credential. */
const shares = {
  /**
   * Below the number of connections to the database, so that no caller has all of them. Where that is gone its deadlines
   * give the shares back after 7 s; those in line are told earlier, so that everybody is within 10 s.
   */
  work: { atOnce: 2, present: 256, maxWaitMs: 30_000, stallMs: 2500 },
  /** Lie in files while they come, at most 224 MB: who sends slowly keeps nobody else's from coming. */
  largeBodies: { atOnce: 4, present: 128, maxWaitMs: 60_000, inAll: 16 },
  /** Large responses that are being read, each with one piece of it in memory. */
  streams: { atOnce: 4, present: 128, maxWaitMs: 30_000, inAll: 64 },
  /** Large values of JSON that are read from the database and written, each in some 20 ms of both. */
  largeValues: { atOnce: 1, present: 128, maxWaitMs: 30_000, inAll: 2 },
} as const;

/** What is parsed takes many times its length in memory while it is worked on: four of the largest cases at a time. */
const largeBodyBytesParsed = 16 * 1024 * 1024;

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

/** The parameters that the operation has; any other is ignored. */
function knownParameters(schema: NonNullable<Route['query']>, query: ParsedUrlQuery): unknown {
  const { fields } = schema as unknown as { fields: object };
  return Object.fromEntries(Object.entries(query).filter(([name]) => Object.hasOwn(fields, name)));
}

/** Every fault of query and body in one answer. */
function checkedInput(route: Route, query: ParsedUrlQuery, body: unknown): { query: unknown; body: unknown } {
  const issues: Issue[] = [];
  const checked = <T>(outcome: { ok: true; value: T } | { ok: false; issues: Issue[] }) => {
    if (outcome.ok) return outcome.value;
    issues.push(...outcome.issues);
    return undefined;
  };
  const values = {
    query: route.query ? checked(validate(route.query, knownParameters(route.query, query))) : undefined,
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
