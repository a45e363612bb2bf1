import type { CrashPoints } from './faults/crash-points.ts';
import {
  crash,
  droppedAnswers,
  freezes,
  immediateStop,
  kills,
  type Lengths,
  type Nemesis,
  politeStop,
} from './faults/nemeses.ts';
import type { Random } from './random.ts';

export interface Plan {
  /** Cases that are played at once. */
  players: number;
  organizations: number;
  faults: readonly Nemesis[];
  /** Of the moments that are known when the faults are over, those in which a process is to die. */
  crashes: (crashPoints: CrashPoints) => Promise<Nemesis[]>;
  /** From the end of a fault to the answer of a command that was sent after it. */
  recoversWithinMs: number;
  /** Whether 500 events are sent out under fire afterwards. */
  hasFlood: boolean;
}

/** Every fault, in an order of the seed. */
export function fullPlan(random: Random): Plan {
  const lengths: Lengths = { freezeMs: 15_000, dropMs: 8000, crashMs: 10_000 };
  return {
    players: 10,
    organizations: 24,
    faults: random.shuffle([...kills, immediateStop, ...freezes(lengths), ...droppedAnswers(lengths)]),
    crashes: async ({ known }) => inTurn(random.shuffle(await known()).map((moment) => crash(moment, lengths))),
    recoversWithinMs: 5000,
    hasFlood: true,
  };
}

/** What fits into a minute and a half: what takes longest to heal comes first. */
export function shortPlan(random: Random): Plan {
  const lengths: Lengths = { freezeMs: 3000, dropMs: 2000, crashMs: 5000 };
  const order = ['Gateways', 'Delivery worker', 'Case worker', 'Temporal'];
  return {
    players: 6,
    organizations: 8,
    faults: [
      ...order.flatMap((name) => kills.filter(({ ends }) => ends === name)),
      immediateStop,
      random.pick(freezes(lengths)),
      random.pick(droppedAnswers(lengths)),
    ],
    crashes: async ({ known }) => {
      const moments = (await known()).filter((moment) => moment.startsWith('case-worker: after commit'));
      return [crash(random.pick(moments), lengths), politeStop('Delivery worker')];
    },
    // Beside other tests, on a machine that is short of everything, it only has to come back.
    recoversWithinMs: 30_000,
    hasFlood: false,
  };
}

/** Spread over the whole, so that the same process does not die twice in a row where others could. */
function inTurn(nemeses: readonly Nemesis[]): Nemesis[] {
  const placed = nemeses.map((nemesis) => {
    const line = nemeses.filter(({ ends }) => ends === nemesis.ends);
    return { nemesis, place: (line.indexOf(nemesis) + 0.5) / line.length };
  });
  return placed.sort((one, other) => one.place - other.place).map(({ nemesis }) => nemesis);
}
