import { randomUUID } from 'node:crypto';
import { buildFacts } from '../e2e/support/facts.ts';
import { startBare } from './bare/client.ts';
import { recordCase, type WrittenRows } from './bare/rows.ts';
import type { Benchmark } from './benchmark.ts';
import { type CpuTimes, cpuTimes } from './cpu.ts';
import { newCustomer, newCustomers } from './customers.ts';
import type { Figure } from './figures.ts';
import { drive, each, type Order, order } from './load.ts';
import type { BenchStack } from './programs.ts';
import { compared, median, type Round } from './rounds.ts';

/** Cases in one round, each of a new customer: an organization may send 60 advances a minute. */
const casesPerRound = { usual: 24, tiny: 2 };
const atOnce = 8;

export const commands: Benchmark = {
  name: 'commands',
  about:
    'create, submit, advance, against a bare workflow with one Update and one local activity that writes the same rows in one statement',
  needs: 'stack',
  async measure(stack, { rounds, tiny }) {
    const count = tiny ? casesPerRound.tiny : casesPerRound.usual;
    const facts = nonpaymentFacts();
    const steps = await recordCase(stack.databaseUrl(), (await newCustomer(stack.url)).api, facts);
    const bare = await startBare(stack, steps);
    try {
      const measured: Record<keyof Rates, Round[]> = { create: [], submit: [], advance: [] };
      const costs: CpuTimes[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const keys = (await newCustomers(stack.url, count)).map(({ key }) => key);
        const ours = await driveService(stack, keys, facts);
        const theirs = await driveBare(bare, steps, count);
        if (round === 0) continue; // warms both up
        for (const name of names) measured[name].push({ ours: ours[name], bare: theirs[name] });
        costs.push(ours.cpuMsOfAdvance);
      }
      const ratios = names.flatMap((name) =>
        compared(name, measured[name], { unit: '/s', goal: { atLeast: goals[name] } }),
      );
      return [...ratios, ...cpuFigures(costs)];
    } finally {
      await bare.stop();
    }
  },
};

/** Per second. */
type Rates = Record<'create' | 'submit' | 'advance', number>;
const names = ['create', 'submit', 'advance'] as const;
const goals = { create: 0.7, submit: 0.65, advance: 0.8 } as const;

/** The CPU time of one advance, process by process. */
function cpuFigures(costs: readonly CpuTimes[]): Figure[] {
  const processes = Object.keys(costs[0] ?? {}) as (keyof CpuTimes)[];
  return processes.map((name) =>
    median(
      `advance: CPU time of ${name}`,
      costs.map((cost) => cost[name]),
      'ms',
    ),
  );
}

/** A case from create to closed, with its notice, its complaint and its summons. */
export function nonpaymentFacts() {
  return buildFacts({ attestations: { ...buildFacts().attestations, caresCovered: true } });
}

async function driveService(
  stack: BenchStack,
  keys: readonly string[],
  facts: object,
): Promise<Rates & { cpuMsOfAdvance: CpuTimes }> {
  const { url } = stack;
  const body = Buffer.from(JSON.stringify(facts));
  const cases: { id: string; key: string }[] = [];
  const create = await drive<Order & { key: string }>({
    url,
    connections: atOnce,
    next: each(keys.map((key) => ({ ...order('POST', '/v1/cases', key, body), key }))),
    onResponse: (response, { key }) => cases.push({ id: (JSON.parse(response.toString()) as { id: string }).id, key }),
  });
  const commandAll = (
    command: string,
    open: typeof cases,
    onResponse: (response: Buffer, one: { id: string }) => void,
  ) =>
    drive<Order & { id: string }>({
      url,
      connections: atOnce,
      next: each(open.map((one) => ({ ...order('POST', `/v1/cases/${one.id}/${command}`, one.key), id: one.id }))),
      onResponse,
    });
  const submit = await commandAll('submit', cases, () => {});
  const advance: Run[] = [];
  const cpuBefore = cpuTimes(stack);
  for (let open = cases; open.length > 0;) {
    const closed = new Set<string>();
    const rate = await commandAll('advance', open, (response, { id }) => {
      if (response.includes('"state":"closed"')) closed.add(id);
    });
    advance.push({ count: open.length, rate });
    open = open.filter(({ id }) => !closed.has(id));
  }
  const cpuAfter = cpuTimes(stack);
  const count = advance.reduce((sum, run) => sum + run.count, 0);
  const perAdvance = Object.entries(cpuAfter).map(([name, ms]) => [
    name,
    (ms - cpuBefore[name as keyof CpuTimes]) / count,
  ]);
  const cpuMsOfAdvance = Object.fromEntries(perAdvance) as CpuTimes;
  return { create, submit, advance: overAll(advance), cpuMsOfAdvance };
}

async function driveBare(
  bare: Awaited<ReturnType<typeof startBare>>,
  steps: readonly WrittenRows[],
  count: number,
): Promise<Rates> {
  const cases = Array.from({ length: count }, () => ({ id: `case_${randomUUID()}`, number: randomUUID() }));
  const all = (run: (one: { id: string; number: string }) => Promise<void>) => inPlaces(cases, run);
  const create = await all(({ id, number }) => bare.startCase(id, number, { index: 0, last: true }));
  const submit = await all(({ id, number }) => bare.startCase(id, number, { index: 1, last: false }));
  const advance: Run[] = [];
  for (let index = 2; index < steps.length; index += 1) {
    const rate = await all(({ id }) => bare.command(id, 1, { index, last: index === steps.length - 1 }));
    advance.push({ count: cases.length, rate });
  }
  return { create, submit, advance: overAll(advance) };
}

/** The rate per second, with the same concurrency as the service. */
async function inPlaces<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const waiting = [...all];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all.length / ((performance.now() - startedAt) / 1000);
}

interface Run {
  count: number;
  /** Per second. */
  rate: number;
}

/** The rate of several sequential runs. */
function overAll(runs: readonly Run[]): number {
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  return count / runs.reduce((sum, run) => sum + run.count / run.rate, 0);
}
