import { availableParallelism, loadavg } from 'node:os';
import { quantile } from '../bench/figures.ts';
import type { FloodResult } from './flood.ts';
import type { DeliveryCount } from './invariants/deliveries.ts';
import type { Plan } from './plan.ts';
import type { Tally } from './tally.ts';

export interface Outcome {
  seed: number;
  tally: Tally;
  deliveries: DeliveryCount;
  workflows: number;
  flood: FloodResult | null;
  seconds: number;
}

/** The results of a run as lines; the last ones report whether the promises are kept. */
export function reportOf({ seed, tally, deliveries, workflows, flood, seconds }: Outcome): string {
  const { faults, acknowledged, retries, cases, mended, violations } = tally;
  const times = (list: readonly number[]) => {
    const [p50, p99, max] = [0.5, 0.99, 1].map((part) => inSeconds(quantile(list, part)));
    return `p50 ${p50}, p99 ${p99}, max ${max}`;
  };
  const caught = waitsOfCaught(tally).toSorted((one, other) => other.ms - one.ms);
  const rows: [string, string][] = [
    ['seed', String(seed)],
    ['took', `${seconds.toFixed(0)} s`],
    ['work of the machine', `${(loadavg()[1] ?? 0).toFixed(1)} processes on ${availableParallelism()} cores`],
    ['faults injected', String(faults.length)],
    ['cases played', String(cases)],
    ['workflows that wait for what their rows say', String(workflows)],
    ['commands acknowledged', String(acknowledged.length)],
    ['attempts without a response', [...retries].map(([what, count]) => `${count} ${what}`).join(', ') || '0'],
    ['steps retried', String(mended)],
    ['recovery, new commands', times(faults.map(({ commandMs }) => commandMs))],
    ['recovery, new webhooks', times(faults.map(({ deliveryMs }) => deliveryMs))],
    ['recovery, commands caught in it', `${times(caught.map(({ ms }) => ms))}, ${caught.length} commands`],
    ['the longest of these, in', [...new Set(caught.slice(0, 5).map(({ fault }) => fault))].join('; ') || 'none'],
    ['events for customers', String(deliveries.events)],
    ['lost', String(tally.count('lost'))],
    ['done twice', String(tally.count('duplicated'))],
    ['webhooks that came again', String(deliveries.repeated)],
    ...(flood ? ([['500 events under fire', floodLine(flood)]] as [string, string][]) : []),
    ['violations', String(violations.length)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(46)}${value}`).join('\n');
}

/** The promises about time. */
export function checkTimes(tally: Tally, { recoversWithinMs, answersWithinMs }: Plan): void {
  const recovery = quantile(
    tally.faults.map(({ commandMs }) => commandMs),
    0.99,
  );
  if (recovery > recoversWithinMs) tally.add('slow', `new commands: p99 ${inSeconds(recovery)} after a fault`);
  const slow = waitsOfCaught(tally).filter(({ ms }) => ms > answersWithinMs);
  for (const { ms, fault } of slow) tally.add('slow', `a command caught in ${fault}: ${inSeconds(ms)} after it`);
}

/**
 * For commands in progress during a fault: time from its end to their response, in milliseconds, without the time that
 * later faults lasted.
 */
function waitsOfCaught({ faults, acknowledged }: Tally): { ms: number; fault: string }[] {
  return acknowledged.flatMap(({ startedAt, respondedAt }) => {
    const first = faults.findIndex((fault) => startedAt <= fault.endedAt && respondedAt >= fault.startedAt);
    const [fault, ...later] = first === -1 ? [] : faults.slice(first);
    if (!fault) return [];
    const lasted = later.map((one) => Math.max(0, Math.min(one.endedAt, respondedAt) - one.startedAt));
    const ms = respondedAt - fault.endedAt - lasted.reduce((sum, each) => sum + each, 0);
    return [{ ms: Math.max(0, ms), fault: fault.name }];
  });
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function floodLine({ events, delivered, repeated }: FloodResult): string {
  return `${events} recorded, ${delivered} messages arrived, ${repeated} of them again`;
}
