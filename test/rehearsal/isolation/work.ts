import { setTimeout } from 'node:timers/promises';
import { type Client, createClient } from '@evict/client';
import { oauthPaths } from '@evict/contract';
import { nextAddress, withHeaders } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import type { Sender } from '../support/customers.ts';
import { pdfOf, toolCall, toolHeaders } from './messages.ts';
import type { Neighbor } from './neighbor.ts';

const pdf = pdfOf(100 * 1024);

/** A request that takes longer than this counts as failed, in milliseconds. */
const patienceMs = 10_000;
const webhookPatienceMs = 60_000;
const reviewEveryMs = 4000;
const newKeyEveryMs = 250;

/** The times and failures that the neighbor observed. */
export interface Observation {
  /** The duration of each request in milliseconds. `reads` has only those of reads. */
  samples: number[];
  reads: number[];
  /** The time from each event to its arrival at the receiver, in milliseconds. */
  webhooks: number[];
  failures: Failure[];
}

export interface Failure {
  /** The request without its ids, and its outcome. */
  what: string;
  /** The time until the failure, in milliseconds. */
  after: number;
}

/** Clients that record each request. */
interface Clients {
  customer: Client;
  live: Client;
  attorney: Client;
  /** An anonymous client, which uses another address each time. */
  anybody: Client;
  /** Returns the customer's client with another key. */
  withKey: (key: string) => Client;
  /** Calls a tool as the customer's agent. */
  agent: (tool: string, given: object) => Promise<unknown>;
}

/**
 * A task that is repeated at an interval. Its first request is timed from when it was due, and later ones from when
 * they are sent.
 */
interface Task {
  everyMs: number;
  run: (clients: Clients, neighbor: Neighbor, submitted: string[]) => Promise<unknown>;
}

/** The tasks send about forty requests per second, of every kind that a tenant sends. */
const tasks: readonly Task[] = [
  { everyMs: 50, run: ({ customer }, { caseId }) => customer.getCase({ id: caseId }) },
  { everyMs: 250, run: ({ customer }) => customer.listCases({ limit: 20 }) },
  {
    everyMs: 1000,
    run: ({ customer }, { caseId: id, documentId: docId }) => customer.downloadDocument({ id, docId }),
  },
  { everyMs: 2500, run: takeCase },
  { everyMs: 5000, run: ({ anybody }, { email, password }) => anybody.login({ body: { email, password } }) },
  {
    everyMs: 500,
    run: ({ attorney }, { inReview: [id] }) =>
      id === undefined ? attorney.getAttorneyQueue() : attorney.getAttorneyCase({ id }),
  },
  { everyMs: reviewEveryMs, run: reviewAsAttorney },
  { everyMs: 1000, run: ({ agent }, { caseId }) => agent('get_case', { caseId }) },
  { everyMs: 2500, run: keepFile },
  { everyMs: newKeyEveryMs, run: useNewKey },
];

/** Returns the number of live cases in review that this many seconds of work need. */
export function reviewsIn(seconds: number): number {
  return Math.ceil((seconds * 1000) / reviewEveryMs);
}

/** Returns the number of new keys that this many seconds of work need. */
export function newKeysIn(seconds: number): number {
  return Math.ceil((seconds * 1000) / newKeyEveryMs);
}

/**
 * Works at a steady pace for some seconds, whatever the responses. A due request is sent even while others hang, and
 * its time counts from when it was due. Resolves when every response and every webhook has arrived.
 */
export async function work(neighbor: Neighbor, seconds: number): Promise<Observation> {
  const observed: Observation = { samples: [], reads: [], webhooks: [], failures: [] };
  const submitted: string[] = [];
  const startedAt = performance.now();
  const keepPace = async ({ everyMs, run }: Task) => {
    const underWay: Promise<unknown>[] = [];
    for (let due = startedAt + everyMs / 2; due < startedAt + seconds * 1000; due += everyMs) {
      await setTimeout(Math.max(0, due - performance.now()));
      // Failures are recorded where the request is sent.
      underWay.push(run(clientsFrom(due, neighbor, observed), neighbor, submitted).catch(() => {}));
    }
    await Promise.all(underWay);
  };
  await Promise.all(tasks.map(keepPace));
  await collectWebhooks(neighbor, submitted, observed);
  return observed;
}

function clientsFrom(
  due: number,
  { api, test, live, attorney }: Neighbor,
  { samples, reads, failures }: Observation,
): Clients {
  let from = due;
  const took = () => {
    const ms = performance.now() - from;
    from = performance.now();
    return ms;
  };
  const noting = (headers: Sender['headers']) => async (request: Request) => {
    const what = `${request.method} ${new URL(request.url).pathname.replaceAll(/\w+_[\w-]{36}/g, '{id}')}`;
    try {
      const response = await withHeaders(headers)(request);
      const bytes = await response.arrayBuffer();
      const ms = took();
      if (!response.ok) failures.push({ what: `${what}: ${response.status}`, after: ms });
      else {
        samples.push(ms);
        if (request.method === 'GET') reads.push(ms);
      }
      return new Response(bytes.byteLength > 0 ? bytes : null, response);
    } catch (error) {
      const { cause, message } = error as Error;
      failures.push({ what: `${what}: ${(cause as Error | undefined)?.message ?? message}`, after: took() });
      throw error;
    }
  };
  const settings = { baseUrl: api, maxRetries: 0, timeoutMs: patienceMs };
  const as = ({ credential, headers }: Sender) => createClient({ ...settings, credential, fetch: noting(headers) });
  const anybody = createClient({ ...settings, fetch: noting({ 'x-forwarded-for': nextAddress() }) });
  return {
    customer: as(test),
    live: as(live),
    attorney: as(attorney),
    anybody,
    withKey: (credential) => as({ ...test, credential }),
    agent(tool, given) {
      const headers = { ...toolHeaders, authorization: `Bearer ${test.credential}` };
      const body = toolCall(tool, given);
      return noting(test.headers)(new Request(`${api}${oauthPaths.mcp}`, { method: 'POST', headers, body }));
    },
  };
}

/** Creates a draft, uploads a file, submits the case, and takes two steps. */
async function takeCase({ customer }: Clients, { upload }: Neighbor, submitted: string[]): Promise<void> {
  const { id } = await customer.createCase({ body: buildFacts() });
  await customer.uploadDocument({ id, body: upload });
  await customer.submitCase({ id });
  submitted.push(id);
  for (let step = 0; step < 2; step += 1) await customer.advanceCase({ id });
}

/** Uploads a file to the inbox for a later case. The inbox only has room for a limited number. */
async function keepFile({ customer }: Clients): Promise<void> {
  const { id } = await customer.keepFile({ body: { filename: 'lease.pdf', contentBase64: pdf.toString('base64') } });
  await customer.deleteIntakeFile({ id });
}

/** Sends the first request with a new key, which the service has to look up. */
async function useNewKey({ withKey }: Clients, { newKeys, caseId }: Neighbor): Promise<void> {
  const key = newKeys.pop();
  if (key === undefined) throw new Error('there are fewer new keys than first requests');
  await withKey(key).getCase({ id: caseId });
}

async function reviewAsAttorney({ attorney, live }: Clients, { inReview }: Neighbor): Promise<void> {
  const id = inReview.shift();
  if (id === undefined) throw new Error('there are fewer cases in review than reviews');
  const { documents } = await attorney.getAttorneyCase({ id });
  const documentHashes = documents.map(({ contentHash }) => contentHash);
  await attorney.reviewCase({ id, body: { decision: 'approve', notes: 'As discussed.', documentHashes } });
  await live.listEvents({ id });
}

/** Waits until each event of each submitted case has arrived. */
async function collectWebhooks(
  { client, receivers: { arrivals } }: Neighbor,
  submitted: readonly string[],
  { webhooks, failures }: Observation,
): Promise<void> {
  const deadline = Date.now() + webhookPatienceMs;
  const arrivalOf = (id: string) => arrivals[0]?.get(id);
  for (const caseId of submitted) {
    const { items } = await client.listEvents({ id: caseId });
    for (const { id, createdAt } of items) {
      while (!arrivalOf(id) && Date.now() < deadline) await setTimeout(20);
      const arrival = arrivalOf(id);
      if (!arrival) failures.push({ what: 'webhook: lost', after: webhookPatienceMs });
      else webhooks.push(arrival.at - Date.parse(createdAt));
    }
  }
}
