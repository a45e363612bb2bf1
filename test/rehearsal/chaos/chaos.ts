import { inspect } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import type { Options, Outcome } from '../support/outcome.ts';
import { startReceivers } from '../support/receivers.ts';
import { clockJump, type Nemesis } from './faults/nemeses.ts';
import { checkEvidence, checkDeliveries, checkHistories, checkMails } from './invariants.ts';
import { beginLiveCase } from './live-player.ts';
import { fullPlan, shortPlan } from './plan.ts';
import { play } from './play.ts';
import { createRandom, type Random } from './random.ts';
import { measureRecovery } from './recovery.ts';
import { beginSandboxCase } from './sandbox-player.ts';
import { startChaosStack } from './stack.ts';
import { checkTimes, rowsOf, Tally, ViolationError } from './tally.ts';
import { checkWorkflows } from './workflows.ts';
import { createWorld, type World } from './world.ts';

/** The pause before the next fault, in milliseconds. */
const calmMs = 500;

/**
 * Plays cases while faults strike the stack, until at least `commands` commands are acknowledged, and checks the promises.
 * The seed decides which faults strike, in which order, and what is done to the cases.
 */
export async function run({ env, short, seed, commands }: Options): Promise<Outcome> {
  console.log(`To repeat these choices, run with --seed ${seed}.`);
  const random = createRandom(seed);
  const plan = (short ? shortPlan : fullPlan)(random.of('plan'));
  const tally = new Tally();
  const stack = await startChaosStack(env);
  const receivers = await startReceivers(stack.folder, 2);
  const more: { what: string; found: number }[] = [];
  try {
    const world = await createWorld({ stack, receivers, tally }, plan.organizations);
    await stack.crashPoints.forget(); // the run doesn't reach the moments of the preparation again
    await playWhile(world, random.of('players'), plan.players, async () => {
      const lastAt = Date.now() + plan.faultsWithinMs;
      for (const nemesis of plan.faults) if (Date.now() < lastAt) await strike(world, nemesis);
      for (const nemesis of await plan.crashes(stack.crashPoints)) {
        if (!(await strike(world, nemesis))) console.log(`${nemesis.name}: this moment was not reached again`);
      }
      // Faults repeat in the same order until enough commands have been acknowledged.
      for (let next = 0; tally.acknowledged.length < (commands ?? 0); next += 1) {
        const nemesis = plan.faults[next % plan.faults.length];
        if (nemesis) await strike(world, nemesis);
      }
    });
    // No other fault follows a clock jump, because restarting the server would set its clock back.
    await playWhile(world, random.of('players of another day'), plan.players, async () => {
      await strike(world, clockJump('Temporal'));
    });
    await strike(world, clockJump('PostgreSQL'));

    const deliveries = await checkDeliveries(world);
    const mails = await checkMails(world);
    await checkHistories(world);
    await checkEvidence(world);
    more.push({ what: 'workflows that agree with their rows', found: await checkWorkflows(world) });
    more.push(...deliveries, { what: 'mails', found: mails });
    checkTimes(tally, plan.recoversWithinMs, plan.answersWithinMs);
  } catch (error) {
    tally.add('stuck', inspect(error));
  } finally {
    receivers.close();
    await stack.stop(tally.violations.length > 0);
  }
  const faults = tally.violations.map(({ wrong, what }) => `${wrong}: ${what}`);
  return { rows: [{ what: 'seed', found: seed }, ...rowsOf(tally), ...more], faults };
}

/**
 * Plays this many cases at once until the work is done. Each player plays one case after the other, with its own random
 * sequence from the seed. Resolves when every command in progress is acknowledged. After a violation, which is counted,
 * the player starts another case.
 */
async function playWhile(world: World, random: Random, players: number, work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const playing = Array.from({ length: players }, async (_, index) => {
    const own = random.of(`player ${index}`);
    while (!over.signal.aborted) {
      try {
        if (index % 2 === 0) await play(world, await beginLiveCase(world, own), over.signal);
        else await play(world, await beginSandboxCase(world, own), over.signal);
      } catch (error) {
        if (!(error instanceof ViolationError)) throw error;
        world.tally.add(error.wrong, error.message);
      }
    }
  });
  await Promise.all([work().finally(() => over.abort()), ...playing]);
}

/** Causes one fault, then measures the recovery and checks the histories. Returns false if the fault did not happen. */
async function strike(world: World, { name, strike: inject }: Nemesis): Promise<boolean> {
  const startedAt = Date.now();
  if (!(await inject(world.stack))) return false;
  const endedAt = Date.now();
  const { commandMs, deliveryMs } = await measureRecovery(world, endedAt);
  world.tally.faults.push({ name, startedAt, endedAt, commandMs, deliveryMs });
  const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(5);
  console.log(`${name.padEnd(90)} commands ${seconds(commandMs)} s, webhooks ${seconds(deliveryMs)} s`);
  await checkHistories(world);
  await setTimeout(calmMs);
  return true;
}
