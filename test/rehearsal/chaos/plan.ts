import type { CrashPoints } from './faults/crash-points.ts';
import {
  crash,
  crashWith,
  failover,
  freezes,
  immediateStop,
  kills,
  type Lengths,
  lostPackets,
  type Nemesis,
  refusals,
  release,
  underRefusals,
  wrongClocks,
} from './faults/nemeses.ts';
import type { Random } from './random.ts';
import { servers } from './stack.ts';

export interface Plan {
  /** The number of cases that are played at once. */
  players: number;
  organizations: number;
  faults: readonly Nemesis[];
  /** Selects the moments at which a process is killed, from those that are known after the other faults. */
  crashes: (crashPoints: CrashPoints) => Promise<Nemesis[]>;
  /** No fault starts after this time, and the remaining ones are skipped. In milliseconds. */
  faultsWithinMs: number;
  /**
   * The time after a fault within which 99 of 100 new commands are accepted, on an otherwise idle machine. In
   * milliseconds.
   */
  recoversWithinMs: number;
  /** The time after a fault within which a command that was in progress during it is answered. In milliseconds. */
  answersWithinMs: number;
}

/** Returns every fault, in an order from the seed. */
export function fullPlan(random: Random): Plan {
  const lengths: Lengths = { freezeMs: 15_000, dropMs: 8000, clockMs: 5000, floodMs: 15_000, crashMs: 6000 };
  return {
    players: 10,
    organizations: 24,
    faults: random.shuffle([
      ...kills,
      immediateStop,
      failover,
      refusals(lengths),
      release,
      ...freezes(lengths),
      ...lostPackets(lengths),
      ...wrongClocks(lengths),
    ]),
    crashes: async ({ known }) => {
      const moments = await known();
      const unheard = random.shuffle(moments.filter(isRecorded)).slice(0, 4);
      const startingOver = moments.filter(isStartingOver);
      return random.shuffle([
        ...moments.map((moment) => crash(moment, lengths)),
        ...unheard.map((moment) => crashWith('Temporal', moment, lengths)),
        ...startingOver.flatMap((moment) => servers.map((server) => underRefusals(crashWith(server, moment, lengths)))),
      ]);
    },
    faultsWithinMs: Infinity,
    recoversWithinMs: 5000,
    answersWithinMs: 15_000,
  };
}

/** Returns a selection that is determined by the seed and takes about a minute and a half. */
export function shortPlan(random: Random): Plan {
  const lengths: Lengths = { freezeMs: 3000, dropMs: 2000, clockMs: 2000, floodMs: 2000, crashMs: 5000 };
  return {
    players: 6,
    organizations: 8,
    faults: random.shuffle([
      ...kills,
      immediateStop,
      failover,
      random.pick(freezes(lengths)),
      random.pick(lostPackets(lengths)),
      ...random.shuffle(wrongClocks(lengths)).slice(0, 1),
      refusals(lengths),
      release,
    ]),
    crashes: async ({ known }) => [crash(random.pick((await known()).filter(isRecorded)), lengths)],
    faultsWithinMs: 35_000,
    // The short form runs among other tests, on machines that may be busy. Only the full form checks the promised
    // times.
    recoversWithinMs: 45_000,
    answersWithinMs: 60_000,
  };
}

/** Whether this is the moment at which the database has a decision and Temporal doesn't. */
function isRecorded(moment: string): boolean {
  return moment.startsWith('case-worker: after write') && moment.includes('CaseEvent');
}

function isStartingOver(moment: string): boolean {
  return moment.startsWith('case-worker:') && moment.endsWith('continue-as-new');
}
