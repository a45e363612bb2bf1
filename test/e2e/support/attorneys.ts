import { randomUUID } from 'node:crypto';
import { createClient, type Input } from '@evict/client';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createAttorney, createAttorneyToken } from '@evict/store/attorneys';
import { nextAddress, type Sent, withHeaders } from './api.ts';
import type { startService } from './service.ts';

type Service = Awaited<ReturnType<typeof startService>>;
export type Attorney = Awaited<ReturnType<typeof newAttorney>>;

/** An attorney as operators create one, acting with a token. Every method but `send` expects success. */
export async function newAttorney(
  service: Pick<Service, 'stack' | 'send'>,
  { licenses = ['MD'], verified = true }: { licenses?: string[]; verified?: boolean } = {},
) {
  const { store, baseUrl } = service.stack;
  const email = `attorney-${randomUUID()}@example.com`;
  const person = { name: 'Alex Counsel', email, barNumber: '1234567890', states: licenses, verified };
  const id = await createAttorney(store, person);
  if (id === null) throw new Error('the address is taken');
  const { secret, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
  const tokenId = await createAttorneyToken(store, id, { hash, lastFour });
  if (tokenId === null) throw new Error('there is no such attorney');
  const api = createClient({
    baseUrl,
    credential: secret,
    maxRetries: 0,
    fetch: (request) => withHeaders({ 'x-forwarded-for': nextAddress() })(request),
  });
  return {
    id,
    email,
    licenses,
    tokenId,
    credential: secret,
    send: (method: string, path: string, sent: Sent = {}) =>
      service.send(method, path, { credential: secret, ...sent }),
    queue: async () => (await api.getAttorneyQueue()).items,
    read: (caseId: string) => api.getAttorneyCase({ id: caseId }),
    download: (caseId: string, docId: string) => api.downloadAttorneyDocument({ id: caseId, docId }),
    review: (caseId: string, body: Input<'reviewCase'>['body']) => api.reviewCase({ id: caseId, body }),
    report: (caseId: string, body: Input<'reportOutcome'>['body']) => api.reportOutcome({ id: caseId, body }),
  };
}
