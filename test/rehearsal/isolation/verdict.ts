import { quantile } from '../support/figures.ts';
import type { Failure, Observation } from './work.ts';

/** The processes whose memory is watched. A renderer is any child of the case worker. */
const watched = ['Gateways', 'Case worker', 'Outbox worker', 'Renderer'] as const;
/** The most memory that each process has used, in MiB. */
export type Peaks = Partial<Record<(typeof watched)[number], number>>;

/**
 * How much an attack may affect the neighbor. In addition, none of the neighbor's requests may fail, and no process may
 * die.
 */
interface Promises {
  /** The limit as a multiple of the quiet run, and in milliseconds. */
  p99: { atMostTimes: number; atMostMs: number };
  webhookP99Ms: number;
}

/** The promises on an otherwise idle machine. */
export const longPromises: Promises = { p99: { atMostTimes: 3, atMostMs: 500 }, webhookP99Ms: 2000 };
/**
 * The promises of the short form, which runs among other tests on processors that may be busy. It only catches delays
 * of seconds.
 */
export const shortPromises: Promises = { p99: { atMostTimes: Infinity, atMostMs: 8000 }, webhookP99Ms: 30_000 };

/**
 * Limits like those of the deployment: a gateway has a heap of 256 MiB in a container of 512 MiB, and a worker has a
 * container of 1 GiB.
 */
const memoryMiB = { Gateways: 400, 'Case worker': 1024, Renderer: 1024, 'Outbox worker': 1024 };

/** The result of one attack. */
export interface Played {
  quiet: Observation;
  attacked: Observation;
  /** The memory of the processes before the attack, and its peak. */
  before: Peaks;
  peaks: Peaks;
  /** The number of processes that have died. */
  deaths: number;
}

/** Returns a sentence for each broken promise. */
export function broken({ quiet, attacked, peaks, deaths }: Played, { p99, webhookP99Ms }: Promises): string[] {
  const [before, during] = [p99Of(quiet), p99Of(attacked)];
  const late = quantile(attacked.webhooks, 0.99);
  const judged: [boolean, string][] = [
    [quiet.failures.length > 0, `requests failed before the attack: ${summary(quiet.failures)}`],
    [attacked.failures.length > 0, `requests failed: ${summary(attacked.failures)}`],
    [!(during <= before * p99.atMostTimes), `the p99 was ${(during / before).toFixed(1)} times that of the quiet run`],
    [!(during < p99.atMostMs), `the p99 was ${during.toFixed(0)} ms`],
    [late >= webhookP99Ms, `webhooks took ${late.toFixed(0)} ms`],
    [deaths > 0, `${deaths} processes died`],
    ...watched.map((name): [boolean, string] => {
      const peak = peaks[name] ?? 0;
      return [peak >= memoryMiB[name], `${name} used ${peak.toFixed(0)} MiB, the limit is ${memoryMiB[name]} MiB`];
    }),
  ];
  return judged.flatMap(([isBroken, what]) => (isBroken ? [what] : []));
}

/**
 * Returns one row of the report. In a cell with two numbers, the first is from the quiet run, or the memory before the
 * attack.
 */
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

/** Summarizes the failures, the most frequent first, with their number and the time after which they occurred. */
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
