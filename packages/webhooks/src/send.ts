import type { IncomingMessage } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP, type Socket } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicAddress } from './addresses.ts';
import { type DeliveryFailure, failureOf } from './failure.ts';
import { BlockedError, type Guard } from './guard.ts';
import { signedHeaders } from './sign.ts';

export interface WebhookMessage {
  url: string;
  /** Sent as it is. */
  body: string;
  /** What it is signed with. */
  secret: string;
}

/** How a try went: the status of the answer, or what was in its way. */
export type TryResult = { latencyMs: number } & (
  | { httpStatus: number; failure: null }
  | { httpStatus: null; failure: DeliveryFailure }
);

/** One try. Rejects only when the signal ends it; whatever the receiver does is a result. */
export type SendWebhook = (message: WebhookMessage, signal: AbortSignal) => Promise<TryResult>;

export interface SenderOptions {
  guard: Guard;
  /** One deadline over name, connection, TLS and the status line. */
  deadlineMs?: number;
  /** In place of the certificate authorities that Node trusts: for receivers of tests. */
  ca?: string;
}

/**
 * Posts a message and takes the status line for the answer. No redirect is followed, no connection is kept, and the
 * connection goes to an address that the guard has judged in this very try.
 */
export function createSender({ guard, deadlineMs = 10_000, ca }: SenderOptions): SendWebhook {
  return async (message, stopping) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = AbortSignal.any([stopping, deadline]);
    const startedAt = performance.now();
    const latencyMs = () => Math.round(performance.now() - startedAt);
    try {
      const addresses = await guard.addressesOf(message.url, signal);
      const answer = await post(message, { addresses, guard, signal, ca });
      const httpStatus = answer.statusCode ?? 0;
      const result = { httpStatus, failure: null, latencyMs: latencyMs() };
      await drain(answer);
      return result;
    } catch (error) {
      if (stopping.aborted) throw stopping.reason;
      return { httpStatus: null, failure: deadline.aborted ? 'timeout' : failureOf(error), latencyMs: latencyMs() };
    }
  };
}

interface Way {
  addresses: readonly string[];
  guard: Guard;
  signal: AbortSignal;
  ca: string | undefined;
}

/** Resolves at the status line. */
function post({ url, body, secret }: WebhookMessage, way: Way): Promise<IncomingMessage> {
  const { addresses, guard, signal, ca } = way;
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    method: 'POST',
    agent: new RequestFilteringHttpsAgent({ keepAlive: false, allowIPAddressList: addresses.filter(needsLeave) }),
    lookup: lookupAmong(addresses),
    autoSelectFamilyAttemptTimeout: 2000,
    rejectUnauthorized: true,
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'eviction-case-service',
      ...signedHeaders(secret, body, Date.now()),
    },
    ...(ca !== undefined && { ca }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, options);
    call.once('response', resolve);
    let interim = 0;
    call.on('information', () => {
      interim += 1;
      if (interim > maxInterim) call.destroy(new Error('no end of interim answers'));
    });
    call.once('socket', (socket) => checkConnection(socket, guard));
    call.on('error', reject);
    // A switch of protocols that nobody asked for ends without either.
    call.once('close', () => reject(new Error('closed without an answer')));
    call.end(body);
  });
}

/** The agent judges public addresses once more, by rules that are not ours. */
function needsLeave(address: string): boolean {
  return !isPublicAddress(address);
}

/** What was judged is what is connected to: the name is not asked for again. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, answer) => {
    const [first] = found;
    if (all) answer(null, found);
    else answer(null, first?.address ?? '', first?.family);
  };
}

/** Before anything is sent, whatever has brought the connection about. */
function checkConnection(socket: Socket, guard: Guard): void {
  socket.once('connect', () => {
    if (!guard.isAllowed(socket.remoteAddress ?? '')) socket.destroy(new BlockedError('connected elsewhere'));
  });
}

/** Lets a receiver that is still writing come to its end, within bounds: the status has decided already. */
async function drain(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  const enough = setTimeout(() => answer.destroy(), drainMs);
  try {
    for await (const chunk of answer) {
      bytes += (chunk as Buffer).length;
      if (bytes >= drainBytes) break;
    }
  } catch {
    // It was cut short: so be it.
  } finally {
    clearTimeout(enough);
    answer.destroy();
  }
}

/** 1xx answers before the one that counts: a receiver that sends them as fast as it can would keep everybody waiting. */
const maxInterim = 10;

const drainBytes = 16 * 1024;
const drainMs = 500;
