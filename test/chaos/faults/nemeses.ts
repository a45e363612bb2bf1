import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { finishedStates, type Mode } from '@evict/case-model';
import { postgresFolder, Supervisor } from '@evict/local';
import { writeCommand } from '@evict/store/commands';
import { promote, startStandby } from '../../e2e/support/standby.ts';
import type { Way } from './proxy.ts';
import type { ChaosStack, ProcessName, Program, Server } from '../stack.ts';

/** One kind of fault. */
export interface Nemesis {
  name: string;
  /** The processes that it ends, so that none ends more often than the stack restarts it. */
  ends: readonly ProcessName[];
  /** Resolves when the fault is over; false if it did not happen. */
  strike: (stack: ChaosStack) => Promise<boolean>;
}

/** Duration of faults other than crashes, in milliseconds. */
export interface Lengths {
  freezeMs: number;
  dropMs: number;
  /** Of a flood. */
  floodMs: number;
  /** How long to wait for a process to reach its crash point. */
  crashMs: number;
}

const processes = ['Gateways', 'Case worker', 'Outbox worker', 'Temporal', 'PostgreSQL'] as const;
const servers = ['PostgreSQL', 'Temporal'] as const;
const programNames = {
  gateways: 'Gateways',
  'case-worker': 'Case worker',
  'outbox-worker': 'Outbox worker',
} as const satisfies Record<Program, ProcessName>;
const programs = Object.keys(programNames) as Program[];

/** Every process is killed. */
export const kills: readonly Nemesis[] = processes.map((name) => sends('SIGKILL', name));

/** PostgreSQL stops at once and recovers from its WAL at its next start. */
export const immediateStop: Nemesis = sends('SIGQUIT', 'PostgreSQL');

export function freezes({ freezeMs }: Lengths): Nemesis[] {
  return processes.map((name) => ({
    name: `${name} frozen for ${freezeMs / 1000} s`,
    ends: [],
    async strike({ freezer, pidOf }) {
      freezer.freeze(pidOf(name));
      await setTimeout(freezeMs);
      freezer.thaw();
      return true;
    },
  }));
}

/** Traffic between a program and a server is lost, in one direction or both. */
export function lostPackets({ dropMs }: Lengths): Nemesis[] {
  const ways: readonly Way[] = ['to the server', 'to the client', 'both ways'];
  const pairs = programs.flatMap((program) => servers.map((server) => [program, server] as const));
  return pairs.flatMap(([program, server]) =>
    ways.map((way) => ({
      name: `packets between ${programNames[program]} and ${server} lost ${way} for ${dropMs / 1000} s`,
      ends: [],
      strike: (stack) => losePackets(stack, program, server, way, dropMs),
    })),
  );
}

/**
 * PostgreSQL hangs, and its synchronous streaming standby takes over its address. The old primary does not return.
 */
export const failover: Nemesis = {
  name: 'failover of PostgreSQL to its synchronous standby',
  ends: ['PostgreSQL'],
  async strike({ dataDir, primary, freezer, pidOf }) {
    const dir = join(dataDir, postgresFolder);
    const [cluster, standbyDir] = [join(dir, 'cluster'), join(dataDir, 'standby')];
    const supervisor = new Supervisor({});
    const standby = await startStandby(supervisor, { primary, dir, standbyDir });
    freezer.freeze(pidOf('PostgreSQL'));
    await promote(standby);
    await supervisor.stop();
    await rename(cluster, join(dataDir, `cluster-lost-${Date.now()}`));
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
  const flooded = 4;
  return {
    name: `a flood of refused commands to ${flooded} cases for ${floodMs / 1000} s`,
    ends: [],
    async strike({ store, cases }) {
      const rows = await store.prisma.case.findMany({
        where: { state: { notIn: ['draft', ...finishedStates] }, sequence: { gt: 0 } },
        select: { id: true, organizationId: true, mode: true },
        take: flooded,
      });
      const until = Date.now() + floodMs;
      await Promise.all(
        rows.map(async ({ id: caseId, organizationId, mode }) => {
          while (Date.now() < until) {
            const command = { id: randomUUID(), caseId, author: 'operator', authorId: 'robin', body } as const;
            await writeCommand(store, command);
            await cases.send({ caseId, organizationId, mode: mode as Mode }, body.kind, command.id);
          }
        }),
      );
      return rows.length > 0;
    },
  };
}

/** Refused, as no step of the case has failed. */
const body = { kind: 'retry_step' } as const;

/** A process dies at a named crash point. */
export function crash(moment: string, { crashMs }: Lengths): Nemesis {
  return {
    name: `crash at ${moment}`,
    ends: [programNames[programOf(moment)]],
    strike: ({ crashPoints }) => crashPoints.crashAt(moment, crashMs),
  };
}

/** The same, with Temporal killed at once: it has lost the decision that was just committed. */
export function crashWithTemporal(moment: string, { crashMs }: Lengths): Nemesis {
  return {
    name: `crash at ${moment}, and SIGKILL of Temporal`,
    ends: [programNames[programOf(moment)], 'Temporal'],
    async strike({ crashPoints, pidOf }) {
      if (!(await crashPoints.crashAt(moment, crashMs))) return false;
      process.kill(pidOf('Temporal'), 'SIGKILL');
      return true;
    },
  };
}

function programOf(moment: string): Program {
  return moment.slice(0, moment.indexOf(':')) as Program;
}

function sends(signal: NodeJS.Signals, name: ProcessName): Nemesis {
  return {
    name: `${signal} of ${name}`,
    ends: [name],
    async strike({ pidOf }) {
      process.kill(pidOf(name), signal);
      return true;
    },
  };
}

async function losePackets(
  stack: ChaosStack,
  program: Program,
  server: Server,
  way: Way,
  forMs: number,
): Promise<boolean> {
  const proxy = stack.proxy(program, server);
  proxy.swallow(way);
  await setTimeout(forMs);
  proxy.mend();
  return true;
}
