import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attorney, newAttorney } from '../support/customers.ts';
import type { Outcomes } from '../support/load.ts';
import { type LocalStack, startLocalStack, untilReachable } from '../support/local-stack.ts';
import { isChosen, type Options, type Outcome } from '../support/outcome.ts';
import { allProcesses, familyOf, forgetPeak, peakMiB, untilIdle } from '../support/processes.ts';
import { startProgram } from '../support/program.ts';
import { startReceivers } from '../support/receivers.ts';
import type { Site } from './attacker.ts';
import { attacks, shortForm } from './attacks/index.ts';
import { createNeighbor, type Neighbor, neighborState, prepare } from './neighbor.ts';
import { broken, longPromises, type Peaks, type Played, rowOf, shortPromises } from './verdict.ts';
import { type Observation, work } from './work.ts';

const shortSeconds = { quiet: 4, attack: 4 };
const processes = ['Gateways', 'Case worker', 'Outbox worker'] as const;

/**
 * Plays hostile and large tenants while a neighbor works, and checks the promises against the neighbor's observations.
 */
export async function run(options: Options): Promise<Outcome> {
  const { short } = options;
  const chosen = Object.keys(attacks).filter((name) => isChosen(options, name) && (!short || shortForm.includes(name)));
  const stack = await startLocalStack(options.env);
  const receivers = await startReceivers(stack.dataDir, 1);
  const rows: ReturnType<typeof rowOf>[] = [];
  const faults: string[] = [];
  const play = async () => {
    const attorneys = {
      neighbor: await newAttorney(stack.store, [neighborState]),
      attacker: await newAttorney(stack.store),
    };
    const neighbor = await createNeighbor(stack, { receivers, attorney: attorneys.neighbor });
    // The short form measures the neighbor's undisturbed work only once, and doesn't wait for leftover work to finish.
    let quiet: Observation | null = null;
    const runs = [shortSeconds.quiet, ...chosen.map(() => shortSeconds.attack)];
    if (short) await prepare(neighbor, stack.store, runs);
    for (const attack of chosen) {
      try {
        const played = await playOne(attack, { stack, neighbor, attorney: attorneys.attacker, short, quiet });
        if (short) ({ quiet } = played);
        rows.push(rowOf(attack, played));
        faults.push(...broken(played, short ? shortPromises : longPromises).map((what) => `${attack}: ${what}`));
        const outcomes = Object.entries(played.outcomes).map(([outcome, count]) => `${count} × ${outcome}`);
        console.log(`${attack}: the attacker got ${outcomes.join(', ') || 'no response'}`);
      } catch (error) {
        // The remaining attacks are still played.
        console.error(error);
        faults.push(`${attack}: could not be played: ${(error as Error).message}`);
      }
    }
  };
  try {
    await Promise.race([play(), stack.broken]);
  } finally {
    receivers.close();
    await stack.stop(faults.length > 0);
  }
  return { rows, faults };
}

interface Scene {
  stack: LocalStack;
  neighbor: Neighbor;
  /** The attorney of the attacker's live cases. */
  attorney: Attorney;
  short: boolean;
  quiet: Observation | null;
}

/** Measures the neighbor's work, first undisturbed and then during the attack. */
async function playOne(attack: string, { stack, neighbor, attorney, short, quiet }: Scene) {
  const seconds = short ? shortSeconds : { quiet: 10, attack: 20 };
  const pids = () => membersOf(stack).map(({ pid }) => pid);
  await untilReachable(stack.api);
  await prepare(neighbor, stack.store, [...(quiet ? [] : [seconds.quiet]), seconds.attack]);
  const site: Site = {
    api: stack.api,
    databaseUrl: stack.databaseUrl(),
    attorneyToken: attorney.credential,
    neighborAddress: neighbor.address,
  };
  const program = new URL('attacker.ts', import.meta.url);
  const attacker = await startProgram<'ready'>(program, [attack, JSON.stringify(site)]);
  try {
    if (!short) await untilIdle(pids);
    const alone = quiet ?? (await work(neighbor, seconds.quiet));
    const watch = watchProcesses(stack);
    const reported = once(attacker.child, 'message') as Promise<[Outcomes]>;
    attacker.child.send('begin');
    const attacked = await work(neighbor, seconds.attack);
    attacker.child.send('end');
    const [outcomes] = await reported;
    const played: Played = { quiet: alone, attacked, ...watch.stop() };
    return { ...played, outcomes };
  } finally {
    await attacker.stop();
    // Deletes the attacker's pending deliveries, so they don't affect the next attack.
    await stack.store.prisma.webhookEndpoint.deleteMany({ where: { organizationId: { not: neighbor.id } } });
  }
}

/**
 * Watches the memory of the processes. The kernel records each peak. Checking every second is only needed for processes
 * that end in between.
 */
function watchProcesses(stack: LocalStack): { stop: () => Pick<Played, 'before' | 'peaks' | 'deaths'> } {
  const starts = startsOf(stack);
  const peaks: Peaks = {};
  for (const { pid } of membersOf(stack)) forgetPeak(pid);
  const look = () => {
    for (const { name, pid } of membersOf(stack)) peaks[name] = Math.max(peaks[name] ?? 0, peakMiB(pid));
  };
  look();
  const before = { ...peaks };
  const timer = setInterval(look, 1000);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { before, peaks, deaths: startsOf(stack) - starts };
    },
  };
}

/**
 * Lists the watched processes. Here one process holds the customer, attorney and public gateways, so its peak is the
 * sum of all three.
 */
function membersOf(stack: LocalStack): { name: keyof Peaks; pid: number }[] {
  const all = allProcesses();
  return processes.flatMap((name) => {
    const [pid = 0, ...children] = familyOf(stack.pidOf(name), all);
    return [
      { name, pid },
      ...(name === 'Case worker' ? children : []).map((child) => ({ name: 'Renderer' as const, pid: child })),
    ];
  });
}

/** Returns how many processes the stack has started, including those that have ended. */
function startsOf({ dataDir }: LocalStack): number {
  return readFileSync(join(dataDir, 'processes'), 'utf8').trim().split('\n').length;
}
