import { quantile } from '../support/figures.ts';
import type { Failure, Observation } from './work.ts';

/** The processes that are watched. The renderer is any child of the case worker. */
const watched = ['Gateways', 'Case worker', 'Outbox worker', 'Renderer'] as const;
/** The most memory of each process, in MiB. */
export type Peaks = Partial<Record<(typeof watched)[number], number>>;

/** The bounds of an attack's effect on the neighbor and on the processes. Nothing fails, and no process dies. */
interface Promises {
  /** Of the quiet run, and in milliseconds. */
  p99: { atMostTimes: number; atMostMs: number };
  webhookP99Ms: number;
}

/** On a machine that does nothing else. */
export const longPromises: Promises = { p99: { atMostTimes: 3, atMostMs: 500 }, webhookP99Ms: 2000 };
/** Among other tests on processors that may be busy: only delays of seconds are caught. */
export const shortPromises: Promises = { p99: { atMostTimes: Infinity, atMostMs: 8000 }, webhookP99Ms: 30_000 };

/** As the deployment limits it: a gateway has a heap of 256 MiB in a container of 512 MiB, a worker one of 1 GiB. */
const memoryMiB = { Gateways: 400, 'Case worker': 1024, Renderer: 1024, 'Outbox worker': 1024 };

/** The result of one attack. */
export interface Played {
  quiet: Observation;
  attacked: Observation;
  /** Before it, and its peak. */
  before: Peaks;
  peaks: Peaks;
  /** Processes that have ended. */
  deaths: number;
}

/** A sentence for each broken promise. */
export function broken({ quiet, attacked, peaks, deaths }: Played, { p99, webhookP99Ms }: Promises): string[] {
  const [before, during] = [p99Of(quiet), p99Of(attacked)];
  const late = quantile(attacked.webhooks, 0.99);
  const judged: [boolean, string][] = [
    [quiet.failures.length > 0, `failures before the attack: ${summary(quiet.failures)}`],
    [attacked.failures.length > 0, `failures: ${summary(attacked.failures)}`],
    [!(during <= before * p99.atMostTimes), `p99 ${(during / before).toFixed(1)} times that of the quiet run`],
    [!(during < p99.atMostMs), `p99 ${during.toFixed(0)} ms`],
    [late >= webhookP99Ms, `webhooks ${late.toFixed(0)} ms late`],
    [deaths > 0, `${deaths} processes died`],
    ...watched.map((name): [boolean, string] => {
      const peak = peaks[name] ?? 0;
      return [peak >= memoryMiB[name], `${name} took ${peak.toFixed(0)} MiB, not less than ${memoryMiB[name]}`];
    }),
  ];
  return judged.flatMap(([isBroken, what]) => (isBroken ? [what] : []));
}

/** One line of the report; of two figures, the first is of the quiet run, or of the memory before the attack. */
export function rowOf(attack: string, { quiet, attacked, before, peaks }: Played) {
  const pair = (of: (observed: Observation) => number) => `${of(quiet).toFixed(0)} ${of(attacked).toFixed(0)}`;
  return {
    attack,
    'p50, ms': pair(({ samples }) => quantile(samples, 0.5)),
    'p99, ms': pair(p99Of),
    'reads p99, ms': pair(({ reads }) => quantile(reads, 0.99)),
    times: p99Of(attacked) / p99Of(quiet),
    'webhook p99, ms': pair(({ webhooks }) => quantile(webhooks, 0.99)),
    failed: attacked.failures.length,
    ...Object.fromEntries(
      watched.map((name) => [`${name}, MiB`, [before, peaks].map((of) => Math.round(of[name] ?? 0)).join(' ')]),
    ),
  };
}

function p99Of({ samples }: Observation): number {
  return quantile(samples, 0.99);
}

/** What failed, the most frequent first, with how often and after how long. */
function summary(failures: readonly Failure[]): string {
  const kinds = new Map<string, number[]>();
  for (const { what, after } of failures) kinds.set(what, [...(kinds.get(what) ?? []), after]);
  const sorted = [...kinds].toSorted(([, one], [, other]) => other.length - one.length);
  return sorted
    .map(([what, all]) => {
      const after = [Math.min(...all), Math.max(...all)].map((ms) => ms.toFixed(0));
      return `${all.length} × ${what} after ${after.join(' to ')} ms`;
    })
    .join(', ');
}
