import { once } from 'node:events';
import type { Sender } from '../chaos/driver/world.ts';
import type { Receivers } from '../chaos/receivers.ts';
import { startProgram } from '../bench/programs.ts';
import type { Outcomes } from './attacker/assault.ts';
import type { Site } from './attacker/attacker.ts';
import type { Attack } from './attacks/attack.ts';
import { createNeighbour } from './neighbour.ts';
import { comesToRest, watchProcesses } from './processes.ts';
import { type IsolationStack, untilReachable } from './stack.ts';
import type { Played } from './verdict.ts';
import { reviewsIn, work } from './work.ts';

const restWithinMs = 120_000;
const program = new URL('attacker/main.ts', import.meta.url);

export interface Scene {
  stack: IsolationStack;
  receivers: Receivers;
  /** Of the neighbours' live cases, and of the attackers'. */
  attorneys: { neighbour: Sender; attacker: Sender };
}

export interface Lengths {
  quietSeconds: number;
  attackSeconds: number;
}

/** Plays one attack: prepares everything, measures the neighbour's work alone, then the same work during the attack. */
export async function play(
  { stack, receivers, attorneys }: Scene,
  attack: Attack,
  { quietSeconds, attackSeconds }: Lengths,
): Promise<Played & { outcomes: Outcomes }> {
  await untilReachable(stack);
  await untilAtRest(stack);
  const liveCases = reviewsIn(quietSeconds) + reviewsIn(attackSeconds);
  const neighbour = await createNeighbour(stack, { receivers, attorney: attorneys.neighbour, liveCases });
  const site: Site = {
    url: stack.api,
    databaseUrl: stack.databaseUrl,
    dataDir: stack.dataDir,
    attorneyToken: attorneys.attacker.credential,
    seconds: attackSeconds,
  };
  const attacker = await startProgram<'ready'>(program, [attack.name, JSON.stringify(site)]);
  try {
    await untilAtRest(stack);
    const quiet = await work(neighbour, receivers, quietSeconds);
    const watch = watchProcesses(stack.dataDir);
    const reported = once(attacker.child, 'message') as Promise<[Outcomes]>;
    attacker.child.send('begin');
    const attacked = await work(neighbour, receivers, attackSeconds);
    attacker.child.send('end');
    const [outcomes] = await reported;
    return { quiet, attacked, outcomes, ...watch.stop() };
  } finally {
    await attacker.stop();
    await stack.store.prisma.webhookEndpoint.deleteMany(); // no delivery of one attack is left for the next
  }
}

/** Waits until earlier work has ended, so that it does not affect the measurement. */
async function untilAtRest({ dataDir }: IsolationStack): Promise<void> {
  if (!(await comesToRest(dataDir, restWithinMs))) throw new Error('the stack does not come to rest');
}
