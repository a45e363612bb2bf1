import type { CrashPoints } from './faults/crash-points.ts';
import {
  crash,
  crashWithTemporal,
  failover,
  freezes,
  immediateStop,
  kills,
  type Lengths,
  lostPackets,
  type Nemesis,
  refusals,
} from './faults/nemeses.ts';
import type { Random } from './random.ts';

export interface Plan {
  /** Cases that are played at once. */
  players: number;
  organizations: number;
  faults: readonly Nemesis[];
  /** Selects the moments in which a process dies from those known after the other faults. */
  crashes: (crashPoints: CrashPoints) => Promise<Nemesis[]>;
  /** No fault is started after this; the remaining ones are skipped. */
  faultsWithinMs: number;
  /** How soon after a fault a new command is accepted, on an otherwise idle machine. */
  recoversWithinMs: number;
  /** Whether 500 events are sent out under fire afterwards. */
  hasFlood: boolean;
}

/** Every fault, in an order from the seed. */
export function fullPlan(random: Random): Plan {
  const lengths: Lengths = { freezeMs: 15_000, dropMs: 8000, floodMs: 15_000, crashMs: 6000 };
  return {
    players: 10,
    organizations: 24,
    faults: random.shuffle([
      ...kills,
      immediateStop,
      failover,
      refusals(lengths),
      ...freezes(lengths),
      ...lostPackets(lengths),
    ]),
    crashes: async ({ known }) => {
      const moments = random.shuffle(await known());
      const unheard = moments
        .filter(isRecorded)
        .slice(0, 4)
        .map((moment) => crashWithTemporal(moment, lengths));
      return inTurn([...moments.map((moment) => crash(moment, lengths)), ...unheard]);
    },
    faultsWithinMs: Infinity,
    recoversWithinMs: 5000,
    hasFlood: true,
  };
}

/** A selection, by the seed, that fits into a minute and a half. */
export function shortPlan(random: Random): Plan {
  const lengths: Lengths = { freezeMs: 3000, dropMs: 2000, floodMs: 2000, crashMs: 5000 };
  return {
    players: 6,
    organizations: 8,
    faults: random
      .shuffle([
        ...kills,
        immediateStop,
        failover,
        random.pick(freezes(lengths)),
        random.pick(lostPackets(lengths)),
        refusals(lengths),
      ])
      // A request to a dead gateway waits for its claim to expire; the others continue.
      .sort((one, other) => Number(other.ends.includes('Gateways')) - Number(one.ends.includes('Gateways'))),
    crashes: async ({ known }) => [crash(random.pick((await known()).filter(isRecorded)), lengths)],
    faultsWithinMs: 35_000,
    // One of many tests, on machines that may be busy: only the full form checks recovery times.
    recoversWithinMs: 45_000,
    hasFlood: false,
  };
}

/** The moment in which the database has a decision and Temporal does not. */
function isRecorded(moment: string): boolean {
  return moment.startsWith('case-worker: after write') && moment.includes('CaseEvent');
}

/** Spreads them, so that the same process does not die twice in a row if others could. */
function inTurn(nemeses: readonly Nemesis[]): Nemesis[] {
  const placed = nemeses.map((nemesis) => {
    const line = nemeses.filter(({ ends }) => ends[0] === nemesis.ends[0]);
    return { nemesis, place: (line.indexOf(nemesis) + 0.5) / line.length };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ nemesis }) => nemesis);
}
