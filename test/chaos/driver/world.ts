import { randomUUID } from 'node:crypto';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createAttorney, createAttorneyToken } from '@evict/store/attorneys';
import { type ApiResponse, buildSignup, nextAddress, send } from '../../e2e/support/api.ts';
import { liveModel } from '../../e2e/support/live-model.ts';
import type { Receivers } from '../receivers.ts';
import type { ChaosStack } from '../stack.ts';
import type { Tally } from '../tally.ts';

/** The sender of requests. */
export interface Sender {
  credential: string;
  headers: Readonly<Record<string, string>>;
}

export interface Organization {
  id: string;
  test: Sender;
  live: Sender;
}

export interface Attorney extends Sender {
  id: string;
}

/** The stack as players and invariants see it. */
export type PlayedStack = Pick<ChaosStack, 'api' | 'store' | 'client' | 'cases'>;

/** The shared state of the players of a run. */
export interface World<Stack extends PlayedStack = PlayedStack> {
  stack: Stack;
  receivers: Receivers;
  tally: Tally;
  organizations: readonly Organization[];
  attorneys: readonly [Attorney, Attorney];
  model: ReturnType<typeof liveModel>;
}

/** Organizations whose events are sent to every receiver in both modes, and two attorneys for the live cases. */
export async function createWorld<Stack extends PlayedStack>(
  { stack, receivers, tally }: Pick<World<Stack>, 'stack' | 'receivers' | 'tally'>,
  organizations: number,
): Promise<World<Stack>> {
  const attorneys = [await newAttorney(stack), await newAttorney(stack)] as const;
  const all: Organization[] = [];
  while (all.length < organizations) all.push(await newOrganization(stack, receivers));
  return { stack, receivers, tally, organizations: all, attorneys, model: liveModel(stack.store, attorneys) };
}

export async function newOrganization(
  { api }: Pick<PlayedStack, 'api'>,
  { urls }: Pick<Receivers, 'urls'>,
): Promise<Organization> {
  const headers = { 'x-forwarded-for': nextAddress() };
  const account = expected(201, await send(api, 'POST', '/v1/auth/signup', { body: buildSignup(), headers }));
  const session = { credential: account.token as string, headers };
  const key = expected(201, await send(api, 'POST', '/v1/api-keys', session));
  const test = { credential: key.secret as string, headers: {} };
  const live = { ...session, headers: { 'x-service-mode': 'live' } };
  for (const url of urls) {
    for (const sender of [test, live]) {
      expected(201, await send(api, 'POST', '/v1/webhook-endpoints', { ...sender, body: { url } }));
    }
  }
  return { id: account.organization.id as string, test, live };
}

/** An attorney with these licenses, as operators create one, with a token. */
export async function newAttorney({ store }: Pick<PlayedStack, 'store'>, states = ['MD']): Promise<Attorney> {
  const email = `attorney-${randomUUID()}@example.com`;
  const person = { name: 'Alex Counsel', email, barNumber: '1234567890', states, verified: true };
  const id = await createAttorney(store, person);
  if (id === null) throw new Error('the address is taken');
  const { secret, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
  await createAttorneyToken(store, id, { hash, lastFour });
  return { id, credential: secret, headers: {} };
}

// oxlint-disable-next-line typescript/no-explicit-any
function expected(status: number, response: ApiResponse): any {
  if (response.status === status) return response.body;
  throw new Error(`the run cannot begin: ${response.status} ${response.bytes.toString()}`);
}
