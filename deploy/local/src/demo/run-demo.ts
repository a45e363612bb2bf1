import { randomUUID } from 'node:crypto';
import { createClient } from '@evict/client';
import type { Environment } from '@evict/config';
import { dateOf } from '@evict/jurisdictions';
import type { Links } from '../with-stack.ts';
import { runAgentCase } from './agent-case.ts';
import { demoCases } from './sandbox-cases.ts';
import { linkLines, type Shown } from './links.ts';
import type { Ended } from './demo-case.ts';
import { runLiveCase } from './run-live.ts';
import { type Observer, runCase, takenBy } from './run-case.ts';
import { draftLines, endLines, stepLines } from './timeline.ts';

/**
 * Plays every demo case as a new customer, and prints the steps. Returns true if all went as expected. On a stack
 * without live mode, it leaves out the live case. `env` is the stack's environment.
 */
export async function runDemo(links: Links, env: Environment, print: (line: string) => void): Promise<boolean> {
  const show = (lines: readonly string[]) => lines.forEach((line) => print(line));
  const baseUrl = links.api;
  const customer = newCustomer();
  const { token, user, modes } = await createClient({ baseUrl }).signup({ body: customer });
  const { secret } = await createClient({ baseUrl, credential: token }).createApiKey();
  print(`Signed up as ${user.email} and created a test key.`);

  const client = createClient({ baseUrl, credential: secret });
  const today = dateOf(Date.now());
  const cases: { letter: string; caseId: string }[] = [];
  let passed = true;
  const observerOf = (demoCase: Named): Observer => ({
    drafted: (draft, uploads, gates) => show(draftLines(demoCase, draft, uploads, gates)),
    taken: (taken) => show(stepLines(taken)),
  });
  const end = (letter: string, ended: Ended) => {
    show(endLines(ended));
    passed &&= ended.differences.length === 0;
    if (ended.last) cases.push({ letter, caseId: ended.last.id });
  };
  for (const demoCase of demoCases) {
    end(demoCase.letter, await runCase({ demoCase, client, today, take: takenBy(client) }, observerOf(demoCase)));
  }
  print('');
  let attorney: Shown['attorney'] = null;
  if (modes.live) {
    const live = await runLiveCase({ baseUrl, session: token, today, env, print }, observerOf);
    end('e', live);
    if (live.last) attorney = { caseId: live.last.id };
  } else show(withoutLiveMode);
  end('f', await runAgentCase({ baseUrl, session: token, today }, observerOf));
  show(['', ...linkLines(links, { customer, cases, attorney })]);
  show(['', `Read the test cases through the API with the key ${secret}`]);
  return passed;
}

type Named = Pick<(typeof demoCases)[number], 'letter' | 'title'>;

const withoutLiveMode = [
  'e. The live case is not played: this stack runs without live mode.',
  '   To see it, stop the stack and start it with LIVE_MODE=on npm start, or let the demo start one of its own.',
];

/** Uses a new email address each time, so that the demo can be repeated on the same data. */
function newCustomer() {
  const id = randomUUID();
  return {
    name: 'Robin Example',
    organizationName: 'Sandbox Holdings LLC',
    email: `demo-${id}@example.com`,
    password: `password of ${id}`,
  };
}
