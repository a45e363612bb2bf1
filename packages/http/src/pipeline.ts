import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { ApiError, type IdKind, invalidRequest, isId, type Issue, type Route, validate } from '@evict/contract';
import type { Credential } from '@evict/credentials';
import { createLimiter, type Permit } from '@evict/limiter';
import type { Store } from '@evict/store/database';
import type { Context } from 'koa';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { authenticate, type Caller, parseAuthorization } from './authenticate.ts';
import {
  type Body,
  type BodyReader,
  checkBodyHeaders,
  createBodyReader,
  hasBody,
  isLargeBody,
  noBody,
} from './body.ts';
import type { Call, Handler } from './call.ts';
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
  const work = createLimiter(bounds.work);
  const largeBodies = createLimiter(bounds.largeBodies);
  const streams = createLimiter(bounds.streams);
  const largeValues = createLimiter(bounds.largeValues);
  const parsedBytes = createLimiter(bounds.parsedBytes);

  return function serve<R extends Route>(route: R, handler: Handler<R>): Serve {
    const reader = createBodyReader(route);
    return async (ctx, params) => {
      const receivedAt = performance.now();
      const credential = parseAuthorization(ctx.req.headers.authorization);
      const ownerBefore = callers.ownerBefore(credential);
      const owner = ownerBefore ?? `address ${clientAddress(ctx.req, proxyHops)}`;
      const permit = work.tryAcquire(owner) ?? (await work.acquire(owner));
      try {
        if (ctx.res.destroyed) return; // who waited is gone
        const caller = await identify(ctx, route, { credential, params });
        if (credential && caller && ownerBefore === undefined) callers.learn(credential, caller);
        const answer = await answerTo({ ctx, route, params, handler, caller, receivedAt }, { reader, permit, owner });
        await send(ctx, answer, { streams, largeValues, owner, release: permit.release });
      } finally {
        permit.release();
      }
    };
  };

  /** Who sends it; null for a route that asks for no credential. */
  async function identify(
    { req }: Context,
    route: Route,
    { credential, params }: { credential: Credential | null; params: Params },
  ): Promise<Caller | null> {
    const { auth } = route;
    if (auth === 'none') return null;
    // Of two credentials Node would take the first and a proxy perhaps the last.
    if (isRepeated(req, 'authorization')) throw new ApiError('unauthenticated');
    const presented = {
      credential,
      serviceMode: req.headers['x-service-mode'] as string | undefined,
      caseId: route.method === 'GET' ? caseInPath(route, params) : null,
    };
    return authenticate(presented, auth, { store, liveMode });
  }

  async function answerTo<R extends Route>(
    request: Request<R>,
    { reader, permit, owner }: { reader: BodyReader; permit: Permit; owner: string },
  ): Promise<SentAnswer> {
    const { ctx, route, caller } = request;
    checkBodyHeaders(ctx, route.bodyLimitBytes);
    const key = idempotencyKey(ctx, route);
    // What may be a replay, which counts under no limit, is counted once it is known to be none.
    if (key === null && caller !== null) countRequest(caller, route);
    const perform = (body: Body, content: Content | null) => answerOnce(request, { key, body, content, permit });
    if (!hasBody(ctx.req)) return perform(noBody, null);
    if (!isLargeBody(ctx.req, route.bodyLimitBytes)) return receive(ctx, { reader, permit }, perform);
    const coming = await permit.outside(() => largeBodies.acquire(owner));
    return receive(ctx, { reader, permit }, perform).finally(() => coming.release());
  }

  async function receive(
    ctx: Context,
    { reader, permit }: { reader: BodyReader; permit: Permit },
    perform: (body: Body, content: Content | null) => Promise<SentAnswer>,
  ): Promise<SentAnswer> {
    // A body comes as fast as its sender likes.
    const received = await permit.outside(() => reader.receive(ctx));
    const { largeBytes, content } = received;
    // Whoever waits for room holds no permit of the work: one that has the room may need it to go on.
    const room = largeBytes > 0 ? await permit.outside(() => parsedBytes.acquire('', largeBytes)) : null;
    try {
      const body = await received.parse();
      // Parsing and checking 4 MB take up to 15 ms each: others come in between.
      if (largeBytes > 0) await othersTurn();
      return await perform(body, content);
    } finally {
      room?.release();
      received.discard();
    }
  }

  async function answerOnce<R extends Route>(
    request: Request<R>,
    {
      key,
      body,
      content,
      permit: { outside },
    }: { key: string | null; body: Body; content: Content | null; permit: Permit },
  ): Promise<SentAnswer> {
    const { ctx, route, params, handler, caller } = request;
    const run = async (identity: Identity) =>
      written(await handler(toCall(request, { body, content, work: { ...identity, outside } })));
    if (key === null || caller === null) return run(unclaimed);
    // Only what is read is ever streamed.
    const keep = async (identity: Identity) => {
      countRequest(caller, route);
      return (await run(identity)) as WrittenAnswer;
    };
    const fingerprint = fingerprintOf(ctx, caller, body.hash);
    return once(store, { scope: ownerOf(caller), key, fingerprint, caseId: caseInPath(route, params) }, keep, outside);
  }

  function toCall<R extends Route>(
    { ctx, route, params, caller, receivedAt }: Request<R>,
    { body, content, work: ownWork }: { body: Body; content: Content | null; work: Work },
  ): Call<R> {
    if (body.fault) throw body.fault;
    const call = {
      caller,
      params: checkedParams(route, params),
      ...checkedInput(route, ctx.query, body.value),
      content,
      requestId: ctx.state['requestId'] as string,
      receivedAt,
      clientAddress: clientAddress(ctx.req, proxyHops),
      work: ownWork,
    };
    return call as unknown as Call<R>;
  }
}

type Params = Record<string, string>;

/** Answers a request to a route, with the parameters of its path. */
export type Serve = (ctx: Context, params: Params) => Promise<void>;

/** A request to a route, from a caller who may send it. */
interface Request<R extends Route> {
  ctx: Context;
  route: R;
  params: Params;
  handler: Handler<R>;
  caller: Caller | null;
  receivedAt: number;
}

/** What one caller gets of this process: an organization, an attorney, or an address where there is no credential. */
const bounds = {
  /**
   * Below the number of connections to the database, so that no caller has all of them. Where that is gone its deadlines
   * give the permits back after 7 s; those in the queue are told earlier, so that everybody is within 10 s.
   */
  work: { perKey: 2, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 },
  /** Lie in files while they come, at most 224 MB: who sends slowly keeps nobody else's from coming. */
  largeBodies: { perKey: 4, maxPresent: 128, maxWaitMs: 60_000, total: 16 },
  /** What is parsed takes many times its length in memory while it is worked on: four of the largest cases at a time. */
  parsedBytes: { total: 16 * 1024 * 1024 },
  /** Large responses that are being read, each with one piece of it in memory. */
  streams: { perKey: 4, maxPresent: 128, maxWaitMs: 30_000, total: 64 },
  /** Large values of JSON that are read from the database and written, each in some 20 ms of both. */
  largeValues: { perKey: 1, maxPresent: 128, maxWaitMs: 30_000, total: 2 },
} as const;

/** Whether a header was sent more than once. */
function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name) times += 1;
  }
  return times > 1;
}

/** The case that a request is about; null where it is about none, or names none. */
function caseInPath({ params: kinds = {} }: Route, params: Params): string | null {
  const id = params['id'] ?? '';
  return kinds['id'] === 'case' && isId('case', id) ? id : null;
}

/** What is no id names nothing. */
function checkedParams({ params: kinds = {} }: Route, params: Params): Params {
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
