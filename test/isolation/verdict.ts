import { quantile } from '../bench/figures.ts';
import type { Peaks, Watched } from './processes.ts';
import type { Observation } from './work.ts';

/** The bounds of an attack's effect on the neighbour and on the processes. */
export interface Promises {
  failures: number;
  /** Of the p99 of the quiet run, and in milliseconds. */
  p99: { atMostTimes: number; atMostMs: number };
  webhookP99Ms: number;
  memoryMiB: Record<Watched, number>;
  /** Processes that have ended. */
  deaths: number;
}

/** The result of one attack. */
export interface Played {
  quiet: Observation;
  attacked: Observation;
  peaks: Peaks;
  deaths: number;
}

/** A sentence for each broken promise. */
export function broken({ quiet, attacked, peaks, deaths }: Played, promises: Promises): string[] {
  const [before, during] = [p99(quiet), p99(attacked)];
  const memory = Object.entries(promises.memoryMiB) as [Watched, number][];
  const judged: [boolean, string][] = [
    [quiet.failures.length > 0, `${quiet.failures.length} failures before the attack (${summary(quiet.failures)})`],
    [
      attacked.failures.length > promises.failures,
      `${attacked.failures.length} failures (${summary(attacked.failures)})`,
    ],
    [
      !(during <= before * promises.p99.atMostTimes),
      `p99 ${(during / before).toFixed(1)} times that of the quiet run, at most ${promises.p99.atMostTimes}`,
    ],
    [!(during < promises.p99.atMostMs), `p99 ${during.toFixed(0)} ms, less than ${promises.p99.atMostMs} ms`],
    [
      attacked.webhooks.length > 0 && !(quantile(attacked.webhooks, 0.99) < promises.webhookP99Ms),
      `webhooks ${quantile(attacked.webhooks, 0.99)} ms late, less than ${promises.webhookP99Ms} ms`,
    ],
    [deaths > promises.deaths, `${deaths} processes died`],
    ...memory.map(([name, most]): [boolean, string] => {
      const peak = peaks[name] ?? 0;
      return [peak >= most, `${name} took ${peak.toFixed(0)} MiB, less than ${most} MiB`];
    }),
  ];
  return judged.flatMap(([isBroken, what]) => (isBroken ? [what] : []));
}

/** Of every request of the work, in milliseconds. */
export function p99({ samples }: Observation): number {
  return quantile(
    samples.map(({ ms }) => ms),
    0.99,
  );
}

/** The texts with their counts, the most frequent first. */
export function summary(texts: readonly string[], most = 4): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, most).map(([text, count]) => `${count} × ${text}`);
  return [...shown, ...(sorted.length > most ? [`${sorted.length - most} more`] : [])].join(', ');
}
