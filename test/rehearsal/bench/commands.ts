import { randomUUID } from 'node:crypto';
import { compared, type Round } from '../support/figures.ts';
import { signUp, signUpMany } from '../support/customers.ts';
import { drive } from '../support/load.ts';
import { each, json, type RawRequest, request } from '../support/requests.ts';
import type { LocalStack } from '../support/local-stack.ts';
import { startBare } from './bare/client.ts';
import { recordCase, type WrittenRows } from './bare/rows.ts';
import type { Benchmark } from './bench.ts';
import { nonpaymentFacts } from './full-case.ts';

const atOnce = 8;
const goals = { create: 0.7, submit: 0.65, advance: 0.6 } as const;
const names = ['create', 'submit', 'advance'] as const;

/** Commands per second. */
type Rates = Record<(typeof names)[number], number>;

export const commands: Benchmark = {
  about: 'create, submit and advance, compared with a bare workflow whose only local activity writes the same rows',
  async measure(stack, { rounds, short }) {
    // Each case has a new customer, because an organization may only send 60 advances per minute.
    const count = short ? 2 : 24;
    const { client } = await signUp(stack.api);
    const steps = await recordCase(stack.databaseUrl(), client, nonpaymentFacts());
    const bare = await startBare(stack, steps);
    try {
      const measured: { ours: Rates; bare: Rates }[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await driveService(stack, count);
        measured.push({ ours, bare: await driveBare(bare, steps, count) });
      }
      return names.flatMap((name) => {
        // The first round warms both sides up.
        const ofName = measured.slice(1).map((one): Round => ({ ours: one.ours[name], bare: one.bare[name] }));
        return compared(name, ofName, { unit: '/s', goal: { atLeast: goals[name] } });
      });
    } finally {
      await bare.stop();
    }
  },
};

async function driveService({ api: url }: LocalStack, count: number): Promise<Rates> {
  const customers = await signUpMany(url, count);
  const body = json(nonpaymentFacts());
  const cases: { id: string; credential: string }[] = [];
  const create = await drive<RawRequest & { credential: string }>({
    url,
    connections: atOnce,
    next: each(customers.map(({ test }) => ({ ...request(test, 'POST', '/v1/cases', { body }), ...test }))),
    onResponse: (response, { credential }) =>
      void cases.push({ id: (JSON.parse(response.toString()) as { id: string }).id, credential }),
  });
  const closed = new Set<string>();
  const commandAll = (command: string, open: typeof cases) =>
    drive<RawRequest & { id: string }>({
      url,
      connections: atOnce,
      next: each(open.map((one) => ({ ...request(one, 'POST', `/v1/cases/${one.id}/${command}`), id: one.id }))),
      onResponse: (response, { id }) => {
        if (response.includes('"state":"closed"')) closed.add(id);
      },
    });
  const submit = await commandAll('submit', cases);
  const advance: Run[] = [];
  for (let open = cases; open.length > 0; open = open.filter(({ id }) => !closed.has(id))) {
    advance.push({ count: open.length, rate: await commandAll('advance', open) });
  }
  return { create, submit, advance: overAll(advance) };
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
    advance.push({ count, rate });
  }
  return { create, submit, advance: overAll(advance) };
}

/** Runs these with the same concurrency as the service. Returns the rate per second. */
async function inPlaces<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const waiting = all.values();
  const work = async () => {
    for (const one of waiting) await run(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all.length / ((performance.now() - startedAt) / 1000);
}

interface Run {
  count: number;
  /** Executions per second. */
  rate: number;
}

/** Returns the overall rate of several sequential runs. */
function overAll(runs: readonly Run[]): number {
  const count = runs.reduce((sum, run) => sum + run.count, 0);
  return count / runs.reduce((sum, run) => sum + run.count / run.rate, 0);
}
