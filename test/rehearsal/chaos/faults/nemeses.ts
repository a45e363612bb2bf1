import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { finishedStates, type Mode } from '@evict/case-model';
import { postgresFolder, Supervisor } from '@evict/local';
import { writeCommand } from '@evict/store/commands';
import { promote, startStandby } from '../../../e2e/support/standby.ts';
import type { Way } from '../../support/lossy-proxy.ts';
import { services } from '../../support/deployment.ts';
import { familyOf } from '../../support/processes.ts';
import { canMoveClocks, moveClock } from './clock.ts';
import { type ChaosStack, type ProcessName, type Server, servers } from '../stack.ts';

/** A kind of fault. */
export interface Nemesis {
  name: string;
  /** Causes the fault. Resolves when it is over, to false if it did not happen. */
  strike: (stack: ChaosStack) => Promise<boolean>;
}

/** How long faults last, in milliseconds. */
export interface Lengths {
  freezeMs: number;
  dropMs: number;
  /** How long the clock of a host is wrong. */
  clockMs: number;
  floodMs: number;
  /** How long to wait for a process to reach its crash point. */
  crashMs: number;
}

const oneOfEach = services.map((program): ProcessName => `${program} 1`);

/** Kills each server, one of the two processes of each program, and both of them. */
export const kills: readonly Nemesis[] = [
  ...[...oneOfEach, ...servers].map((name) => sends('SIGKILL', [name])),
  ...services.map((program) => sends('SIGKILL', [`${program} 1`, `${program} 2`])),
];

/** Makes PostgreSQL stop at once. It recovers from its WAL at its next start. */
export const immediateStop: Nemesis = sends('SIGQUIT', ['PostgreSQL']);

export function freezes({ freezeMs }: Lengths): Nemesis[] {
  return [...oneOfEach, ...servers].map((name) =>
    lasts(`${name} frozen`, freezeMs, ({ freezer, pidOf }) => {
      freezer.freeze(pidOf(name));
      return freezer.thaw;
    }),
  );
}

/** Loses the traffic between both processes of a program and a server, in one direction or both. */
export function lostPackets({ dropMs }: Lengths): Nemesis[] {
  const ways: readonly Way[] = ['to the server', 'to the client', 'both ways'];
  // The public gateway, the first program, is left out, because nothing that is measured goes through it.
  const pairs = services.slice(1).flatMap((program) => servers.map((server) => [program, server] as const));
  return pairs.flatMap(([program, server]) =>
    ways.map((way) =>
      lasts(`packets between ${program}s and ${server} lost ${way}`, dropMs, ({ processes }) => {
        const between = processes.flatMap(({ service, links }) => (service === program ? [links[server]] : []));
        between.forEach((proxy) => proxy.swallow(way));
        return () => between.forEach((proxy) => proxy.mend());
      }),
    ),
  );
}

const dayS = 86_400;

/** Moves the clock of one process of each program a day ahead for some time. */
export function wrongClocks({ clockMs }: Lengths): Nemesis[] {
  return (canMoveClocks ? oneOfEach : []).map((name) =>
    lasts(`clock of ${name} a day ahead`, clockMs, ({ pidOf }) => {
      const pids = familyOf(pidOf(name));
      moveClock(pids, dayS);
      return () => moveClock(pids, 0);
    }),
  );
}

/**
 * Moves the clock of a server a day ahead for the rest of the run. It can't be moved back: PostgreSQL rows that were
 * scheduled meanwhile would be due only a day later, and Temporal would hold its timers until its clock has caught up.
 */
export function clockJump(server: Server): Nemesis {
  return {
    name: `clock of ${server} a day ahead from now on`,
    async strike({ pidOf }) {
      if (canMoveClocks) moveClock(familyOf(pidOf(server)), dayS);
      return canMoveClocks;
    },
  };
}

/** Moves the case workers to another workflow bundle, one after the other. It can happen only once. */
export const release: Nemesis = {
  name: 'another workflow bundle on the case workers',
  strike: (stack) => stack.release(),
};

/**
 * Makes PostgreSQL hang, and its synchronous streaming standby take over its address. The old primary does not return.
 */
export const failover: Nemesis = {
  name: 'failover of PostgreSQL to its synchronous standby',
  async strike({ folder, primary, freezer, pidOf }) {
    const dir = join(folder, postgresFolder);
    const [cluster, standbyDir] = [join(dir, 'cluster'), join(folder, 'standby')];
    const supervisor = new Supervisor({});
    const standby = await startStandby(supervisor, { primary: primary(), dir, standbyDir });
    freezer.freeze(pidOf('PostgreSQL'));
    await promote(standby);
    await supervisor.stop();
    await rename(cluster, join(folder, `cluster-lost-${Date.now()}`));
    await rename(join(standbyDir, 'cluster'), cluster);
    await rm(standbyDir, { recursive: true });
    // From now on the stack starts the server in this folder.
    freezer.kill();
    return true;
  },
};

/**
 * Makes operators send commands to open cases as fast as they can, all of which are refused. Each is an Update, which
 * makes the history of its workflow longer and changes nothing else.
 */
export function refusals({ floodMs }: Lengths): Nemesis {
  return {
    name: `a flood of refused commands to ${flooded} cases for ${floodMs / 1000} s`,
    async strike(stack) {
      const until = Date.now() + floodMs;
      return flood(stack, () => Date.now() > until);
    },
  };
}

/** Causes a fault during a flood of refused commands, which makes cases continue as new again and again. */
export function underRefusals({ name, strike }: Nemesis): Nemesis {
  return {
    name,
    async strike(stack) {
      let isOver = false;
      const flooding = flood(stack, () => isOver);
      const hasHappened = await strike(stack);
      isOver = true;
      void flooding;
      return hasHappened;
    },
  };
}

const flooded = 4;

async function flood({ store, cases }: ChaosStack, isOver: () => boolean): Promise<boolean> {
  const rows = await store.prisma.case.findMany({
    where: { state: { notIn: ['draft', ...finishedStates] }, sequence: { gt: 0 } },
    select: { id: true, organizationId: true, mode: true },
    take: flooded,
  });
  await Promise.all(
    rows.map(async ({ id: caseId, organizationId, mode }) => {
      while (!isOver()) {
        const command = { id: randomUUID(), caseId, author: 'operator', authorId: 'robin', body } as const;
        const send = () => cases.send({ caseId, organizationId, mode: mode as Mode }, body.kind, command.id);
        // Another fault may make this fail.
        await writeCommand(store, command)
          .then(send)
          .catch(() => setTimeout(100));
      }
    }),
  );
  return rows.length > 0;
}

/** This command is refused, because no step of the case has failed. */
const body = { kind: 'retry_step' } as const;

/** Kills a process at a named crash point. */
export function crash(moment: string, { crashMs }: Lengths): Nemesis {
  return {
    name: `crash at ${moment}`,
    strike: ({ crashPoints }) => crashPoints.crashAt(moment, crashMs),
  };
}

/**
 * Kills a process at a named crash point, and then a server at once. If the server is Temporal, it never learned of the
 * decision that was just committed.
 */
export function crashWith(server: Server, moment: string, lengths: Lengths): Nemesis {
  const { name, strike } = crash(moment, lengths);
  return {
    name: `${name}, and SIGKILL of ${server}`,
    async strike(stack) {
      const isDead = await strike(stack);
      if (isDead) process.kill(stack.pidOf(server), 'SIGKILL');
      return isDead;
    },
  };
}

function sends(signal: NodeJS.Signals, names: readonly ProcessName[]): Nemesis {
  return {
    name: `${signal} of ${names.join(' and ')}`,
    async strike({ pidOf }) {
      for (const name of names) process.kill(pidOf(name), signal);
      return true;
    },
  };
}

/** Returns a fault that lasts for some time. `begin` causes it, and returns a function that ends it. */
function lasts(what: string, forMs: number, begin: (stack: ChaosStack) => () => void): Nemesis {
  return {
    name: `${what} for ${forMs / 1000} s`,
    async strike(stack) {
      const end = begin(stack);
      await setTimeout(forMs);
      end();
      return true;
    },
  };
}
