import { randomUUID } from 'node:crypto';
import { type Case, type Client, createClient } from '@evict/client';
import { holdoverFiling } from '../../e2e/support/grounds.ts';
import { uploadEvidence } from '../support/live-life.ts';

/** A customer of the system with a test key. If live mode is on, they can also get a live key. */
export interface Customer {
  email: string;
  password: string;
  testKey: string;
  test: Client;
  live: () => Promise<Client>;
}

export async function signUp(baseUrl: string): Promise<Customer> {
  const email = `robin-${randomUUID()}@example.com`;
  const password = `password of ${email}`;
  const { token } = await createClient({ baseUrl }).signup({
    body: { name: 'Robin Example', organizationName: 'Sandbox Holdings LLC', email, password },
  });
  const newKey = async (serviceMode: 'test' | 'live') =>
    (await createClient({ baseUrl, credential: token, serviceMode }).createApiKey()).secret;
  const withKey = (credential: string) => createClient({ baseUrl, credential });
  const testKey = await newKey('test');
  return { email, password, testKey, test: withKey(testKey), live: async () => withKey(await newKey('live')) };
}

/** Opens a sandbox case and advances it this many times. It begins with the filing, so no notice period has to pass. */
export async function openCase(customer: Client, advances = 1): Promise<string> {
  const { id } = await customer.createCase({ body: holdoverFiling() });
  await uploadEvidence(customer, id);
  await customer.submitCase({ id });
  for (let done = 0; done < advances; done += 1) await customer.advanceCase({ id });
  return id;
}

/** Advances a sandbox case until it is closed. */
export async function toTheEnd(customer: Client, id: string): Promise<Case> {
  for (let left = 20; left > 0; left -= 1) {
    const found = await customer.getCase({ id });
    if (found.state === 'closed') return found;
    await customer.advanceCase({ id });
  }
  throw new Error(`${id} was not closed after 20 advances`);
}
