import { randomUUID } from 'node:crypto';
import { createClient, type Input } from '@evict/client';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createPasswordReset } from '@evict/store/accounts';
import { createAttorney, createAttorneyToken } from '@evict/store/attorneys';
import type { TestStore } from '@evict/store/testing';
import { nextAddress, type Sent, withHeaders } from './api.ts';
import type { startService } from './service.ts';

type Service = Awaited<ReturnType<typeof startService>>;
export type Attorney = Awaited<ReturnType<typeof newAttorney>>;

/** Creates an attorney the way operators do, with a token. */
export async function addAttorney(
  store: TestStore,
  { email = `attorney-${randomUUID()}@example.com`, states = ['MD'], verified = true } = {},
) {
  const id = await createAttorney(store, { name: 'Alex Counsel', email, barNumber: '1234567890', states, verified });
  if (id === null) throw new Error('the address is taken');
  const { secret: credential, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
  const tokenId = (await createAttorneyToken(store, id, { hash, lastFour })) ?? '';
  return { id, email, licenses: states, tokenId, credential };
}

export const attorneyPassword = 'a password of the attorney';

/** Sets an attorney's password with a link like the one in their invitation, signs them in, and returns the token. */
export async function signInAttorney(
  { stack: { store }, send }: { stack: Pick<Service['stack'], 'store'>; send: Service['send'] },
  { id, email }: { id: string; email: string },
  password = attorneyPassword,
): Promise<string> {
  const { secret: token, hash } = mintCredential(credentialPrefixes.passwordReset);
  await createPasswordReset(store, id, hash);
  await send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } });
  const { body } = await send('POST', '/v1/auth/attorney/login', { body: { email, password } });
  return body.token;
}

/** Creates an attorney who acts with their token. Every method except `send` expects success. */
export async function newAttorney(
  service: Pick<Service, 'stack' | 'send'>,
  { licenses: states = ['MD'], verified = true }: { licenses?: string[]; verified?: boolean } = {},
) {
  const { store, baseUrl } = service.stack;
  const person = await addAttorney(store, { states, verified });
  const { credential } = person;
  const api = createClient({
    baseUrl,
    credential,
    maxRetries: 0,
    fetch: (request) => withHeaders({ 'x-forwarded-for': nextAddress() })(request),
  });
  return {
    ...person,
    send: (method: string, path: string, sent: Sent = {}) => service.send(method, path, { credential, ...sent }),
    signIn: () => signInAttorney(service, person),
    queue: async () => (await api.getAttorneyQueue()).items,
    read: (caseId: string) => api.getAttorneyCase({ id: caseId }),
    download: (caseId: string, docId: string) => api.downloadAttorneyDocument({ id: caseId, docId }),
    review: (caseId: string, body: Input<'reviewCase'>['body']) => api.reviewCase({ id: caseId, body }),
    report: (caseId: string, body: Input<'reportOutcome'>['body']) => api.reportOutcome({ id: caseId, body }),
  };
}
