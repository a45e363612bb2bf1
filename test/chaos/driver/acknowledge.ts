import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { OperatorCommand } from '@evict/case-model';
import { isCommandRecorded, writeCommand } from '@evict/store/cases';
import type { CaseRef } from '@evict/temporal';
import { type Answer, answerOf, nextAddress } from '../../e2e/support/api.ts';
import { type Tally, ViolationError } from '../tally.ts';
import type { Sender, World } from './world.ts';

/** Longer than the longest that a retry may have to wait, which is a lease of 30 s. */
const patienceMs = 120_000;
const oneTryMs = 15_000;
const pauseMs = 200;

export interface Request {
  method: 'POST' | 'PATCH' | 'GET';
  path: string;
  body?: unknown;
}

/** No answer yet that counts; `instead` is what came. */
interface Again {
  instead: string;
  waitMs?: number;
}

/**
 * Sends a request under one Idempotency-Key until it is answered: connection errors, 5xx, 429, and 409 while the first
 * try is still worked on are no answers. Throws ViolationError where none comes.
 */
export function request(world: World, sender: Sender, { method, path, body }: Request): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${sender.credential}`,
    'x-forwarded-for': nextAddress(),
    ...sender.headers,
    ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const content = body === undefined ? null : JSON.stringify(body);
  return acknowledge(world.tally, `${method} ${path}`, async () => {
    const signal = AbortSignal.timeout(oneTryMs);
    const response = await fetch(world.stack.api + path, { method, headers, body: content, signal });
    const answer = await answerOf(response);
    const waitMs = 1000 * Number(answer.headers.get('retry-after') ?? 0);
    if (answer.status >= 500) return { instead: String(answer.status), waitMs: Math.min(waitMs, 1000) };
    const isUnderWay = answer.status === 409 && waitMs > 0;
    return answer.status === 429 || isUnderWay ? { instead: String(answer.status), waitMs } : { answer };
  });
}

/** What a customer or an attorney does; `ok`, or the code of the refusal. */
export async function act(world: World, sender: Sender, path: string, body?: unknown): Promise<string> {
  const { status, body: answered } = await request(world, sender, { method: 'POST', path, body });
  return status < 300 ? 'ok' : String(answered?.error?.code ?? status);
}

/** What an operator does, under one command id; `ok`, or the code of the refusal. */
export function operate({ stack, tally }: World, ref: CaseRef, command: OperatorCommand): Promise<string> {
  const commandId = randomUUID();
  let tries = 0;
  return acknowledge(tally, `${command.kind} of ${ref.caseId}`, async () => {
    tries += 1;
    // As the gateways do: what was recorded and never heard of is not sent again.
    if (tries > 1 && (await isCommandRecorded(stack.store, ref.caseId, commandId))) return { answer: 'ok' };
    await writeCommand(stack.store, 'operator', { id: commandId, caseId: ref.caseId, command });
    const result = await stack.cases.operate(ref, { command }, commandId);
    return { answer: result.ok ? 'ok' : result.code };
  });
}

/** Reads until the database is there. */
export async function read<T>(look: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(pauseMs);
    }
  }
}

async function acknowledge<T>(tally: Tally, what: string, attempt: () => Promise<{ answer: T } | Again>): Promise<T> {
  const begunAt = Date.now();
  for (;;) {
    const came = await attempt().catch((error: unknown): Again => ({ instead: (error as Error).name }));
    if ('answer' in came) {
      tally.acknowledged.push({ begunAt, answeredAt: Date.now() });
      return came.answer;
    }
    tally.countRetry(came.instead);
    if (Date.now() > begunAt + patienceMs) throw new ViolationError('unanswered', `${what}: last ${came.instead}`);
    await setTimeout(came.waitMs || pauseMs);
  }
}
