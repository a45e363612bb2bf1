import { setTimeout } from 'node:timers/promises';
import type { ChaosStack, ProcessName, Program, Server } from '../stack.ts';

/** One kind of fault. */
export interface Nemesis {
  name: string;
  /** Whose processes end by it, so that none ends more often than it is started again. */
  ends: readonly ProcessName[];
  /** Resolves when the fault is over; false where it did not come about. */
  strike: (stack: ChaosStack) => Promise<boolean>;
}

/** How long what is no sudden death lasts, in milliseconds. */
export interface Lengths {
  freezeMs: number;
  dropMs: number;
  /** How long a moment is waited for in which a process is to die. */
  crashMs: number;
}

const processes = ['Gateways', 'Case worker', 'Delivery worker', 'Temporal', 'PostgreSQL'] as const;
const servers = ['PostgreSQL', 'Temporal'] as const;
const programNames = {
  gateways: 'Gateways',
  'case-worker': 'Case worker',
  'delivery-worker': 'Delivery worker',
} as const satisfies Record<Program, ProcessName>;
const programs = Object.keys(programNames) as Program[];

/** Every process is killed. */
export const kills: readonly Nemesis[] = processes.map((name) => sends('SIGKILL', name));

/** PostgreSQL leaves at once and repairs itself from its journal when it comes back. */
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

/** What a program tells a server arrives; what the server answers does not. */
export function droppedAnswers({ dropMs }: Lengths): Nemesis[] {
  const pairs = programs.flatMap((program) => servers.map((server) => [program, server] as const));
  return pairs.map(([program, server]) => ({
    name: `answers of ${server} to ${programNames[program]} dropped for ${dropMs / 1000} s`,
    ends: [],
    strike: (stack) => dropAnswers(stack, program, server, dropMs),
  }));
}

/** A process dies in a named moment. */
export function crash(moment: string, { crashMs }: Lengths): Nemesis {
  return {
    name: `crash at ${moment}`,
    ends: [programNames[programOf(moment)]],
    strike: ({ crashPoints }) => crashPoints.crashAt(moment, crashMs),
  };
}

/** And Temporal in the same moment, which then knows nothing of what was just committed. */
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

async function dropAnswers(stack: ChaosStack, program: Program, server: Server, forMs: number): Promise<boolean> {
  const proxy = stack.proxy(program, server);
  proxy.dropAnswers();
  await setTimeout(forMs);
  proxy.mend();
  return true;
}
