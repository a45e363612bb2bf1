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
  /** The body, which is sent unchanged. */
  body: string;
  /** The secret that signs the message. */
  secret: string;
  /** The secret before a rotation, which signs the message too, in a second header. Null if there is none. */
  previousSecret?: string | null;
}

/** The outcome of an attempt: the status of the response, or the reason why there is none. */
export type AttemptResult = { latencyMs: number } & (
  | { httpStatus: number; failure: null }
  | { httpStatus: null; failure: DeliveryFailure }
);

/** Makes one attempt. Rejects only if the signal aborts it, because everything that the receiver does is a result. */
export type SendWebhook = (message: WebhookMessage, signal: AbortSignal) => Promise<AttemptResult>;

export interface SenderOptions {
  guard: Guard;
  /** The time limit for name resolution, connection, TLS and the status line together, in milliseconds. */
  deadlineMs?: number;
  /** Replaces the certificate authorities that Node trusts, for receivers in tests. */
  ca?: string;
}

/**
 * Creates a function that posts a message and takes the status code as its outcome. It doesn't follow redirects, and
 * connects only to addresses that the guard has checked for this attempt. A connection is reused for further messages
 * to the same host as long as its name has the same addresses.
 */
export function createSender({ guard, deadlineMs = 10_000, ca }: SenderOptions): SendWebhook {
  const agentFor = createAgents();
  return async (message, stopping) => {
    const startedAt = performance.now();
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = AbortSignal.any([stopping, deadline]);
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

/**
 * Returns a function that gives each set of addresses its agent. The agents check addresses themselves, so non-public
 * ones that are allowed for tests have to be listed.
 */
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
  /** Returns the key under which a connection is reused. `addresses` are those with which it was opened. */
  override getName(options?: RequestOptions & { addresses?: string }): string {
    return `${super.getName(options)} ${options?.addresses}`;
  }
}

/** Posts the message. Resolves when the status line arrives. */
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
      // The receiver may have closed the connection while it was idle. Then the reset isn't an answer to this message,
      // so send it again.
      const isStale = call.reusedSocket && failureOf(error) === 'reset' && !signal.aborted;
      if (isStale) resolve(post(message, connecting));
      else reject(error);
    });
    // An unrequested protocol upgrade ends without a response or an error.
    call.once('close', () => reject(new Error('closed without a response')));
    call.end(body);
  });
}

/** Reads and drops the body, within limits, so that the receiver can finish writing. */
async function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  const timeout = setTimeout(() => response.destroy(), drainMs);
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes >= drainBytes) break;
    }
  } catch {
    // The status has been received, so it doesn't matter how the body ends.
  } finally {
    clearTimeout(timeout);
    response.destroy();
  }
}

/** The maximum number of 1xx responses before the final one. Without a limit, a receiver could send them forever. */
const maxInterim = 10;

/** How long an unused connection is kept, in milliseconds. Most receivers keep it open for longer. */
const idleMs = 2000;

const drainBytes = 16 * 1024;
const drainMs = 500;
