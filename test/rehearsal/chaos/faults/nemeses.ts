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

/** One kind of fault. */
export interface Nemesis {
  name: string;
  /** Resolves when the fault is over; false if it did not happen. */
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

/** Each server is killed, one of each program's two processes, and both. */
export const kills: readonly Nemesis[] = [
  ...[...oneOfEach, ...servers].map((name) => sends('SIGKILL', [name])),
  ...services.map((program) => sends('SIGKILL', [`${program} 1`, `${program} 2`])),
];

/** PostgreSQL stops at once and recovers from its WAL at its next start. */
export const immediateStop: Nemesis = sends('SIGQUIT', ['PostgreSQL']);

export function freezes({ freezeMs }: Lengths): Nemesis[] {
  return [...oneOfEach, ...servers].map((name) =>
    lasts(`${name} frozen`, freezeMs, ({ freezer, pidOf }) => {
      freezer.freeze(pidOf(name));
      return freezer.thaw;
    }),
  );
}

/** Traffic between both processes of a program and a server is lost, in one direction or both. */
export function lostPackets({ dropMs }: Lengths): Nemesis[] {
  const ways: readonly Way[] = ['to the server', 'to the client', 'both ways'];
  // Nothing that is measured goes through the public gateway.
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

/** The clock of a host is ahead for some time: one of each program's. */
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
 * The clock of a server jumps ahead by a day, and stays there. It never goes back: rows of PostgreSQL that were due in
 * that day are due again only then, and Temporal holds its timers until its clock has caught up.
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

/** The case workers move to another workflow bundle, one after the other and once. */
export const release: Nemesis = {
  name: 'another workflow bundle on the case workers',
  strike: (stack) => stack.release(),
};

/**
 * PostgreSQL hangs, and its synchronous streaming standby takes over its address. The old primary does not return.
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
    // The stack starts the server in this folder from now on.
    freezer.kill();
    return true;
  },
};

/**
 * Operators send open cases commands that are refused, as many as they can: each is an Update, which lengthens the
 * history of its workflow and changes nothing.
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

/** Under such a flood, by which cases continue as new again and again. */
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
        // Another fault may strike meanwhile.
        await writeCommand(store, command)
          .then(send)
          .catch(() => setTimeout(100));
      }
    }),
  );
  return rows.length > 0;
}

/** Refused, as no step of the case has failed. */
const body = { kind: 'retry_step' } as const;

/** A process dies at a named crash point. */
export function crash(moment: string, { crashMs }: Lengths): Nemesis {
  return {
    name: `crash at ${moment}`,
    strike: ({ crashPoints }) => crashPoints.crashAt(moment, crashMs),
  };
}

/** The same, with a server killed at once. Temporal then has lost the decision that was just committed. */
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

/** A fault that begins, and ends after some time by what the beginning returns. */
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
