import { setTimeout } from 'node:timers/promises';
import type { Receivers } from '../chaos/receivers.ts';
import { type ApiResponse, nextAddress } from '../e2e/support/api.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { live, type Neighbour } from './neighbour.ts';

/** A request that takes longer has failed, in milliseconds. */
const patienceMs = 10_000;
const webhookPatienceMs = 60_000;

interface Sample {
  kind: string;
  ms: number;
}

/** The results of the work. */
export interface Observation {
  samples: Sample[];
  /** From the event to its receiver, in milliseconds. */
  webhooks: number[];
  failures: string[];
}

/** One task of the work. Steps that follow another are clocked from when they are sent. */
interface Task {
  everyMs: number;
  run: (clock: Clock, neighbour: Neighbour) => Promise<void>;
}

/** Times one request and checks its status. Rejects on another status or a timeout. */
type Clock = (
  kind: string,
  status: number,
  send: (signal: AbortSignal) => Promise<ApiResponse>,
) => Promise<ApiResponse>;

/** About forty requests a second, of every kind that a tenant sends. */
const tasks: readonly Task[] = [
  {
    everyMs: 50,
    run: async (clock, { act, caseId }) =>
      void (await clock('read', 200, (signal) => act('GET', `/v1/cases/${caseId}`, { signal }))),
  },
  {
    everyMs: 250,
    run: async (clock, { act }) =>
      void (await clock('list', 200, (signal) => act('GET', '/v1/cases?limit=20', { signal }))),
  },
  {
    everyMs: 1000,
    run: async (clock, { act, caseId, documentId }) =>
      void (await clock('download', 200, (signal) =>
        act('GET', `/v1/cases/${caseId}/documents/${documentId}`, { signal }),
      )),
  },
  { everyMs: 2500, run: takeCase },
  {
    everyMs: 5000,
    run: async (clock, { act, email, password }) => {
      const headers = { 'x-forwarded-for': nextAddress() };
      const body = { email, password };
      await clock('sign-in', 200, (signal) => act('POST', '/v1/auth/login', { body, headers, signal }));
    },
  },
  { everyMs: 500, run: readAsAttorney },
  { everyMs: 4000, run: reviewAsAttorney },
];

/** The number of live cases in review that the work of so many seconds needs. */
export function reviewsIn(seconds: number): number {
  const { everyMs = Infinity } = tasks.find(({ run }) => run === reviewAsAttorney) ?? {};
  return Math.ceil((seconds * 1000) / everyMs);
}

/**
 * Works at a steady pace for some seconds, independent of responses: a due request is sent even while others hang, and
 * its time counts from when it was due. Resolves when every response and every webhook has arrived.
 */
export async function work(neighbour: Neighbour, receivers: Receivers, seconds: number): Promise<Observation> {
  const observed: Observation = { samples: [], webhooks: [], failures: [] };
  neighbour.submitted.length = 0;
  const startedAt = performance.now();
  await Promise.all(tasks.map((task) => keepPace(task, neighbour, observed, { startedAt, seconds })));
  await collectWebhooks(neighbour, receivers, observed);
  return observed;
}

async function keepPace(
  { everyMs, run }: Task,
  neighbour: Neighbour,
  observed: Observation,
  { startedAt, seconds }: { startedAt: number; seconds: number },
): Promise<void> {
  const under: Promise<void>[] = [];
  for (let due = startedAt + everyMs / 2; due < startedAt + seconds * 1000; due += everyMs) {
    await setTimeout(Math.max(0, due - performance.now()));
    under.push(run(clockFrom(due, observed), neighbour).catch(() => {})); // the clock has counted it
  }
  await Promise.all(under);
}

function clockFrom(due: number, observed: Observation): Clock {
  let from = due;
  return async (kind, expected, send) => {
    try {
      const response = await send(AbortSignal.timeout(patienceMs));
      const ms = performance.now() - from;
      if (response.status !== expected) {
        throw new Error(`${response.status} ${response.body?.error?.code ?? ''}, after ${Math.round(ms)} ms`);
      }
      observed.samples.push({ kind, ms });
      from = performance.now();
      return response;
    } catch (error) {
      const { cause, message } = error as Error;
      observed.failures.push(`${kind}: ${(cause as Error | undefined)?.message ?? message}`);
      throw error;
    }
  };
}

/** A draft, a file, its submission and two steps. */
async function takeCase(clock: Clock, { act, upload, submitted }: Neighbour): Promise<void> {
  const body = buildFacts();
  const { id } = (await clock('create', 201, (signal) => act('POST', '/v1/cases', { body, signal }))).body;
  const path = `/v1/cases/${id}`;
  await clock('upload', 201, (signal) => act('POST', `${path}/documents`, { raw: upload, signal }));
  await clock('submit', 200, (signal) => act('POST', `${path}/submit`, { signal }));
  submitted.push(id);
  await clock('advance', 200, (signal) => act('POST', `${path}/advance`, { signal }));
  await clock('advance', 200, (signal) => act('POST', `${path}/advance`, { signal }));
}

async function readAsAttorney(clock: Clock, { act, attorney, inReview }: Neighbour): Promise<void> {
  const { credential } = attorney;
  const [caseId] = inReview;
  const path = caseId === undefined ? 'queue' : `cases/${caseId}`;
  await clock('attorney read', 200, (signal) => act('GET', `/v1/attorney/${path}`, { credential, signal }));
}

async function reviewAsAttorney(clock: Clock, { act, attorney, inReview, session }: Neighbour): Promise<void> {
  const { credential } = attorney;
  const caseId = inReview.shift();
  if (caseId === undefined) throw new Error('there are fewer cases in review than reviews');
  const path = `/v1/attorney/cases/${caseId}`;
  const { documents } = (await clock('attorney read', 200, (signal) => act('GET', path, { credential, signal }))).body;
  const documentHashes = (documents as { contentHash: string }[]).map(({ contentHash }) => contentHash);
  const body = { decision: 'approve', notes: 'As discussed.', documentHashes };
  await clock('review', 200, (signal) => act('POST', `${path}/reviews`, { credential, body, signal }));
  const asOwner = { credential: session, headers: live };
  await clock('live events', 200, (signal) => act('GET', `/v1/cases/${caseId}/events`, { ...asOwner, signal }));
}

/** Each event of each submitted case has to arrive. */
async function collectWebhooks(
  { act, submitted }: Neighbour,
  { arrivals: [arrived] }: Receivers,
  { webhooks, failures }: Observation,
): Promise<void> {
  const deadline = Date.now() + webhookPatienceMs;
  for (const caseId of submitted) {
    const { status, body } = await act('GET', `/v1/cases/${caseId}/events`);
    if (status !== 200) failures.push(`events: ${status}`);
    for (const { id } of (body?.items ?? []) as { id: string }[]) {
      let arrival = arrived?.get(id);
      for (; !arrival && Date.now() < deadline; arrival = arrived?.get(id)) await setTimeout(20);
      if (!arrival) failures.push('webhook: lost');
      else webhooks.push(arrival.at - Date.parse((JSON.parse(arrival.body) as { createdAt: string }).createdAt));
    }
  }
}
