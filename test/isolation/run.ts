/**
 * `npm run chaos -- --isolation [--short] [--only <words,words>]`: plays hostile and large tenants against a stack of its own
 * while a neighbour works, and checks the promises against what the neighbour saw. Ends with code 1 if one
 * is broken.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newAttorney } from '../chaos/driver/world.ts';
import { startReceivers } from '../chaos/receivers.ts';
import type { Attack } from './attacks/attack.ts';
import { groups, shortForm } from './attacks/index.ts';
import { neighbourState } from './neighbour.ts';
import { type Lengths, play } from './play.ts';
import { longPromises, shortPromises } from './promises.ts';
import { details, heading, line, type Row } from './report.ts';
import { startIsolationStack } from './stack.ts';
import { broken } from './verdict.ts';

const options = {
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
} as const;
const { short, only } = parseArgs({ args: process.argv.slice(2), options }).values;
const promises = short ? shortPromises : longPromises;
const lengths: Lengths = short ? { quietSeconds: 4, attackSeconds: 6 } : { quietSeconds: 10, attackSeconds: 20 };
const chosen = groups.flatMap(({ bound, attacks }) =>
  attacks.filter(isChosen).map((attack): { bound: string; attack: Attack } => ({ bound, attack })),
);
if (chosen.length === 0) throw new Error(`no attack has ${only} in its name`);

const dataDir = await mkdtemp(join(tmpdir(), 'isolation-'));
const stack = await startIsolationStack(dataDir, process.env);
const receivers = await startReceivers(dataDir, 1);
const rows: Row[] = [];
const unplayed: string[] = [];
try {
  const gone = stack.broken.then((reason) => {
    throw new Error(reason);
  });
  await Promise.race([run(), gone]);
} finally {
  receivers.close();
  await stack.stop();
  if (rows.some((row) => row.broken.length > 0)) console.log(`What the processes have logged is in ${dataDir}.`);
  else await rm(dataDir, { recursive: true, force: true });
}
const names = rows.flatMap(({ name, broken: words }) => (words.length > 0 ? [name] : []));
console.log(`\n${[heading(), ...rows.map(line)].join('\n')}\n`);
console.log(`attacks          ${rows.length}`);
console.log(`broke a promise  ${[names.length, ...names].join(', ')}`);
console.log(`not played       ${[unplayed.length, ...unplayed].join(', ')}`);
process.exit(names.length > 0 || rows.length < chosen.length ? 1 : 0);

async function run(): Promise<void> {
  const attorneys = { neighbour: await newAttorney(stack, [neighbourState]), attacker: await newAttorney(stack) };
  for (const { bound, attack } of chosen) {
    try {
      const played = await play({ stack, receivers, attorneys }, attack, lengths);
      const row = { bound, name: attack.name, ...played, broken: broken(played, promises) };
      rows.push(row);
      console.log([heading(), line(row), ...details(row)].join('\n'));
    } catch (error) {
      // The following attacks are still played.
      console.error(attack.name, error);
      unplayed.push(attack.name);
    }
  }
}

function isChosen({ name }: Attack): boolean {
  return (!short || shortForm.includes(name)) && only.split(',').some((words) => name.includes(words));
}
