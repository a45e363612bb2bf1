import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isFinished, type State } from '@evict/case-model';
import type { ApiResponse } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';
import { type Organization, sendAs, signUp } from '../support/customers.ts';

export interface Made {
  id: string;
  organization: Organization;
}

/** What a customer sees of a case: its state, events and documents, or why it is refused. */
export type Seen = { state: State; events: unknown; documents: readonly string[] } | { refused: string };

/** From the draft to the end. */
const longestWay = 13;
/** Of one organization: an organization may send 60 advances a minute. */
const atOnce = 7;

/** Test cases in every state of their way; those whose notice was sent are withdrawn. */
export async function makeCases(api: string, count: number): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) {
    const organization = await signUp(api);
    const steps = Array.from({ length: Math.min(atOnce, count - made.length) }, (_, index) => made.length + index);
    made.push(...(await Promise.all(steps.map((taken) => makeCase(api, organization, taken % longestWay)))));
  }
  return made;
}

async function makeCase(api: string, organization: Organization, steps: number): Promise<Made> {
  const { body } = await ask(api, organization, 'POST', '/v1/cases', buildFacts());
  const made = { id: body.id as string, organization };
  for (let step = 0; step < steps; step += 1) await act(api, made, step === 0 ? 'submit' : 'advance');
  if (steps === 2) await act(api, made, 'withdraw');
  return made;
}

export async function see(api: string, { id, organization }: Made): Promise<Seen> {
  const found = await admitted(() => sendAs(api, organization.test, 'GET', `/v1/cases/${id}`));
  if (found.status !== 200) return { refused: found.body.error.code as string };
  const events = (await ask(api, organization, 'GET', `/v1/cases/${id}/events`)).body.items as unknown;
  const documents = (found.body.documents as { contentHash: string }[]).map(({ contentHash }) => contentHash);
  return { state: found.body.state as State, events, documents };
}

/** Has a workflow that has not ended. */
export function isOpen(seen: Seen): boolean {
  return 'state' in seen && seen.state !== 'draft' && !isFinished(seen.state);
}

export async function act(api: string, { id, organization }: Made, action: string): Promise<void> {
  await ask(api, organization, 'POST', `/v1/cases/${id}/${action}`);
}

/** The same request, whenever it is sent again. Throws unless it succeeds. */
async function ask(api: string, { test }: Organization, method: string, path: string, body?: object) {
  const headers = { 'idempotency-key': randomUUID() };
  const response = await admitted(() =>
    sendAs(api, test, method, path, { ...(method === 'POST' && { headers }), ...(body && { body }) }),
  );
  if (response.status < 300) return response;
  throw new Error(`${response.status} ${response.bytes.toString()}`);
}

/** Waits as rate limits and a busy service say. */
async function admitted(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send();
    const wait = response.headers.get('retry-after');
    if (wait === null) return response;
    await setTimeout(Number(wait) * 1000);
  }
}
