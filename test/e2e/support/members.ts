import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createInvitationLink } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import { expect } from 'vitest';
import type { Customer, startService } from './service.ts';

type Service = Awaited<ReturnType<typeof startService>>;
type Role = 'owner' | 'member';

/** A person who accepted an invitation. */
export interface Joined {
  id: string;
  email: string;
  password: string;
  session: Customer;
}

export const newAddress = () => `member-${crypto.randomUUID()}@example.com`;

/** Sends an invitation that the service has to accept, and returns the id of the future member. */
export async function invite(owner: Customer, role: Role, email = newAddress()): Promise<string> {
  const { status, body } = await owner.send('POST', '/v1/organization/members', { body: { email, role } });
  expect([status, body.email]).toEqual([201, email]);
  return body.id as string;
}

/** Creates an invitation link the way the outbox worker does, without an email, and returns its token. */
export async function invitationToken(store: Store, invitationId: string): Promise<string> {
  const { secret, hash } = mintCredential(credentialPrefixes.invitation);
  expect(await createInvitationLink(store, invitationId, hash)).not.toBeNull();
  return secret;
}

/** Invites a new person as the owner, and accepts the invitation as that person. */
export async function join(
  { stack, send, actingAs }: Pick<Service, 'stack' | 'send' | 'actingAs'>,
  owner: Customer,
  role: Role,
): Promise<Joined> {
  const [email, password] = [newAddress(), 'a horse of their own'];
  const token = await invitationToken(stack.store, await invite(owner, role, email));
  const { status, body } = await send('POST', '/v1/auth/invitations/accept', {
    body: { token, name: 'Sam', password },
  });
  expect(status).toBe(200);
  return { id: body.user.id as string, email, password, session: actingAs(body.token) };
}
