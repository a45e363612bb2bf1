import { createHash, randomUUID } from 'node:crypto';
import { type Case, type Client, createClient } from '@evict/client';
import { filingEvidence, holdoverFiling } from '../../e2e/support/grounds.ts';

/** A customer of the system, with a test key, and a live one where live mode is on. */
export interface Customer {
  email: string;
  password: string;
  test: Client;
  live: () => Promise<Client>;
}

export async function signUp(baseUrl: string): Promise<Customer> {
  const email = `robin-${randomUUID()}@example.com`;
  const password = `password of ${email}`;
  const { token } = await createClient({ baseUrl }).signup({
    body: { name: 'Robin Example', organizationName: 'Sandbox Holdings LLC', email, password },
  });
  const withKey = async (serviceMode: 'test' | 'live') => {
    const { secret } = await createClient({ baseUrl, credential: token, serviceMode }).createApiKey();
    return createClient({ baseUrl, credential: secret });
  };
  return { email, password, test: await withKey('test'), live: () => withKey('live') };
}

/** An open sandbox case, somewhere on its way. It begins with the filing, so that no days have to pass. */
export async function openCase(customer: Client, advances = 1): Promise<string> {
  const { id } = await customer.createCase({ body: holdoverFiling() });
  for (const { bytes, filename = '', purpose = 'other' } of filingEvidence) {
    const contentBase64 = Buffer.from(bytes).toString('base64');
    await customer.uploadDocument({ id, body: { filename, purpose, contentBase64 } });
  }
  await customer.submitCase({ id });
  for (let done = 0; done < advances; done += 1) await customer.advanceCase({ id });
  return id;
}

/** Takes a sandbox case to its end. */
export async function toTheEnd(customer: Client, id: string): Promise<Case> {
  for (let left = 20; left > 0; left -= 1) {
    const found = await customer.getCase({ id });
    if (found.state === 'closed') return found;
    await customer.advanceCase({ id });
  }
  throw new Error(`${id} does not come to its end`);
}

/** How many documents of a case have the bytes that were recorded, of how many. */
export async function documentsOf(customer: Client, id: string): Promise<{ same: number; all: number }> {
  const { documents } = await customer.getCase({ id });
  let same = 0;
  for (const { id: docId, contentHash } of documents) {
    const bytes = await customer.downloadDocument({ id, docId });
    if (createHash('sha256').update(bytes).digest('hex') === contentHash) same += 1;
  }
  return { same, all: documents.length };
}
