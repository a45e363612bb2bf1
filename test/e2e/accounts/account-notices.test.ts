import { limits, maxActiveApiKeys } from '@evict/contract';
import { expect, test } from 'vitest';
import { join } from '../support/members.ts';
import { sharedService } from '../support/service.ts';

// Runs without a worker that sends the mail, because a mail's content is deleted once it is sent.
const service = await sharedService();
const { stack, send, signUp } = service;

async function ownerOf({ organizationId }: { organizationId: string }): Promise<string> {
  return (await stack.store.prisma.user.findFirstOrThrow({ where: { organizationId, role: 'owner' } })).email;
}

/** How often somebody was notified of such a change. */
function countOf(recipient: string, change: string): Promise<number> {
  const payload = { path: ['change'], equals: change };
  return stack.store.prisma.mail.count({ where: { recipient, kind: 'account_notice', payload } });
}

test("a sign-in from a device and network that are new to the account is mailed to its user, and other sign-ins aren't", async () => {
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

test('owners are notified of a new key and a new member, but nobody is notified of themselves', async () => {
  const customer = await signUp();
  const email = await ownerOf(customer);
  const member = await join(service, customer.session, 'owner');
  expect([await countOf(email, 'key_created'), await countOf(email, 'member_joined')]).toEqual([1, 1]);
  expect(await countOf(member.email, 'member_joined')).toBe(0);
});

test("creating keys over and over doesn't flood the owner's mailbox", async () => {
  const customer = await signUp();
  const atOnce = Array.from({ length: maxActiveApiKeys - 1 });
  for (let made = 0; made <= limits.keyMail.count; made += atOnce.length) {
    const keys = await Promise.all(atOnce.map(() => customer.session.send('POST', '/v1/api-keys')));
    await Promise.all(keys.map(({ body }) => customer.session.send('DELETE', `/v1/api-keys/${body.id}`)));
  }
  expect(await countOf(await ownerOf(customer), 'key_created')).toBe(limits.keyMail.count);
});
