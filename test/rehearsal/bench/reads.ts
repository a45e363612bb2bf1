import { isDeepStrictEqual } from 'node:util';
import { buildFacts } from '../../e2e/support/facts.ts';
import { signUp } from '../support/customers.ts';
import { compared, type Figure, inTurn } from '../support/figures.ts';
import { drive } from '../support/load.ts';
import { forSeconds, request } from '../support/requests.ts';
import { startProgram } from '../support/program.ts';
import type { Benchmark } from './bench.ts';

const connections = 16;
/**
 * A caller may have at most two requests in progress, so a single caller would measure that limit instead of the
 * gateway.
 */
const customers = 4;

interface Seeded {
  credential: string;
  /** The id of one of its cases. */
  id: string;
}

export const reads: Benchmark = {
  about: 'GET a case and a list of 20, compared with bare Koa and node-postgres with one named statement',
  async measure(stack, { rounds, short }) {
    const { seconds, cases } = short ? { seconds: 0.2, cases: 1 } : { seconds: 2, cases: 20 };
    const seeded: Seeded[] = [];
    for (let count = 0; count < customers; count += 1) seeded.push(await seed(stack.api, cases));
    const program = new URL('bare/gateway.ts', import.meta.url);
    const bare = await startProgram<{ url: string }>(program, [stack.databaseUrl()]);
    try {
      const figures: Figure[] = [];
      for (const [name, pathOf, atLeast] of [
        ['GET case', ({ id }: Seeded) => `/v1/cases/${id}`, 0.75],
        ['GET list of 20', () => '/v1/cases?limit=20', 1],
      ] as const) {
        for (const one of seeded) await expectSameResponse([stack.api, bare.ready.url], pathOf(one), one);
        const requests = seeded.map((one) => request(one, 'GET', pathOf(one)));
        const rate = (url: string) => drive({ url, connections, next: forSeconds(seconds, requests) });
        const turns = await inTurn(
          rounds,
          () => rate(stack.api),
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

/** Creates a customer with cases in progress, each with its notice and the proof of service. */
async function seed(api: string, cases: number): Promise<Seeded> {
  const { client, test } = await signUp(api);
  let id = '';
  for (let count = 0; count < cases; count += 1) {
    ({ id } = await client.createCase({ body: buildFacts() }));
    await client.submitCase({ id });
    await client.advanceCase({ id });
    await client.advanceCase({ id });
  }
  return { credential: test.credential, id };
}

/** Expects the same response from both sides, because a ratio is meaningless otherwise. */
async function expectSameResponse(urls: readonly string[], path: string, { credential }: Seeded): Promise<void> {
  const headers = { authorization: `Bearer ${credential}` };
  const [ours, bare] = await Promise.all(urls.map(async (url) => (await fetch(url + path, { headers })).json()));
  if (!isDeepStrictEqual(ours, bare)) {
    throw new Error(
      `${path} has different responses on the two sides:\n${JSON.stringify(ours)}\n${JSON.stringify(bare)}`,
    );
  }
}
