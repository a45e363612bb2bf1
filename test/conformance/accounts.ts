import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from '@evict/client';
import { nextAddress, withHeaders } from '../e2e/support/api.ts';
import { joinByMail } from './join-by-mail.ts';

/** What the run has at hand; requests of the owner have `session`, and all others of a customer `key`. */
export interface Accounts {
  session: string;
  /** Of a member of the same organization, and who that is. */
  memberSession: string;
  memberId: string;
  key: string;
  /** Of the same organization, in live mode. */
  liveKey: string;
  attorney: string;
  /** Sessions of the owner that a sign-out may end. */
  throwawaySessions: string[];
}

/** Of the name and password that the description has for its examples, so that its sign-in is a real one. */
const owner = { email: 'robin@example.com', password: 'correct horse battery staple' };

/** More than there are requests to sign out that have a session. */
const signOuts = 60;

export async function prepareAccounts(
  { baseUrl, mailbox }: { baseUrl: string; mailbox: string },
  env: NodeJS.ProcessEnv,
): Promise<Accounts> {
  const signup = { ...owner, name: 'Robin Example', organizationName: 'Sandbox Holdings LLC' };
  const { token: session } = await createClient({ baseUrl }).signup({ body: signup });
  const { secret: key } = await createClient({ baseUrl, credential: session }).createApiKey();
  const live = createClient({ baseUrl, credential: session, serviceMode: 'live' });
  const { secret: liveKey } = await live.createApiKey();
  const member = await joinByMail({ baseUrl, mailbox }, session, 'member');
  const throwawaySessions: string[] = [];
  while (throwawaySessions.length < signOuts) {
    // Sign-ins are limited by address.
    const fetch = withHeaders({ 'x-forwarded-for': nextAddress() });
    throwawaySessions.push((await createClient({ baseUrl, fetch }).login({ body: owner })).token);
  }
  return {
    session,
    memberSession: member.session,
    memberId: member.id,
    key,
    liveKey,
    attorney: await newAttorney(env),
    throwawaySessions,
  };
}

/** As operators make one; resolves to the token. */
async function newAttorney(env: NodeJS.ProcessEnv): Promise<string> {
  const person = ['--name', 'Alex Example', '--email', 'alex@example.com', '--bar', '1234567890', '--states', 'MD'];
  const args = ['run', '-s', 'ops', '--', 'attorney', 'add', ...person, '--verified', '--json'];
  const { stdout } = await promisify(execFile)('npm', args, { env });
  return (JSON.parse(stdout) as { token: string }).token;
}
