import { quantile } from '../bench/figures.ts';
import type { Outcomes } from './attacker/assault.ts';
import type { Watched } from './processes.ts';
import { p99, type Played } from './verdict.ts';
import type { Observation } from './work.ts';

export interface Row extends Played {
  bound: string;
  name: string;
  /** The responses to the attacker. */
  outcomes: Outcomes;
  broken: readonly string[];
}

const columns = [
  ['attack', 66],
  ['p50', 13],
  ['p99', 13],
  ['times', 6],
  ['webhook', 13],
  ['failed', 7],
  ['gateway', 8],
  ['worker', 7],
  ['render', 7],
  ['deliver', 8],
] as const;

/** The heading of the table; of two figures, the first is of the quiet run. */
export function heading(): string {
  return columns.map(([name, width], index) => (index === 0 ? name.padEnd(width) : name.padStart(width))).join(' ');
}

/** One line of the table: milliseconds, and the peaks of memory in MiB. */
export function line({ bound, name, quiet, attacked, peaks, broken }: Row): string {
  const pair = (of: (observed: Observation) => number) => `${whole(of(quiet))} ${whole(of(attacked)).padStart(6)}`;
  const mib = (process: Watched) => (peaks[process] === undefined ? '-' : whole(peaks[process]));
  const cells = [
    `${bound}: ${name}`,
    pair(({ samples }) => p50(samples.map(({ ms }) => ms))),
    pair(p99),
    (p99(attacked) / p99(quiet)).toFixed(1),
    pair(({ webhooks }) => quantile(webhooks, 0.99)),
    String(attacked.failures.length),
    mib('Gateways'),
    mib('Case worker'),
    mib('Renderer'),
    mib('Outbox worker'),
  ];
  const shown = cells.map((cell, index) => {
    const [, width] = columns[index] ?? ['', 0];
    return index === 0 ? cell.padEnd(width) : cell.padStart(width);
  });
  return `${shown.join(' ')}  ${broken.length === 0 ? 'kept' : 'BROKEN'}`;
}

/** The responses to the attacker, and the neighbour's figures for each kind of request. */
export function details({ outcomes, quiet, attacked, broken }: Row): string[] {
  const got = Object.entries(outcomes).map(([outcome, count]) => `${outcome} × ${count}`);
  const kinds = [...new Set(attacked.samples.map(({ kind }) => kind))].map((kind) => {
    const of = ({ samples }: Observation) =>
      quantile(
        samples.flatMap((one) => (one.kind === kind ? one.ms : [])),
        0.99,
      );
    return `${kind} ${whole(of(quiet))} to ${whole(of(attacked))}`;
  });
  return [
    `  attacker: ${got.join(', ') || 'no response'}`,
    `  p99 of each kind, ms: ${kinds.join(', ')}`,
    ...broken.map((what) => `  BROKEN: ${what}`),
  ];
}

function p50(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function whole(value: number): string {
  return Number.isNaN(value) ? '-' : value.toFixed(0);
}
