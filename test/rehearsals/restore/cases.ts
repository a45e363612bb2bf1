import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isFinished } from '@evict/case-model';
import { buildFacts } from '../../e2e/support/facts.ts';
import { type ApiResponse, send } from '../../e2e/support/api.ts';
import { newOrganization, type Organization } from '../../chaos/driver/world.ts';

/** What a customer sees of a case. */
export interface Seen {
  id: string;
  state: string;
  /** Its events, as text. */
  events: string;
  documents: readonly string[];
}

interface Api {
  api: string;
}

/** From the draft to the end. */
const longestWay = 13;
const atOnce = 6;

/** Test cases in every state of their way; those whose notice was sent are withdrawn. Resolves to their ids. */
export async function makeCases(world: Api, organization: Organization, count: number): Promise<string[]> {
  const ids: string[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  const work = async () => {
    for (const index of numbers) {
      const { id } = (await post(world, organization, '/v1/cases', buildFacts())).body;
      for (let step = 0; step < index % longestWay; step += 1) {
        await act(world, organization, id, step === 0 ? 'submit' : 'advance');
      }
      if (index % longestWay === 2) await act(world, organization, id, 'withdraw');
      ids.push(id as string);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ids;
}

export async function see(world: Api, { test }: Organization, id: string): Promise<Seen | { refused: string }> {
  const found = await admitted(() => send(world.api, 'GET', `/v1/cases/${id}`, test));
  if (found.status !== 200) return { refused: found.body.error.code as string };
  const { body } = await expectOk(() => send(world.api, 'GET', `/v1/cases/${id}/events`, test));
  const documents = (found.body.documents as { contentHash: string }[]).map(({ contentHash }) => contentHash);
  return { id, state: found.body.state as string, events: JSON.stringify(body.items), documents };
}

export const isOpen = (seen: Seen | { refused: string }): seen is Seen =>
  'state' in seen && seen.state !== 'draft' && !isFinished(seen.state as Parameters<typeof isFinished>[0]);

export async function act(world: Api, organization: Organization, id: string, action: string): Promise<void> {
  await post(world, organization, `/v1/cases/${id}/${action}`);
}

export const customer = (world: Api): Promise<Organization> => newOrganization(world, { urls: [] });

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
