import { expect, test } from 'vitest';
import { join } from '../support/members.ts';
import { type Customer, sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const mailbox = service.stack.delivery?.mailbox ?? expect.unreachable();

const each = { needsYou: 'each', court: 'each', progress: 'each', messages: 'each' };
const choose = (person: Customer, mail: object) => person.send('PATCH', '/v1/me', { body: { mail } });
const setZone = (person: Customer, timeZone: unknown) =>
  person.send('PATCH', '/v1/organization', { body: { timeZone } });

test("each user can choose how each group of emails is sent, but can't turn off emails about the court or about what needs their attention", async () => {
  const account = await service.signUp();
  const colleague = await join(service, account.session, 'member');
  expect((await account.session.send('GET', '/v1/me')).body.mail).toEqual(each);
  expect((await choose(account.session, { messages: 'off' })).body.mail).toEqual({ ...each, messages: 'off' });
  const { body } = await choose(account.session, { court: 'daily' });
  expect(body.mail).toEqual({ ...each, court: 'daily', messages: 'off' });
  for (const group of ['needsYou', 'court']) {
    const refused = await choose(account.session, { [group]: 'off' });
    expect([refused.status, refused.body.error.details.issues[0].path]).toEqual([400, `mail.${group}`]);
  }
  for (const wrong of [{ news: 'off' }, { progress: 'weekly' }, { progress: null }])
    expect((await choose(account.session, wrong)).status).toBe(400);
  // If the password is wrong, the rest of the request has no effect either.
  const { status } = await account.session.send('PATCH', '/v1/me', {
    body: { mail: { progress: 'off' }, currentPassword: 'not this one' },
  });
  expect(status).toBe(401);
  expect((await account.session.send('GET', '/v1/me')).body.mail).toEqual({ ...each, court: 'daily', messages: 'off' });
  expect((await colleague.session.send('GET', '/v1/me')).body.mail).toEqual(each);
});

test("only an owner's session can set and remove the organization's time zone, which must be an IANA name", async () => {
  const account = await service.signUp();
  const { name } = (await account.session.send('GET', '/v1/organization')).body;
  expect((await setZone(account.session, 'America/Chicago')).body).toMatchObject({ name, timeZone: 'America/Chicago' });
  expect((await account.session.send('GET', '/v1/me')).body.timeZone).toBe('America/Chicago');
  for (const wrong of ['Chicago', '+05:00', 'America/Chicago; DROP', '../etc/passwd', '', 'A'.repeat(65), 5])
    expect((await setZone(account.session, wrong)).status, String(wrong)).toBe(400);
  const empty = await account.session.send('PATCH', '/v1/organization', { body: {} });
  expect([empty.status, empty.body.error.details.issues[0].path]).toEqual([400, 'name']);
  const renamed = await account.session.send('PATCH', '/v1/organization', { body: { name: 'New Holdings' } });
  expect(renamed.body).toMatchObject({ name: 'New Holdings', timeZone: 'America/Chicago' });
  const colleague = await join(service, account.session, 'member');
  expect((await setZone(colleague.session, 'UTC')).status).toBe(403);
  expect((await setZone(account, 'UTC')).status).toBe(403);
  expect((await setZone(account.session, null)).body).not.toHaveProperty('timeZone');
});

test("emails about an account show times in its organization's time zone", async () => {
  const account = await service.signUp();
  const { email } = (await account.session.send('GET', '/v1/me')).body.user;
  await setZone(account.session, 'America/Chicago');
  await join(service, account.session, 'member');
  const [mail] = await mailbox.waitForMails(email, 1, /A new member/);
  expect(mail?.text).toMatch(/Time: [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d:\d\d [AP]M C[SD]T/);
});
