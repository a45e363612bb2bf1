import { isDeepStrictEqual } from 'node:util';
import type { Benchmark } from './benchmark.ts';
import { newCustomer } from './customers.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Figure } from './figures.ts';
import { drive, forSeconds, order } from './load.ts';
import { type BenchStack, startProgram } from './programs.ts';
import { compared, inTurn } from './rounds.ts';

const connections = 16;
/** A caller has at most two requests in work at once: a single caller would measure that bound instead of the gateway. */
const customers = 4;
const sizes = { usual: { seconds: 2, cases: 20 }, tiny: { seconds: 0.2, cases: 1 } };

export const reads: Benchmark = {
  name: 'reads',
  about: 'GET a case and a list of 20, against bare Koa and node-postgres with one named statement',
  needs: 'stack',
  async measure(stack, { rounds, tiny }) {
    const { seconds, cases } = tiny ? sizes.tiny : sizes.usual;
    const seeded: Seeded[] = [];
    for (let count = 0; count < customers; count += 1) seeded.push(await seed(stack, cases));
    const bare = await startProgram<{ url: string }>(new URL('bare/gateway.ts', import.meta.url), [
      stack.databaseUrl(),
    ]);
    try {
      const figures: Figure[] = [];
      for (const [name, pathOf, atLeast] of [
        ['GET case', ({ id }: Seeded) => `/v1/cases/${id}`, 0.75],
        ['GET list of 20', () => '/v1/cases?limit=20', 1],
      ] as const) {
        for (const one of seeded) await expectSameResponse([stack.url, bare.ready.url], pathOf(one), one.key);
        const orders = seeded.map((one) => order('GET', pathOf(one), one.key));
        const rate = (url: string) => drive({ url, connections, next: forSeconds(seconds, orders) });
        const turns = await inTurn(
          rounds,
          () => rate(stack.url),
          () => rate(bare.ready.url),
        );
        figures.push(...compared(name, turns, { unit: '/s', goal: { atLeast } }));
      }
      return figures;
    } finally {
      await bare.stop();
    }
  },
};

interface Seeded {
  key: string;
  /** One of its cases. */
  id: string;
}

/** A customer with cases in progress, each with its notice and the proof that it was served. */
async function seed({ url }: BenchStack, cases: number): Promise<Seeded> {
  const { api, key } = await newCustomer(url);
  let id = '';
  for (let count = 0; count < cases; count += 1) {
    ({ id } = await api.createCase({ body: buildFacts() }));
    await api.submitCase({ id });
    await api.advanceCase({ id });
    await api.advanceCase({ id });
  }
  return { key, id };
}

/** A ratio is meaningful only if both sides return the same. */
async function expectSameResponse(urls: readonly string[], path: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const [ours, bare] = await Promise.all(urls.map(async (url) => (await fetch(url + path, { headers })).json()));
  if (!isDeepStrictEqual(ours, bare)) {
    throw new Error(`${path} has two different responses:\n${JSON.stringify(ours)}\n${JSON.stringify(bare)}`);
  }
}
