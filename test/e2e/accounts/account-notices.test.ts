import { limits, maxActiveApiKeys } from '@evict/contract';
import { expect, test } from 'vitest';
import { join } from '../support/members.ts';
import { sharedService } from '../support/service.ts';

// No worker sends mail here, because the content of an email is deleted once it is sent.
const service = await sharedService();
const { stack, send, signUp } = service;

async function ownerOf({ organizationId }: { organizationId: string }): Promise<string> {
  return (await stack.store.prisma.user.findFirstOrThrow({ where: { organizationId, role: 'owner' } })).email;
}

/** Counts the emails to the recipient about this kind of change. */
function countOf(recipient: string, change: string): Promise<number> {
  const payload = { path: ['change'], equals: change };
  return stack.store.prisma.mail.count({ where: { recipient, kind: 'account_notice', payload } });
}

test('a user is emailed about a sign-in from a new combination of device and network, and not about other sign-ins', async () => {
  const email = await ownerOf(await signUp());
  const signIn = async (device: string, address: string) => {
    const headers = { 'user-agent': device, 'x-forwarded-for': address };
    const body = { email, password: 'correct horse battery' };
    expect((await send('POST', '/v1/auth/login', { body, headers })).status).toBe(200);
    return countOf(email, 'new_device');
  };
  const [home, away] = ['192.0.2.1', '198.51.100.1'];
  expect([await signIn('Firefox/1', home), await signIn('Firefox/2', home)]).toEqual([1, 1]);
  expect([await signIn('curl/8', home), await signIn('curl/8', away), await signIn('curl/9', away)]).toEqual([2, 3, 3]);
});

test("owners are emailed about a new key and a new member, but a new owner isn't emailed about joining", async () => {
  const customer = await signUp();
  const email = await ownerOf(customer);
  const member = await join(service, customer.session, 'owner');
  expect([await countOf(email, 'key_created'), await countOf(email, 'member_joined')]).toEqual([1, 1]);
  expect(await countOf(member.email, 'member_joined')).toBe(0);
});

test('an owner gets only a limited number of emails about new keys, however many are created', async () => {
  const customer = await signUp();
  const atOnce = Array.from({ length: maxActiveApiKeys - 1 });
  for (let made = 0; made <= limits.keyMail.count; made += atOnce.length) {
    const keys = await Promise.all(atOnce.map(() => customer.session.send('POST', '/v1/api-keys')));
    await Promise.all(keys.map(({ body }) => customer.session.send('DELETE', `/v1/api-keys/${body.id}`)));
  }
  expect(await countOf(await ownerOf(customer), 'key_created')).toBe(limits.keyMail.count);
});
