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
  /** Cases that are played at once. */
  players: number;
  organizations: number;
  faults: readonly Nemesis[];
  /** Selects the moments in which a process dies from those known after the other faults. */
  crashes: (crashPoints: CrashPoints) => Promise<Nemesis[]>;
  /** No fault is started after this; the remaining ones are skipped. */
  faultsWithinMs: number;
  /** On an otherwise idle machine: of new commands after a fault, 99 in 100 are accepted within this time. */
  recoversWithinMs: number;
  /** How long after a fault a command that is caught in it is answered. */
  answersWithinMs: number;
}

/** Every fault, in an order from the seed. */
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

/** A selection, by the seed, that fits into a minute and a half. */
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
    // One of many tests, on machines that may be busy: only the full form checks these times.
    recoversWithinMs: 45_000,
    answersWithinMs: 60_000,
  };
}

/** The moment in which the database has a decision and Temporal does not. */
function isRecorded(moment: string): boolean {
  return moment.startsWith('case-worker: after write') && moment.includes('CaseEvent');
}

function isStartingOver(moment: string): boolean {
  return moment.startsWith('case-worker:') && moment.endsWith('continue-as-new');
}
