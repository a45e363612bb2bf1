import { type Client, createClient } from '@evict/client';
import type { TestStore } from '@evict/store/testing';
import { type ApiResponse, buildSignup, nextAddress, send, withHeaders } from '../../e2e/support/api.ts';
import { addAttorney } from '../../e2e/support/attorneys.ts';

/** The sender of requests. */
export interface Sender {
  credential: string;
  headers: Readonly<Record<string, string>>;
}

/** An organization in both modes. */
export interface Organization {
  id: string;
  email: string;
  password: string;
  /** Of its owner, for X-Forwarded-For: limits count by address too. */
  address: string;
  test: Sender;
  live: Sender;
  /** The typed client in test mode, which sends nothing again. */
  client: Client;
}

export interface Attorney extends Sender {
  id: string;
}

/** Signs up an organization; its events in both modes are sent to these addresses. */
export async function signUp(
  api: string,
  { urls = [], address = nextAddress() }: { urls?: readonly string[]; address?: string } = {},
): Promise<Organization> {
  const headers = { 'x-forwarded-for': address };
  const body = buildSignup();
  const account = await expecting(201, send(api, 'POST', '/v1/auth/signup', { body, headers }));
  const session = { credential: account.token as string, headers };
  const { secret } = await expecting(201, send(api, 'POST', '/v1/api-keys', session));
  const test = { credential: secret as string, headers };
  const live = { ...session, headers: { ...headers, 'x-service-mode': 'live' } };
  for (const url of urls) {
    for (const sender of [test, live])
      await expecting(201, send(api, 'POST', '/v1/webhook-endpoints', { ...sender, body: { url } }));
  }
  const { email, password } = body;
  return { id: account.organization.id, email, password, address, test, live, client: clientOf(api, test) };
}

/** The typed client of that sender, which sends nothing again. */
export function clientOf(api: string, { credential, headers }: Sender): Client {
  return createClient({ baseUrl: api, credential, maxRetries: 0, fetch: withHeaders(headers) });
}

/** Signs up that many, a few at a time: each takes a password hash. */
export async function signUpMany(api: string, count: number, urls: readonly string[] = []): Promise<Organization[]> {
  const organizations: Organization[] = [];
  while (organizations.length < count) {
    const some = Math.min(4, count - organizations.length);
    organizations.push(...(await Promise.all(Array.from({ length: some }, () => signUp(api, { urls })))));
  }
  return organizations;
}

/** An attorney with these licenses, as operators create one, with a token. */
export async function newAttorney(store: TestStore, states = ['MD']): Promise<Attorney> {
  const { id, credential } = await addAttorney(store, { states });
  return { id, credential, headers: {} };
}

/** The body of a response. Throws for another status. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function expecting(status: number, sent: Promise<ApiResponse>): Promise<any> {
  const response = await sent;
  if (response.status === status) return response.body;
  throw new Error(`${response.status}, not ${status}: ${response.bytes.toString().slice(0, 300)}`);
}
