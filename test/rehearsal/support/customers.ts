import { type Client, createClient } from '@evict/client';
import type { TestStore } from '@evict/store/testing';
import { type ApiResponse, buildSignup, nextAddress, send, withHeaders } from '../../e2e/support/api.ts';
import { addAttorney } from '../../e2e/support/attorneys.ts';

/** The sender of requests. */
export interface Sender {
  credential: string;
  headers: Readonly<Record<string, string>>;
}

/** An organization with credentials for both modes. */
export interface Organization {
  id: string;
  email: string;
  password: string;
  /** The owner's address for X-Forwarded-For, because some limits count by address. */
  address: string;
  test: Sender;
  live: Sender;
  /** The typed client in test mode, without retries. */
  client: Client;
}

export interface Attorney extends Sender {
  id: string;
}

/** Signs up an organization. Its events in both modes are sent to these URLs. */
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

/** Returns the typed client of a sender, without retries. */
export function clientOf(api: string, { credential, headers }: Sender): Client {
  return createClient({ baseUrl: api, credential, maxRetries: 0, fetch: withHeaders(headers) });
}

/** Signs up this many organizations, a few at a time, because each needs a password hash. */
export async function signUpMany(api: string, count: number, urls: readonly string[] = []): Promise<Organization[]> {
  const organizations: Organization[] = [];
  while (organizations.length < count) {
    const some = Math.min(4, count - organizations.length);
    organizations.push(...(await Promise.all(Array.from({ length: some }, () => signUp(api, { urls })))));
  }
  return organizations;
}

/** Creates an attorney with these licenses and a token, as operators do. */
export async function newAttorney(store: TestStore, states = ['MD']): Promise<Attorney> {
  const { id, credential } = await addAttorney(store, { states });
  return { id, credential, headers: {} };
}

/** Returns the body of a response. Throws if the response has another status. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function expecting(status: number, sent: Promise<ApiResponse>): Promise<any> {
  const response = await sent;
  if (response.status === status) return response.body;
  throw new Error(`${response.status}, not ${status}: ${response.bytes.toString().slice(0, 300)}`);
}
