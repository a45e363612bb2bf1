import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isFinished } from '@evict/case-model';
import { newOrganization, type Organization } from '../../chaos/driver/world.ts';
import { type ApiResponse, send } from '../../e2e/support/api.ts';
import { buildFacts } from '../../e2e/support/facts.ts';

export interface Made {
  id: string;
  organization: Organization;
}

/** What a customer sees of a case: its state, events and documents, or why it is refused. */
export type Seen = { state: string; events: unknown; documents: readonly string[] } | { refused: string };

interface Api {
  api: string;
}

/** From the draft to the end. */
const longestWay = 13;
const atOnce = 6;

/**
 * Test cases in every state of their way; those whose notice was sent are withdrawn. Each organization has one of every
 * state: its advances of a minute are limited.
 */
export async function makeCases(world: Api, count: number): Promise<Made[]> {
  const made: Made[] = [];
  let organization: Organization | undefined;
  while (made.length < count) {
    organization = await newOrganization(world, { urls: [] });
    const steps = Array.from({ length: Math.min(longestWay, count - made.length) }, (_, index) => index).values();
    const owner = organization;
    const work = async () => {
      for (const taken of steps) made.push(await makeCase(world, owner, taken));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return made;
}

async function makeCase(world: Api, organization: Organization, steps: number): Promise<Made> {
  const { body } = await post(world, organization, '/v1/cases', buildFacts());
  const made = { id: body.id as string, organization };
  for (let step = 0; step < steps; step += 1) await act(world, made, step === 0 ? 'submit' : 'advance');
  if (steps === 2) await act(world, made, 'withdraw');
  return made;
}

export async function see({ api }: Api, { id, organization }: Made): Promise<Seen> {
  const { test } = organization;
  const found = await admitted(() => send(api, 'GET', `/v1/cases/${id}`, test));
  if (found.status !== 200) return { refused: found.body.error.code as string };
  const { body } = await expectOk(() => send(api, 'GET', `/v1/cases/${id}/events`, test));
  const documents = (found.body.documents as { contentHash: string }[]).map(({ contentHash }) => contentHash);
  return { state: found.body.state as string, events: body.items as unknown, documents };
}

/** Has a workflow that has not ended. */
export function isOpen(seen: Seen): boolean {
  return 'state' in seen && seen.state !== 'draft' && !isFinished(seen.state as Parameters<typeof isFinished>[0]);
}

export async function act(world: Api, { id, organization }: Made, action: string): Promise<void> {
  await post(world, organization, `/v1/cases/${id}/${action}`);
}

/** The same request, whenever it is sent again. */
function post({ api }: Api, { test }: Organization, path: string, body?: object): Promise<ApiResponse> {
  const headers = { ...test.headers, 'idempotency-key': randomUUID() };
  return expectOk(() => send(api, 'POST', path, { ...test, headers, ...(body && { body }) }));
}

async function expectOk(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const response = await admitted(ask);
  if (response.status < 300) return response;
  throw new Error(`${response.status} ${response.bytes.toString()}`);
}

/** Waits as rate limits and a busy service say. */
async function admitted(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await ask();
    const wait = response.headers.get('retry-after');
    if (wait === null) return response;
    await setTimeout(Number(wait) * 1000);
  }
}
