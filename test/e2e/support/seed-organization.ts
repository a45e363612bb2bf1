import { randomUUID } from 'node:crypto';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createAccount, createApiKey } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';

/** Creates an organization directly in the store. `newKey` creates an API key for it. */
export async function seedOrganization(store: Store) {
  const session = mintCredential(credentialPrefixes.session);
  const person = { name: 'Robin', organizationName: 'Holdings', email: `${randomUUID()}@example.com` };
  const account = await createAccount(store, { ...person, passwordHash: '-', sessionHash: session.hash });
  const organizationId = account?.organization.id ?? '';
  const newKey = async (mode: 'test' | 'live') => {
    const { secret, hash, lastFour } = mintCredential(credentialPrefixes[`${mode}Key`]);
    await createApiKey(store, { organizationId, mode }, { hash, lastFour, maxActive: 10 });
    return secret;
  };
  return { newKey };
}
