/**
 * `npm run chaos -- --faults [--short] [--seed <number>] [--commands <number>]`: plays cases while faults strike its
 * stack, until at least that many commands are acknowledged, and checks the promises. Ends with code 1 if one is broken.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { playCases } from './driver/players.ts';
import { createWorld } from './driver/world.ts';
import { clockJump } from './faults/nemeses.ts';
import { runFlood } from './flood.ts';
import { checkDeliveries, waitForDeliveries } from './invariants/deliveries.ts';
import { checkChains } from './invariants/chains.ts';
import { checkHistories } from './invariants/histories.ts';
import { checkWorkflows } from './invariants/workflows.ts';
import { fullPlan, shortPlan } from './plan.ts';
import { createRandom } from './random.ts';
import { startReceivers } from './receivers.ts';
import { checkTimes, reportOf } from './report.ts';
import { createStriker } from './strike.ts';
import { startChaosStack } from './stack.ts';
import { Tally } from './tally.ts';

const options = {
  short: { type: 'boolean', default: false },
  seed: { type: 'string' },
  commands: { type: 'string', default: '0' },
} as const;
const { short, seed: given, commands } = parseArgs({ args: process.argv.slice(2), options }).values;
const leastCommands = Number(commands);
if (!Number.isSafeInteger(leastCommands)) throw new Error('--commands must be a whole number');
const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number');
console.log(`seed ${seed}; the same choices again: npm run chaos -- --faults ${short ? '--short ' : ''}--seed ${seed}`);

const startedAt = performance.now();
const tally = new Tally();
const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'));
const stack = await startChaosStack(dataDir, process.env);
const receivers = await startReceivers(dataDir, 2);
try {
  await run();
} catch (error) {
  tally.add('stuck', inspect(error));
} finally {
  receivers.close();
  await stack.stop();
  if (tally.violations.length > 0) console.log(`What the processes have logged is in ${dataDir}.`);
  else await rm(dataDir, { recursive: true, force: true });
}
process.exit(tally.violations.length > 0 ? 1 : 0);

async function run(): Promise<void> {
  const random = createRandom(seed);
  const plan = (short ? shortPlan : fullPlan)(random.of('plan'));
  const world = await createWorld({ stack, receivers, tally }, plan.organizations);
  const strike = createStriker(world);

  await stack.crashPoints.forget(); // moments of the preparation are not reached again
  const playDuring = async (name: string, strikes: () => Promise<void>) => {
    const over = new AbortController();
    const playing = playCases(world, random.of(name), plan.players, over.signal);
    await strikes();
    over.abort();
    await playing;
  };
  await playDuring('players', async () => {
    const lastAt = Date.now() + plan.faultsWithinMs;
    for (const nemesis of plan.faults) if (Date.now() < lastAt) await strike(nemesis);
    for (const nemesis of await plan.crashes(stack.crashPoints)) {
      if (!(await strike(nemesis))) console.log(`${nemesis.name}: not reached again`);
    }
    // Faults repeat in the same order until enough commands were acknowledged under them.
    for (let next = 0; tally.acknowledged.length < leastCommands; next += 1) {
      const nemesis = plan.faults[next % plan.faults.length];
      if (nemesis) await strike(nemesis);
    }
  });
  const flood = plan.hasFlood ? await runFlood(world, strike) : null;
  // No server ends after these: its clock would go back.
  await playDuring('players of another day', async () => void (await strike(clockJump('Temporal'))));
  await strike(clockJump('PostgreSQL'));

  await waitForDeliveries(world);
  await checkHistories(world);
  await checkChains(world);
  const workflows = await checkWorkflows(world);
  const deliveries = await checkDeliveries(world);
  checkTimes(tally, plan);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(reportOf({ seed, tally, deliveries, workflows, flood, seconds }));
}
