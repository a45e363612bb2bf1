import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import {
  ApiError,
  type IdKind,
  invalidRequest,
  isId,
  type Issue,
  type Route,
  shapeOf,
  validate,
} from '@evict/contract';
import type { Credential } from '@evict/credentials';
import { createLimiter, type Permit } from '@evict/limiter';
import type { Store } from '@evict/store/database';
import type { Context } from 'koa';
import { authenticate, type Caller, parseAuthorization } from './authenticate.ts';
import {
  type Body,
  type BodyReader,
  checkBodyHeaders,
  createBodyReader,
  hasBody,
  isLargeBody,
  noBody,
} from './body/body.ts';
import type { Call, Handler } from './call.ts';
import { type CallerRates, createCallerRates } from './caller-rates.ts';
import { createCallers, ownerOf } from './callers.ts';
import { createClaims } from './claims.ts';
import { clientAddress } from './client-address.ts';
import {
  fingerprintOf,
  type Identity,
  idempotencyKey,
  runOnce,
  newIdentity,
  type Work,
  type BufferedResponse,
} from './idempotency.ts';
import { prepare, type PreparedResponse, send } from './response/respond.ts';
import type { Content } from './body/received-content.ts';

export interface PipelineSettings {
  store: Store;
  /** Whether this deployment has live mode. */
  liveMode: boolean;
  /** How many proxies of the deployment stand in front of the public port. */
  proxyHops: number;
  /** Request rates per caller; those of the interface by default. */
  rates?: CallerRates | undefined;
}

/**
 * What every request with a route passes through, in this order: its caller's share of the work; credential, mode and
 * role; type and size of the body; replay and claim of its Idempotency-Key; validation; the handler. A body is read
 * only for callers who may send it.
 */
export function createPipeline({ store, liveMode, proxyHops, rates }: PipelineSettings) {
  const countRequest = createCallerRates(rates);
  const callers = createCallers();
  const claims = createClaims(store);
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
      const knownOwner = callers.knownOwner(credential);
      const owner = knownOwner ?? `address ${clientAddress(ctx.req, proxyHops)}`;
      const permit = work.tryAcquire(owner) ?? (await work.acquire(owner));
      try {
        if (ctx.res.destroyed) return; // the caller left while waiting
        const caller = await identify(ctx, route, { credential, params });
        if (credential && caller && knownOwner === undefined) callers.remember(credential, caller);
        const identifyAgain = () => identify(ctx, route, { credential, params });
        const response = await respondTo(
          { ctx, route, params, handler, caller, receivedAt },
          { reader, permit, owner, identifyAgain },
        );
        await send(ctx, response, { streams, largeValues, owner, release: permit.release });
      } finally {
        permit.release();
      }
    };
  };

  /** The caller; null for a route without a credential. */
  async function identify(
    { req }: Context,
    route: Route,
    { credential, params }: { credential: Credential | null; params: Params },
  ): Promise<Caller | null> {
    const { auth } = route;
    if (auth === 'none') return null;
    // Node takes the first of two such headers, and a proxy may take the last.
    if (isRepeated(req, 'authorization')) throw new ApiError('unauthenticated');
    const presented = {
      credential,
      serviceMode: req.headers['x-service-mode'] as string | undefined,
      caseId: route.method === 'GET' ? caseInPath(route, params) : null,
    };
    return authenticate(presented, auth, { store, liveMode });
  }

  async function respondTo<R extends Route>(
    request: Request<R>,
    {
      reader,
      permit,
      owner,
      identifyAgain,
    }: { reader: BodyReader; permit: Permit; owner: string; identifyAgain: () => Promise<Caller | null> },
  ): Promise<PreparedResponse> {
    const { ctx, route, caller } = request;
    const identifiedAt = performance.now();
    checkBodyHeaders(ctx, route.bodyLimitBytes);
    const key = idempotencyKey(ctx, route);
    // A replay does not count. With a key, the request is counted once it is known to be no replay.
    if (key === null && caller !== null) countRequest(caller, route);
    const perform = async (body: Body, content: Content | null) => {
      // A sender can keep a request open for minutes, and lose their credential or role meanwhile.
      const isLate = performance.now() - identifiedAt > credentialHoldsMs;
      const current = isLate ? { ...request, caller: await identifyAgain() } : request;
      return respondOnce(current, { key, body, content, permit });
    };
    if (!hasBody(ctx.req)) return perform(noBody, null);
    if (!isLargeBody(ctx.req, route.bodyLimitBytes)) return receive(ctx, { reader, permit }, perform);
    const slot = await permit.outside(() => largeBodies.acquire(owner));
    return receive(ctx, { reader, permit }, perform).finally(() => slot.release());
  }

  async function receive(
    ctx: Context,
    { reader, permit }: { reader: BodyReader; permit: Permit },
    perform: (body: Body, content: Content | null) => Promise<PreparedResponse>,
  ): Promise<PreparedResponse> {
    // Receiving takes as long as the sender takes.
    const received = await permit.outside(() => reader.receive(ctx));
    const { largeBytes, content } = received;
    // Waiting without the work permit prevents a deadlock: a request that has memory may need a permit to continue.
    const memory = largeBytes > 0 ? await permit.outside(() => parsedBytes.acquire('', largeBytes)) : null;
    try {
      const body = await received.parse();
      // Parsing and validating 4 MB block the event loop for up to 15 ms each.
      if (largeBytes > 0) await yieldToOthers();
      return await perform(body, content);
    } finally {
      memory?.release();
      received.discard();
    }
  }

  async function respondOnce<R extends Route>(
    request: Request<R>,
    {
      key,
      body,
      content,
      permit: { outside },
    }: { key: string | null; body: Body; content: Content | null; permit: Permit },
  ): Promise<PreparedResponse> {
    const { ctx, route, params, handler, caller } = request;
    const run = async (identity: Identity) =>
      prepare(await handler(toCall(request, { body, content, work: { ...identity, outside } })));
    if (key === null || caller === null) return run(newIdentity);
    // Only GET routes stream their response.
    const runCounted = async (identity: Identity) => {
      countRequest(caller, route);
      return (await run(identity)) as BufferedResponse;
    };
    const fingerprint = fingerprintOf(ctx, caller, body.hash);
    return runOnce(
      claims,
      { scope: ownerOf(caller), key, fingerprint, subject: caseInPath(route, params) },
      runCounted,
      outside,
    );
  }

  function toCall<R extends Route>(
    { ctx, route, params, caller, receivedAt }: Request<R>,
    { body, content, work: ownWork }: { body: Body; content: Content | null; work: Work },
  ): Call<R> {
    if (body.fault) throw body.fault;
    const call = {
      caller,
      params: validParams(route, params),
      ...validInput(route, ctx.query, body.value),
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

/** Serves a request to a route, with the parameters of its path. */
export type Serve = (ctx: Context, params: Params) => Promise<void>;

/** A request to a route by an authenticated caller. */
interface Request<R extends Route> {
  ctx: Context;
  route: R;
  params: Params;
  handler: Handler<R>;
  caller: Caller | null;
  receivedAt: number;
}

/** A body that takes longer to arrive is handled only if its credential still holds. */
const credentialHoldsMs = 1000;

/** What one caller may use of this process: an organization, an attorney, or an address without a credential. */
const bounds = {
  /**
   * Fewer than the connections to the database, so that no caller holds all of them. If the database is unavailable,
   * its deadlines release the permits after 7 s; queued requests are refused earlier, so that all get a response within
   * 10 s.
   */
  work: { perKey: 2, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 },
  /** Large bodies are received into files, at most 224 MB in all. A slow sender does not block other callers. */
  largeBodies: { perKey: 4, maxPresent: 128, maxWaitMs: 60_000, total: 16 },
  /** A parsed body takes many times its length in memory: at most four of the largest cases at a time. */
  parsedBytes: { total: 16 * 1024 * 1024 },
  /** Large responses being sent, each with one chunk in memory. */
  streams: { perKey: 4, maxPresent: 128, maxWaitMs: 30_000, total: 64 },
  /** Large JSON values being read from the database and written, each about 20 ms of CPU on both sides. */
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

/** The case in the path of a request; null if there is none, or no well-formed id. */
function caseInPath({ params: kinds = {} }: Route, params: Params): string | null {
  const id = params['id'] ?? '';
  return kinds['id'] === 'case' && isId('case', id) ? id : null;
}

/** 404 for a malformed id. */
function validParams({ params: kinds = {} }: Route, params: Params): Params {
  const isNamed = ([name, kind]: [string, IdKind]) => isId(kind, params[name] ?? '');
  if (!Object.entries(kinds).every(isNamed)) throw new ApiError('not_found');
  return params;
}

/** The query parameters of the operation, unknown ones left out. A list is its parameter as often as it was sent. */
function knownParameters(schema: NonNullable<Route['query']>, query: ParsedUrlQuery): unknown {
  const values = [...shapeOf(schema).fields].flatMap(([name, { type }]) => {
    const value = query[name];
    if (value === undefined) return [];
    return [[name, type === 'array' && !Array.isArray(value) ? [value] : value]];
  });
  return Object.fromEntries(values);
}

/** Validates query and body, and reports all of their faults together. */
function validInput(route: Route, query: ParsedUrlQuery, body: unknown): { query: unknown; body: unknown } {
  const issues: Issue[] = [];
  const checked = <T>(outcome: { ok: true; value: T } | { ok: false; issues: Issue[] }) => {
    if (outcome.ok) return outcome.value;
    issues.push(...outcome.issues);
    return undefined;
  };
  const values = {
    query: route.query ? checked(validate(route.query, knownParameters(route.query, query))) : undefined,
    body: route.body ? checked(validate(route.body, route.bodyIsOptional ? (body ?? {}) : body)) : undefined,
  };
  if (!route.body && !isEmpty(body)) {
    issues.push({ path: '', code: 'unexpected_body', message: 'This operation takes no body.' });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return values;
}

/** Many clients send an empty object for no body. */
function isEmpty(body: unknown): boolean {
  if (body === undefined) return true;
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}
