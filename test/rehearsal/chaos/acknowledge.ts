import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CommandBody } from '@evict/case-model';
import { writeCommand } from '@evict/store/commands';
import type { CaseRef } from '@evict/temporal';
import { type ApiResponse, readResponse, nextAddress } from '../../e2e/support/api.ts';
import type { Sender } from '../support/customers.ts';
import { until } from '../support/until.ts';
import { type Tally, ViolationError } from './tally.ts';
import type { World } from './world.ts';

/**
 * How long a request is retried, in milliseconds. The longest necessary wait is for the lease of a gateway that died.
 */
const patienceMs = 120_000;
const attemptTimeoutMs = 15_000;
const pauseMs = 200;

export interface Request {
  method: 'POST' | 'PATCH';
  path: string;
  body?: unknown;
}

/** The outcome of an attempt that got no final response. `instead` names what happened. */
interface Retry {
  instead: string;
  waitMs?: number;
}

/**
 * Sends a request under one Idempotency-Key until it gets a final response. Retries connection errors, 5xx, 429, and
 * 409 while the first attempt is in progress. Throws ViolationError if no final response comes.
 */
export function request(world: World, sender: Sender, { method, path, body }: Request): Promise<ApiResponse> {
  const headers = {
    authorization: `Bearer ${sender.credential}`,
    'x-forwarded-for': nextAddress(),
    ...sender.headers,
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const content = body === undefined ? null : JSON.stringify(body);
  return acknowledge(world.tally, `${method} ${path}`, async () => {
    const signal = AbortSignal.timeout(attemptTimeoutMs);
    const response = await readResponse(
      await fetch(world.stack.api + path, { method, headers, body: content, signal }),
    );
    const waitMs = 1000 * Number(response.headers.get('retry-after') ?? 0);
    if (response.status >= 500) return { instead: String(response.status), waitMs: Math.min(waitMs, 1000) };
    const isInProgress = response.status === 409 && waitMs > 0;
    return response.status === 429 || isInProgress
      ? { instead: String(response.status), waitMs }
      : { result: response };
  });
}

/** Sends a customer's or an attorney's command. Resolves to `ok`, or to the code of the refusal. */
export async function act(world: World, sender: Sender, path: string, body?: unknown): Promise<string> {
  const { status, body: responded } = await request(world, sender, { method: 'POST', path, body });
  return status < 300 ? 'ok' : String(responded?.error?.code ?? status);
}

/** Sends an operator's command under one command id. Resolves to `ok`, or to the code of the refusal. */
export function operate({ stack, tally }: World, ref: CaseRef, body: CommandBody): Promise<string> {
  const commandId = randomUUID();
  return acknowledge(tally, `${body.kind} of ${ref.caseId}`, async () => {
    const command = { id: commandId, caseId: ref.caseId, author: 'operator', authorId: 'robin', body } as const;
    const written = await writeCommand(stack.store, command);
    // As in the gateways, a command that was already decided isn't sent again.
    const result = written.outcome ?? (await stack.cases.send(ref, body.kind, commandId, written));
    return { result: result.ok ? 'ok' : result.code };
  });
}

/** Reads, and retries while the database is unavailable. */
export function read<T>(look: () => Promise<T>): Promise<T> {
  return until(look, { withinMs: patienceMs, everyMs: pauseMs });
}

async function acknowledge<T>(tally: Tally, what: string, attempt: () => Promise<{ result: T } | Retry>): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const came = await attempt().catch((error: unknown): Retry => ({ instead: (error as Error).name }));
    if ('result' in came) {
      tally.acknowledged.push({ startedAt, respondedAt: Date.now() });
      return came.result;
    }
    tally.countRetry(came.instead);
    if (Date.now() > startedAt + patienceMs) throw new ViolationError('unanswered', `${what}: last ${came.instead}`);
    await setTimeout(came.waitMs || pauseMs);
  }
}
