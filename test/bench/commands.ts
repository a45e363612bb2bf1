import { randomUUID } from 'node:crypto';
import { buildFacts } from '../e2e/support/facts.ts';
import { startBare } from './bare/client.ts';
import { recordCase, type WrittenRows } from './bare/rows.ts';
import type { Benchmark } from './benchmark.ts';
import { newCustomer, newCustomers } from './customers.ts';
import type { Figure } from './figures.ts';
import { type Answered, drive, each, order, type Order } from './load.ts';
import type { BenchStack } from './programs.ts';
import { compared, type Round } from './rounds.ts';

/** Cases in one round: one for each customer, since 60 advances a minute are an organization's limit. */
const casesPerRound = 24;
const atOnce = 8;

export const commands: Benchmark = {
  name: 'commands',
  about: 'create, submit, advance, against a bare workflow with one Update and one local activity writing the same rows',
  needs: 'stack',
  async measure(stack, { rounds }) {
    const facts = nonpaymentFacts();
    const steps = await recordCase(stack.databaseUrl(), (await newCustomer(stack.url)).api, facts);
    const keys = (await newCustomers(stack.url, casesPerRound)).map(({ key }) => key);
    const bare = await startBare(stack, steps);
    try {
      const measured: Record<keyof Rates, Round[]> = { create: [], submit: [], advance: [] };
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await driveService(stack, keys, facts, steps.length - 2);
        const theirs = await driveBare(bare, steps);
        if (round === 0) continue; // warms both up
        for (const name of names) measured[name].push({ ours: ours[name], bare: theirs[name] });
      }
      return names.flatMap((name): Figure[] => compared(name, measured[name], '/s', { atLeast: 0.7 }));
    } finally {
      await bare.stop();
    }
  },
};

/** A second. */
type Rates = Record<'create' | 'submit' | 'advance', number>;
const names = ['create', 'submit', 'advance'] as const;

/** A case that goes from create to closed with its notice, its complaint and its summons. */
export function nonpaymentFacts() {
  return buildFacts({ attestations: { ...buildFacts().attestations, caresCovered: true } });
}

async function driveService(
  { url }: BenchStack,
  keys: readonly string[],
  facts: object,
  advances: number,
): Promise<Rates> {
  const body = Buffer.from(JSON.stringify(facts));
  const cases: { id: string; key: string }[] = [];
  const keep = ({ body: answer }: Answered, { head }: Order) => {
    const { id } = JSON.parse(answer.toString()) as { id: string };
    cases.push({ id, key: /Bearer (\S+)/.exec(head)?.[1] ?? '' });
  };
  const send = (orders: readonly Order[], onAnswer = (_answer: Answered, _order: Order) => {}) =>
    drive({ url, connections: atOnce, next: each(orders), onAnswer });
  const create = await send(keys.map((key) => order('POST', '/v1/cases', key, body)), keep);
  const command = (name: string) => cases.map(({ id, key }) => order('POST', `/v1/cases/${id}/${name}`, key));
  const submit = await send(command('submit'));
  const rates: number[] = [];
  for (let step = 0; step < advances; step += 1) rates.push(await send(command('advance')));
  return { create, submit, advance: overAll(rates) };
}

async function driveBare(bare: Awaited<ReturnType<typeof startBare>>, steps: readonly WrittenRows[]): Promise<Rates> {
  const cases = Array.from({ length: casesPerRound }, () => ({ id: `case_${randomUUID()}`, number: randomUUID() }));
  const all = (run: (one: { id: string; number: string }) => Promise<void>) => inPlaces(cases, run);
  const create = await all(({ id, number }) => bare.startCase(id, number, { index: 0, last: true }));
  const submit = await all(({ id, number }) => bare.startCase(id, number, { index: 1, last: false }));
  const rates: number[] = [];
  for (let index = 2; index < steps.length; index += 1) {
    rates.push(await all(({ id }) => bare.command(id, 1, { index, last: index === steps.length - 1 })));
  }
  return { create, submit, advance: overAll(rates) };
}

/** As many at once as the service gets; how many a second. */
async function inPlaces<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<number> {
  const begun = performance.now();
  const waiting = [...all];
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all.length / ((performance.now() - begun) / 1000);
}

/** The rate of several runs of equal length. */
function overAll(rates: readonly number[]): number {
  return rates.length / rates.reduce((sum, rate) => sum + 1 / rate, 0);
}
