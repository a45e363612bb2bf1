import { randomUUID } from 'node:crypto';
import { createClient } from '@evict/client';
import { dateOf } from '@evict/jurisdictions';
import type { Links } from '../with-stack.ts';
import { demoCases } from './cases/index.ts';
import type { Paint } from './paint.ts';
import { linkLines } from './links.ts';
import { runCase } from './run-case.ts';
import { draftLines, endLines, stepLines } from './timeline.ts';

interface Output {
  print: (line: string) => void;
  paint: Paint;
}

/** Takes every demo case to its end as a new customer and prints the steps. True if all went as expected. */
export async function runDemo(links: Links, { print, paint }: Output): Promise<boolean> {
  const show = (lines: readonly string[]) => lines.forEach((line) => print(line));
  const baseUrl = links.api;
  const { token, user } = await createClient({ baseUrl }).signup({ body: newCustomer() });
  const { secret } = await createClient({ baseUrl, credential: token }).createApiKey();
  print(`Signed up as ${user.email} and created a test key.`);

  const client = createClient({ baseUrl, credential: secret });
  const cases: { letter: string; caseId: string }[] = [];
  let passed = true;
  for (const demoCase of demoCases) {
    const ended = await runCase(client, demoCase, dateOf(Date.now()), {
      drafted: (draft, uploads, gates) => show(draftLines(demoCase, draft, uploads, gates, paint)),
      taken: (taken) => show(stepLines(taken, paint)),
    });
    show(endLines(ended, paint));
    passed &&= ended.differences.length === 0;
    if (ended.last) cases.push({ letter: demoCase.letter, caseId: ended.last.id });
  }
  show(['', ...linkLines(links, cases)]);
  show(['', `The cases belong to the test key ${secret}`]);
  return passed;
}

/** A new address each time, so that the demo can be repeated on the same data. */
function newCustomer() {
  const id = randomUUID();
  return {
    name: 'Robin Example',
    organizationName: 'Sandbox Holdings LLC',
    email: `demo-${id}@example.com`,
    password: `password of ${id}`,
  };
}
