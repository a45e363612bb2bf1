import type { Environment } from '@evict/config';
import { usPack } from '@evict/jurisdictions';
import { runOps } from '@evict/ops/cli';
import { CannotStart } from '../cannot-start.ts';
import { environmentOfLastRun } from '../last-run.ts';

/** The demo attorney's token, and a state in which no other attorney is licensed. */
export interface DemoAttorney {
  token: string;
  state: string;
}

export const demoAttorneyEmail = 'demo-attorney@evictions.test';
const person = ['--name', 'Avery Counsel', '--email', demoAttorneyEmail, '--bar', '1234567890'];

/**
 * Creates the attorney with the operators' command line, or issues another token if an earlier demo created them. Their
 * state is one in which no other attorney is licensed, so the case can't go to anyone else. Throws CannotStart if there
 * is no such state or a command fails.
 */
export async function makeAttorney(env: Environment, print: (line: string) => void): Promise<DemoAttorney> {
  const { items } = await ops(env, ['attorney', 'list']);
  const attorneys = items as { id: string; email: string; licensedStates: string[] }[];
  const known = attorneys.find((one) => one.email === demoAttorneyEmail);
  const taken = new Set(attorneys.filter((one) => one !== known).flatMap(({ licensedStates }) => licensedStates));
  const state = (known?.licensedStates ?? usPack.states.map(({ code }) => code)).find((code) => !taken.has(code));
  if (state === undefined)
    throw new CannotStart('The live case needs a state in which no other attorney is licensed. There is none left.');
  const args = known
    ? ['attorney', 'token', known.id, '--expires', '1']
    : ['attorney', 'add', ...person, '--states', state, '--verified'];
  print(`The operator: npm run -s ops -- ${args.map((one) => (one.includes(' ') ? `"${one}"` : one)).join(' ')}`);
  const made = await ops(env, args);
  // Emails the attorney a link for setting a password for the website.
  await ops(env, ['attorney', 'invite', made.id as string]);
  return { token: made.token as string, state };
}

async function ops(env: Environment, args: readonly string[]): Promise<Record<string, unknown>> {
  let [printed, complained] = ['', ''];
  const code = await runOps([...args, '--operator', 'demo', '--json'], {
    environment: () => environmentOfLastRun(env, 'ops'),
    out: (text) => (printed += text),
    err: (text) => (complained += text),
  });
  if (code !== 0)
    throw new CannotStart(`The demo's attorney could not be set up. ops ${args.slice(0, 2).join(' ')}: ${complained}`);
  return JSON.parse(printed);
}
