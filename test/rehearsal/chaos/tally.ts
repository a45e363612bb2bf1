import { quantile } from '../support/figures.ts';

/** The kinds of broken promises. */
export type Wrong = 'lost' | 'duplicated' | 'disagreement' | 'unanswered' | 'stuck' | 'slow';

interface Violation {
  wrong: Wrong;
  what: string;
}

/** A broken promise after which the case can't be played any further. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly wrong: Wrong;

  constructor(wrong: Wrong, what: string) {
    super(what);
    this.wrong = wrong;
  }
}

/** An acknowledged command. The times are of its first attempt and its response, in epoch milliseconds. */
interface Acknowledged {
  startedAt: number;
  respondedAt: number;
}

interface Fault {
  name: string;
  startedAt: number;
  endedAt: number;
  /** The time from the end of the fault until a command that was sent afterwards was acknowledged, in milliseconds. */
  commandMs: number;
  /** The time from the end of the fault until the event of such a command reached a receiver, in milliseconds. */
  deliveryMs: number;
}

/** The counts of a run. */
export class Tally {
  readonly faults: Fault[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** The ids of the events of each case, in order, as of its last acknowledged command. */
  readonly histories = new Map<string, readonly string[]>();
  readonly violations: Violation[] = [];
  /** The number of attempts without a final response, by outcome. */
  readonly retries = new Map<string, number>();
  cases = 0;
  /** The number of failed steps that operators have retried. */
  mended = 0;

  countRetry(instead: string): void {
    this.retries.set(instead, (this.retries.get(instead) ?? 0) + 1);
  }

  add(wrong: Wrong, what: string): void {
    this.violations.push({ wrong, what });
    console.log(`VIOLATION ${wrong}: ${what}`);
  }

  count(wrong: Wrong): number {
    return this.violations.filter((one) => one.wrong === wrong).length;
  }
}

/** Returns the counts of a run, and how long the service took to recover, as rows of the report. */
export function rowsOf(tally: Tally): { what: string; found: string | number }[] {
  const { faults, acknowledged, retries, cases, mended, violations } = tally;
  const times = (list: readonly number[]) => {
    const [p50, p99, max] = [0.5, 0.99, 1].map((part) => inSeconds(quantile(list, part)));
    return `p50 ${p50}, p99 ${p99}, max ${max}`;
  };
  const caught = waitsOfCaught(tally).toSorted((one, other) => other.ms - one.ms);
  const rows = {
    'faults injected': faults.length,
    'cases played': cases,
    'commands acknowledged': acknowledged.length,
    'attempts without a response': [...retries].map(([what, count]) => `${count} ${what}`).join(', ') || 0,
    'steps retried': mended,
    'recovery, new commands': times(faults.map(({ commandMs }) => commandMs)),
    'recovery, new webhooks': times(faults.map(({ deliveryMs }) => deliveryMs)),
    'recovery, commands in progress': `${times(caught.map(({ ms }) => ms))}, ${caught.length} commands`,
    'faults with the longest of these': [...new Set(caught.slice(0, 5).map(({ fault }) => fault))].join('; ') || 'none',
    lost: tally.count('lost'),
    'done twice': tally.count('duplicated'),
    violations: violations.length,
  };
  return Object.entries(rows).map(([what, found]) => ({ what, found }));
}

/** Checks the promises about time. */
export function checkTimes(tally: Tally, recoversWithinMs: number, answersWithinMs: number): void {
  const commands = tally.faults.map(({ commandMs }) => commandMs);
  const recovery = quantile(commands, 0.99);
  if (recovery > recoversWithinMs)
    tally.add('slow', `the p99 of new commands was ${inSeconds(recovery)} after a fault`);
  const slow = waitsOfCaught(tally).filter(({ ms }) => ms > answersWithinMs);
  for (const { ms, fault } of slow)
    tally.add('slow', `a command in progress during "${fault}" took until ${inSeconds(ms)} after it`);
}

/**
 * For each command in progress during a fault, returns the time from the end of the fault to the response, in
 * milliseconds, minus the time that later faults lasted.
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
