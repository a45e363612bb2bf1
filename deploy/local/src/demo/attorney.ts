import type { Environment } from '@evict/config';
import { usPack } from '@evict/jurisdictions';
import { runOps } from '@evict/ops/cli';
import { CannotStart } from '../cannot-start.ts';
import { environmentOfLastRun } from '../last-run.ts';

/** The demo's attorney, and a state in which only they are licensed. */
export interface DemoAttorney {
  token: string;
  state: string;
}

export const demoAttorneyEmail = 'demo-attorney@evictions.test';
const person = ['--name', 'Avery Counsel', '--email', demoAttorneyEmail, '--bar', '1234567890'];

/**
 * Creates the attorney with the operators' command line, or issues another token to the attorney of an earlier demo.
 * Nobody else is licensed in this state, so no other attorney of the stack is engaged. Throws if the stack isn't the
 * one in the environment.
 */
export async function makeAttorney(env: Environment, print: (line: string) => void): Promise<DemoAttorney> {
  const { items } = await ops(env, ['attorney', 'list']);
  const attorneys = items as { id: string; email: string; licensedStates: string[] }[];
  const known = attorneys.find((one) => one.email === demoAttorneyEmail);
  const taken = new Set(attorneys.filter((one) => one !== known).flatMap(({ licensedStates }) => licensedStates));
  const state = (known?.licensedStates ?? usPack.states.map(({ code }) => code)).find((code) => !taken.has(code));
  if (state === undefined)
    throw new CannotStart('Other attorneys are licensed in every state that the live case could use.');
  const args = known
    ? ['attorney', 'token', known.id, '--expires', '1']
    : ['attorney', 'add', ...person, '--states', state, '--verified'];
  print(`The operator: npm run -s ops -- ${args.map((one) => (one.includes(' ') ? `"${one}"` : one)).join(' ')}`);
  const made = await ops(env, args);
  // Sends the mail in which the attorney sets a password for the website.
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
    throw new CannotStart(`The live case needs its attorney: ops ${args.slice(0, 2).join(' ')} printed ${complained}`);
  return JSON.parse(printed);
}
