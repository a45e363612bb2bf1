import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { ApiError, type Route } from '@evict/contract';
import { type Credential, keyOf, parseAuthorization } from '@evict/credentials';
import { Limiter, type Permit } from '@evict/limiter';
import { type Origin, withOrigin } from '@evict/store/audit';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import type { Context } from 'koa';
import { agentMessage } from './agent-message.ts';
import { asAgent, authorize, type Caller, findCaller, type ModeSettings } from './authenticate.ts';
import { checkBodyHeaders, createBodyReader, hasBody, memoryOf, memoryOfMessage, messagesShare } from './body/body.ts';
import { type Body, noBody, parseBody, parsedBody, rawBody } from './body/json-body.ts';
import { parseRows } from './body/row-body.ts';
import type { AgentMessage, Call, Handler, OperationInput } from './call.ts';
import { createCallers, ownerOf } from './callers.ts';
import { createClaims } from './claims.ts';
import { clientAddress, shortNetwork } from './client-address.ts';
import {
  type BufferedResponse,
  fingerprintOf,
  idempotencyKey,
  type Identity,
  isReplay,
  newIdentity,
  runOnce,
} from './idempotency.ts';
import { caseInPath, type Params, validInput, validParams } from './input.ts';
import { createKeyUses } from './key-uses.ts';
import { type CallerRates, createCallerRates, enforceAddressLimit } from './rate-limits.ts';
import { prepare, type PreparedResponse, readJson, send } from './response/respond.ts';
import { createStrangers, strangerOf, strangersShare } from './strangers.ts';

export interface PipelineSettings extends ModeSettings {
  store: Store;
  logger: Logger;
  /** How many proxies of the deployment stand in front of the public port. */
  proxyHops: number;
  /** Request rates per caller; those of the interface by default. */
  rates?: CallerRates | undefined;
  checkReplay?: ReplayCheck;
}

/** A response that was stored under an Idempotency-Key, and who sends its request again. */
interface Replay {
  caller: Caller;
  route: Route;
  caseId: string | null;
  body: Buffer | string | null;
}

/** Authorizes a replay, and returns the body that the caller gets. Throws the refusal that they get instead. */
export type ReplayCheck = (replay: Replay) => Promise<Replay['body']>;

/** A path that needs no credential and is no operation of the interface, with its limits. */
export interface StrangersPath extends Pick<Route, 'method' | 'path' | 'addressLimit' | 'bodyLimitBytes'> {
  /** Writes a refusal whose status and headers are set; that of the interface without this. */
  refuse?: (ctx: Context, error: ApiError) => void;
}

/** Writes the response to a request from an address, whose body was received. */
export type Respond = (ctx: Context, body: Buffer, address: string) => Promise<void>;

/** Serves a request to a route, with the parameters of its path. */
export type Serve = (ctx: Context, params: Params) => Promise<void>;

/**
 * What every request with a route passes through, in this order: its caller's share of the work; credential, mode and
 * role; type and size of the body; replay and claim of its Idempotency-Key; validation; the handler. A body is read
 * only for callers who may send it. An operation that the tool of an agent calls runs within the request of the agent, and
 * passes through the same: the share of the work and the body are those of the request.
 */
export class Pipeline {
  readonly #settings: PipelineSettings;
  readonly #countRequest: ReturnType<typeof createCallerRates>;
  readonly #claims: ReturnType<typeof createClaims>;
  readonly #keyUses: ReturnType<typeof createKeyUses>;
  readonly #callers = createCallers();
  readonly #work = new Limiter(shares.work);
  readonly #strangersWork = new Limiter(strangersShare);
  readonly #authenticateStranger = createStrangers(this.#strangersWork);
  readonly #bodies = new Limiter(shares.bodies);
  readonly #messages = new Limiter(messagesShare);
  readonly #strangersBodies = new Limiter(shares.strangersBodies);
  readonly #streams = new Limiter(shares.streams);
  readonly #largeValues = new Limiter(shares.largeValues);
  /** The operations that tools of agents can call. */
  readonly #handlers = new Map<Route, Handler<Route>>();

  constructor(settings: PipelineSettings) {
    this.#settings = settings;
    this.#countRequest = createCallerRates(settings.rates);
    this.#claims = createClaims(settings.store);
    this.#keyUses = createKeyUses(settings.store);
  }

  /** Lets tools of agents call an operation. */
  offer<R extends Route>(route: R, handler: Handler<R>): void {
    this.#handlers.set(route, handler as unknown as Handler<Route>);
  }

  /** What serves the requests to a route. */
  serve<R extends Route>(route: R, handler: Handler<R>): Serve {
    this.offer(route, handler);
    const read = createBodyReader(route);
    return async (ctx, params) => {
      const receivedAt = performance.now();
      const credential = parseAuthorization(ctx.req.headers.authorization);
      const address = clientAddress(ctx.req, this.#settings.proxyHops);
      const request = { ctx, route, params, handler, read, credential, address, receivedAt };
      const respond = async (owner: string, permit: Permit, identified: Identified | null) => {
        if (ctx.res.destroyed) return; // the caller left while waiting
        await send(ctx, await this.#respond({ ...request, owner, permit }, identified), {
          streams: this.#streams,
          largeValues: this.#largeValues,
          owner,
          release: permit.release,
        });
      };
      if (route.auth === 'none') {
        const owner = strangerOf(address);
        // At the public gateway all are strangers: there is nobody to protect from them.
        const work = route.gateway === 'public' ? this.#work : this.#strangersWork;
        return work.run(owner, (permit) => respond(owner, permit, null));
      }
      const known = this.#callers.knownOwner(credential);
      const free = known === undefined ? null : this.#work.tryAcquire(known);
      if (free && known !== undefined) return respond(known, free, null).finally(free.release);
      // Only who is authenticated waits in the share of an organization, and holds no case meanwhile.
      const identify = async () => (ctx.res.destroyed ? null : this.#identify(request, null));
      const caller =
        known === undefined || !credential
          ? await this.#authenticateStranger(address, credential, identify)
          : await this.#work.run(`credential ${keyOf(credential)}`, identify);
      if (!caller) return;
      const identified = { caller, at: performance.now() };
      await this.#work.run(ownerOf(caller), (permit) => respond(ownerOf(caller), permit, identified));
    };
  }

  /** What serves the requests to a path that needs no credential and is no operation of the interface. */
  serveStrangers({ addressLimit, bodyLimitBytes, refuse }: StrangersPath, respond: Respond): Serve {
    const rule = { bodyLimitBytes, rawBody: true } as const;
    const read = createBodyReader(rule);
    return async (ctx) => {
      ctx.state['refuse'] = refuse;
      const address = clientAddress(ctx.req, this.#settings.proxyHops);
      await this.#strangersWork.run(strangerOf(address), async ({ outside }) => {
        checkBodyHeaders(ctx, rule);
        const body = hasBody(ctx.req) ? await outside(() => read(ctx)) : Buffer.alloc(0);
        if (addressLimit) await enforceAddressLimit(this.#settings.store, addressLimit, address);
        await withOrigin(originOf(null, address), () => respond(ctx, body, address));
      });
    };
  }

  async #respond<R extends Route>(request: Request<R>, identified: Identified | null): Promise<PreparedResponse> {
    const { ctx, route } = request;
    const known = identified ?? { caller: await this.#identify(request), at: performance.now() };
    checkBodyHeaders(ctx, route);
    const key = idempotencyKey(ctx, route);
    // A replay does not count. With a key, the request is counted once it is known to be no replay.
    if (key === null && known.caller) this.#countRequest(known.caller, route);
    return this.#withBody(request, async (body) => {
      const caller = await this.#current(request, known);
      const { path, query } = ctx;
      const agent = route.takesMessages ? this.#agentOf(request, known) : null;
      return this.#perform(request, { ...request, path, query, body, key, agent }, caller);
    });
  }

  /** What lets the tools of an agent call operations within their request. */
  #agentOf<R extends Route>(request: Request<R>, known: Identified): AgentMessage {
    const count = (messages: number) => {
      for (let at = 0; at < messages; at += 1) if (known.caller) this.#countRequest(known.caller, request.route);
    };
    const respond = async (route: Route, input: OperationInput) => {
      const operation = this.#operationOf(route, input);
      const sender = await this.#current(request, known);
      const caller = route.auth === 'none' ? null : asAgent(sender);
      if (caller) authorize(caller, route, { ...this.#settings, serviceMode: undefined });
      if (caller && operation.key === null) this.#countRequest(caller, route);
      const response = await this.#perform({ ...request, receivedAt: performance.now() }, operation, caller);
      // An answer is no longer than a message may be.
      const most = { owner: request.owner, largeValues: this.#largeValues, mostBytes: request.route.bodyLimitBytes };
      return { status: response.status, body: await readJson(response, most) };
    };
    return agentMessage(request.ctx, this.#settings.logger, { respond, count });
  }

  #operationOf(route: Route, { params, query = {}, body, idempotencyKey: key }: OperationInput): Operation<Route> {
    const handler = this.#handlers.get(route);
    if (!handler) throw new Error(`no tool calls ${route.method} ${route.path}`);
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    return { route, handler, params, path, query, body: parsedBody(body), key: key ?? null, agent: null };
  }

  /** Runs an operation, once if it has an Idempotency-Key. */
  #perform<R extends Route>(sent: Sent, operation: Operation<R>, caller: Caller | null): Promise<PreparedResponse> {
    const handle = (identity: Identity) => this.#handle(sent, operation, caller, identity);
    const { key } = operation;
    return key === null || !caller
      ? handle(newIdentity)
      : this.#handleOnce(sent, { ...operation, key }, caller, handle);
  }

  /** The caller of a request. They can keep it open for minutes, and lose their credential or role meanwhile. */
  async #current<R extends Route>(request: Request<R>, { caller, at }: Identified): Promise<Caller | null> {
    return performance.now() - at > credentialHoldsMs ? this.#identify(request) : caller;
  }

  /** The caller, with the case that is read; null for a route without a credential. */
  async #identify(
    { ctx, route, params, credential }: { ctx: Context; route: Route; params: Params; credential: Credential | null },
    caseId = route.method === 'GET' ? caseInPath(route, params) : null,
  ): Promise<Caller | null> {
    if (route.auth === 'none') return null;
    // Node takes the first of two such headers, and a proxy may take the last.
    if (isRepeated(ctx.req, 'authorization')) throw new ApiError('unauthenticated');
    const serviceMode = ctx.req.headers['x-service-mode'] as string | undefined;
    const caller = await findCaller({ credential, caseId }, this.#settings.store);
    if (!caller || !credential) {
      if (credential) this.#callers.forget(credential);
      throw new ApiError('unauthenticated');
    }
    this.#callers.remember(credential, caller);
    authorize(caller, route, { ...this.#settings, serviceMode });
    if (caller.kind === 'api_key') this.#keyUses.note(caller.credentialId);
    return caller;
  }

  /** Receives and parses the body. A large one waits for its share of the memory, and keeps it until `use` has ended. */
  async #withBody<R extends Route, T>(
    { ctx, route, read, credential, owner, permit }: Request<R>,
    use: (body: Body) => Promise<T>,
  ): Promise<T> {
    if (!hasBody(ctx.req)) return use(noBody);
    const memory = route.takesMessages ? memoryOfMessage(ctx.req, route) : memoryOf(ctx.req, route);
    const bodies = route.takesMessages ? this.#messages : credential ? this.#bodies : this.#strangersBodies;
    const room = memory > 0 ? await permit.outside(() => bodies.acquire(owner, memory)) : null;
    try {
      // Receiving takes as long as the sender takes.
      const bytes = await permit.outside(() => read(ctx));
      // Others first: parsing and validating a large body block the event loop for up to 50 ms each.
      if (room) await yieldToOthers();
      const body = route.rawBody
        ? rawBody(bytes)
        : route.rows
          ? await parseRows(bytes, route.rows)
          : parseBody(bytes, route.contentField);
      if (room) await yieldToOthers();
      return await use(body);
    } finally {
      room?.release();
    }
  }

  /** Handles a request with an Idempotency-Key, or replays the response to the same one. */
  async #handleOnce<R extends Route>(
    { permit }: Sent,
    { route, params, path, body, key }: Operation<R> & { key: string },
    caller: Caller,
    handle: (identity: Identity) => Promise<PreparedResponse>,
  ): Promise<BufferedResponse> {
    const fingerprint = fingerprintOf({ method: route.method, path }, caller, body.hash);
    const caseId = caseInPath(route, params);
    const claim = { scope: ownerOf(caller), key, fingerprint, subject: caseId };
    const handleCounted = async (identity: Identity) => {
      this.#countRequest(caller, route);
      // Only GET routes stream their response.
      return (await handle(identity)) as BufferedResponse;
    };
    const response = await runOnce(this.#claims, claim, handleCounted, permit.outside);
    const { checkReplay } = this.#settings;
    if (!checkReplay || !isReplay(response)) return response;
    return { ...response, body: await checkReplay({ caller, route, caseId, body: response.body }) };
  }

  /** Validates the request, and calls the handler of its route. */
  async #handle<R extends Route>(
    { ctx, address, permit, receivedAt }: Sent,
    { route, params, handler, query, body, agent }: Operation<R>,
    caller: Caller | null,
    identity: Identity,
  ): Promise<PreparedResponse> {
    const { addressLimit } = route;
    const counted = addressLimit ? await enforceAddressLimit(this.#settings.store, addressLimit, address) : null;
    if (body.fault) throw body.fault;
    const call = {
      caller,
      counted,
      params: validParams(route, params),
      ...validInput(route, query, body.value),
      content: body.content,
      requestId: ctx.state['requestId'] as string,
      receivedAt,
      clientAddress: address,
      userAgent: ctx.get('user-agent'),
      work: { ...identity, outside: permit.outside },
      agent,
    };
    return prepare(await withOrigin(originOf(caller, address), () => handler(call as unknown as Call<R>)));
  }
}

/** Who sent a request, as they were then. */
interface Identified {
  caller: Caller | null;
  at: number;
}

/** A request that has its share of the work. */
interface Sent {
  ctx: Context;
  /** Of the client. */
  address: string;
  permit: Permit;
  receivedAt: number;
}

/** The same to a route. */
interface Request<R extends Route> extends Sent {
  route: R;
  params: Params;
  handler: Handler<R>;
  read: ReturnType<typeof createBodyReader>;
  /** Null if it is missing or malformed. */
  credential: Credential | null;
  /** Whose shares it uses. */
  owner: string;
}

/** An operation and its input: that of a request, or one that the tool of an agent calls. */
interface Operation<R extends Route> {
  route: R;
  handler: Handler<R>;
  params: Params;
  /** With its parameters. */
  path: string;
  query: ParsedUrlQuery;
  body: Body;
  /** The Idempotency-Key; null without one. */
  key: string | null;
  agent: AgentMessage | null;
}

/** Whom the audit names for what the request changes. */
function originOf(caller: Caller | null, address: string): Origin {
  const network = shortNetwork(address) || null;
  if (!caller) return { actor: null, credentialId: null, network };
  const { credentialId } = caller;
  if ('attorneyId' in caller) return { actor: { type: 'attorney', id: caller.attorneyId }, credentialId, network };
  const { user } = caller;
  const actor = user ? ({ type: 'user', id: user.id } as const) : ({ type: 'api_key', id: credentialId } as const);
  return { actor, credentialId, network };
}

/** A body that takes longer to arrive is handled only if its credential still holds. */
const credentialHoldsMs = 1000;

const MiB = 1024 * 1024;

/** What one caller may use of this process: an organization, an attorney, or a network without a credential. */
const shares = {
  /**
   * Fewer than the connections to the database, so that no caller holds all of them. If the database is unavailable,
   * its deadlines release the permits after 7 s; queued requests are refused earlier, so that all get a response within
   * 10 s.
   */
  work: { perKey: 2, maxPresent: 256, maxWaitMs: 30_000, stallMs: 2500 },
  /** The memory of large bodies: for a caller two uploads or cases. A slow sender delays few others. */
  bodies: { perKey: 64 * MiB, maxPresent: 128, maxWaitMs: 60_000, total: 224 * MiB },
  /** The same without a credential, apart: strangers delay nobody but strangers. */
  strangersBodies: { perKey: 24 * MiB, maxPresent: 128, maxWaitMs: 60_000, total: 48 * MiB },
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
