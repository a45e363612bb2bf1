import { setTimeout } from 'node:timers/promises';
import { type ApiResponse, nextAddress, type Sent } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import type { Sender } from '../support/customers.ts';
import type { Neighbor } from './neighbor.ts';

/** A request that takes longer has failed, in milliseconds. */
const patienceMs = 10_000;
const webhookPatienceMs = 60_000;
const reviewEveryMs = 4000;

/** What the neighbor saw. */
export interface Observation {
  /** Milliseconds of each request. */
  samples: { kind: string; ms: number }[];
  /** From the event to its receiver, in milliseconds. */
  webhooks: number[];
  failures: string[];
}

/** Sends one request, expects a status, and notes its time. Rejects on another status or a timeout. */
type Ask = (
  kind: string,
  status: number,
  sender: Sender,
  method: string,
  path: string,
  sent?: Sent,
) => Promise<ApiResponse>;

/** One task of the work. Steps that follow another are timed from when they are sent. */
interface Task {
  everyMs: number;
  run: (ask: Ask, neighbor: Neighbor, submitted: string[]) => Promise<unknown>;
}

/** About forty requests a second, of every kind that a tenant sends. */
const tasks: readonly Task[] = [
  { everyMs: 50, run: (ask, { test, caseId }) => ask('read', 200, test, 'GET', `/v1/cases/${caseId}`) },
  { everyMs: 250, run: (ask, { test }) => ask('list', 200, test, 'GET', '/v1/cases?limit=20') },
  {
    everyMs: 1000,
    run: (ask, { test, caseId, documentId }) =>
      ask('download', 200, test, 'GET', `/v1/cases/${caseId}/documents/${documentId}`),
  },
  { everyMs: 2500, run: takeCase },
  {
    everyMs: 5000,
    run: (ask, { test, email, password }) => {
      const elsewhere = { ...test, headers: { 'x-forwarded-for': nextAddress() } };
      return ask('sign-in', 200, elsewhere, 'POST', '/v1/auth/login', { body: { email, password } });
    },
  },
  {
    everyMs: 500,
    run: (ask, { attorney, inReview: [id] }) =>
      ask('attorney read', 200, attorney, 'GET', `/v1/attorney/${id === undefined ? 'queue' : `cases/${id}`}`),
  },
  { everyMs: reviewEveryMs, run: reviewAsAttorney },
];

/** The number of live cases in review that the work of so many seconds needs. */
export function reviewsIn(seconds: number): number {
  return Math.ceil((seconds * 1000) / reviewEveryMs);
}

/**
 * Works at a steady pace for some seconds, independent of responses: a due request is sent even while others hang, and
 * its time counts from when it was due. Resolves when every response and every webhook has arrived.
 */
export async function work(neighbor: Neighbor, seconds: number): Promise<Observation> {
  const observed: Observation = { samples: [], webhooks: [], failures: [] };
  const submitted: string[] = [];
  const startedAt = performance.now();
  const keepPace = async ({ everyMs, run }: Task) => {
    const underWay: Promise<unknown>[] = [];
    for (let due = startedAt + everyMs / 2; due < startedAt + seconds * 1000; due += everyMs) {
      await setTimeout(Math.max(0, due - performance.now()));
      // What fails is noted where it is asked.
      underWay.push(run(askFrom(due, neighbor, observed), neighbor, submitted).catch(() => {}));
    }
    await Promise.all(underWay);
  };
  await Promise.all(tasks.map(keepPace));
  await collectWebhooks(neighbor, submitted, observed);
  return observed;
}

function askFrom(due: number, { act }: Neighbor, { samples, failures }: Observation): Ask {
  let from = due;
  return async (kind, status, sender, method, path, sent = {}) => {
    try {
      const response = await act(sender, method, path, { ...sent, signal: AbortSignal.timeout(patienceMs) });
      const ms = performance.now() - from;
      if (response.status !== status) {
        throw new Error(`${response.status} ${response.body?.error?.code ?? ''}, after ${Math.round(ms)} ms`);
      }
      samples.push({ kind, ms });
      from = performance.now();
      return response;
    } catch (error) {
      const { cause, message } = error as Error;
      failures.push(`${kind}: ${(cause as Error | undefined)?.message ?? message}`);
      throw error;
    }
  };
}

/** A draft, a file, its submission and two steps. */
async function takeCase(ask: Ask, { test, upload }: Neighbor, submitted: string[]): Promise<void> {
  const { id } = (await ask('create', 201, test, 'POST', '/v1/cases', { body: buildFacts() })).body;
  await ask('upload', 201, test, 'POST', `/v1/cases/${id}/documents`, { body: upload });
  await ask('submit', 200, test, 'POST', `/v1/cases/${id}/submit`);
  submitted.push(id);
  for (let step = 0; step < 2; step += 1) await ask('advance', 200, test, 'POST', `/v1/cases/${id}/advance`);
}

async function reviewAsAttorney(ask: Ask, { attorney, live, inReview }: Neighbor): Promise<void> {
  const id = inReview.shift();
  if (id === undefined) throw new Error('there are fewer cases in review than reviews');
  const path = `/v1/attorney/cases/${id}`;
  const { documents } = (await ask('attorney read', 200, attorney, 'GET', path)).body;
  const documentHashes = (documents as { contentHash: string }[]).map(({ contentHash }) => contentHash);
  const body = { decision: 'approve', notes: 'As discussed.', documentHashes };
  await ask('review', 200, attorney, 'POST', `${path}/reviews`, { body });
  await ask('live events', 200, live, 'GET', `/v1/cases/${id}/events`);
}

/** Each event of each submitted case has to arrive. */
async function collectWebhooks(
  { act, test, receivers: { arrivals } }: Neighbor,
  submitted: readonly string[],
  { webhooks, failures }: Observation,
): Promise<void> {
  const deadline = Date.now() + webhookPatienceMs;
  const arrivalOf = (id: string) => arrivals[0]?.get(id);
  for (const caseId of submitted) {
    const { status, body } = await act(test, 'GET', `/v1/cases/${caseId}/events`);
    if (status !== 200) failures.push(`events: ${status}`);
    for (const { id } of (body?.items ?? []) as { id: string }[]) {
      while (!arrivalOf(id) && Date.now() < deadline) await setTimeout(20);
      const arrival = arrivalOf(id);
      if (!arrival) failures.push('webhook: lost');
      else webhooks.push(arrival.at - Date.parse((JSON.parse(arrival.body) as { createdAt: string }).createdAt));
    }
  }
}
