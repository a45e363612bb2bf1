import type { IncomingMessage } from 'node:http';
import { type Agent, request, type RequestOptions } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicAddress } from './addresses.ts';
import { checkConnection, checkedOptions } from './connect.ts';
import { type DeliveryFailure, failureOf } from './failure.ts';
import type { Guard } from './guard.ts';
import { signedHeaders } from './sign.ts';

export interface WebhookMessage {
  url: string;
  /** Sent as it is. */
  body: string;
  /** What it is signed with. */
  secret: string;
  /** Signs it too, in a second header, after a rotation; null if there is none. */
  previousSecret?: string | null;
}

/** The outcome of an attempt: the status of the response, or why there is none. */
export type AttemptResult = { latencyMs: number } & (
  | { httpStatus: number; failure: null }
  | { httpStatus: null; failure: DeliveryFailure }
);

/** Makes one attempt. Rejects only when the signal aborts it: whatever the receiver does is a result. */
export type SendWebhook = (message: WebhookMessage, signal: AbortSignal) => Promise<AttemptResult>;

export interface SenderOptions {
  guard: Guard;
  /** For name resolution, connection, TLS and the status line together. */
  deadlineMs?: number;
  /** Replaces the certificate authorities that Node trusts: for receivers in tests. */
  ca?: string;
}

/**
 * Posts a message and takes the status code as the outcome. It follows no redirect, and connects only to addresses that
 * the guard has checked for this attempt. A connection is kept for the next messages to the same host, while its name
 * has the same addresses.
 */
export function createSender({ guard, deadlineMs = 10_000, ca }: SenderOptions): SendWebhook {
  const agentFor = createAgents();
  return async (message, stopping) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = AbortSignal.any([stopping, deadline]);
    const startedAt = performance.now();
    const latencyMs = () => Math.round(performance.now() - startedAt);
    try {
      const addresses = await guard.addressesOf(message.url, signal);
      const response = await post(message, { addresses, agent: agentFor(addresses), guard, signal, ca });
      const httpStatus = response.statusCode ?? 0;
      const result = { httpStatus, failure: null, latencyMs: latencyMs() };
      await drain(response);
      return result;
    } catch (error) {
      if (stopping.aborted) throw stopping.reason;
      return { httpStatus: null, failure: deadline.aborted ? 'timeout' : failureOf(error), latencyMs: latencyMs() };
    }
  };
}

interface Connecting {
  addresses: readonly string[];
  agent: Agent;
  guard: Guard;
  signal: AbortSignal;
  ca: string | undefined;
}

/** The agents have checks of their own; addresses that are allowed for tests have to be named. */
function createAgents(): (addresses: readonly string[]) => Agent {
  const agents = new Map<string, Agent>();
  return (addresses) => {
    const allowIPAddressList = addresses.filter((address) => !isPublicAddress(address)).sort();
    const key = allowIPAddressList.join(' ');
    const agent = agents.get(key) ?? new KeepingAgent({ keepAlive: true, timeout: idleMs, allowIPAddressList });
    agents.set(key, agent);
    return agent;
  };
}

class KeepingAgent extends RequestFilteringHttpsAgent {
  /** What a connection can be used for again: `addresses` are those that it was opened with. */
  override getName(options?: RequestOptions & { addresses?: string }): string {
    return `${super.getName(options)} ${options?.addresses}`;
  }
}

/** Resolves at the status line. */
function post(message: WebhookMessage, connecting: Connecting): Promise<IncomingMessage> {
  const { url, body } = message;
  const { addresses, agent, guard, signal, ca } = connecting;
  const options: RequestOptions & { addresses: string } = {
    method: 'POST',
    agent,
    addresses: [...addresses].sort().join(' '),
    ...checkedOptions(addresses),
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'eviction-case-service',
      ...signedHeaders(message, Date.now()),
    },
    ...(ca !== undefined && { ca }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, options);
    call.once('response', resolve);
    let interim = 0;
    call.on('information', () => {
      interim += 1;
      if (interim > maxInterim) call.destroy(new Error('too many interim responses'));
    });
    call.once('socket', (socket) => checkConnection(socket, guard));
    call.on('error', (error) => {
      // The receiver may have closed it while it was idle: that is no answer to this message.
      const isStale = call.reusedSocket && failureOf(error) === 'reset' && !signal.aborted;
      if (isStale) resolve(post(message, connecting));
      else reject(error);
    });
    // An unrequested protocol upgrade ends without a response or an error.
    call.once('close', () => reject(new Error('closed without a response')));
    call.end(body);
  });
}

/** Reads and drops the body, within bounds, so that the receiver can finish writing. */
async function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  const timeout = setTimeout(() => response.destroy(), drainMs);
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes >= drainBytes) break;
    }
  } catch {
    // The status has been received: how the body ends does not matter.
  } finally {
    clearTimeout(timeout);
    response.destroy();
  }
}

/** 1xx responses before the final one: a receiver could send them without end. */
const maxInterim = 10;

/** After which an unused connection is closed: sooner than receivers close theirs. */
const idleMs = 2000;

const drainBytes = 16 * 1024;
const drainMs = 500;
