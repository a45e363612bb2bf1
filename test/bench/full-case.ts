import { caseWorkflowId } from '@evict/temporal';
import { startBare } from './bare/client.ts';
import { operationsOf } from './bare/operations.ts';
import type { Benchmark } from './benchmark.ts';
import { nonpaymentFacts } from './commands.ts';
import { type Customer, newCustomers } from './customers.ts';
import type { Figure } from './figures.ts';
import { compared, inTurn } from './rounds.ts';

export const fullCase: Benchmark = {
  name: 'full-case',
  about: 'one sandbox case from create to closed, against the same Temporal operations with nothing done in them',
  needs: 'stack',
  async measure(stack, { rounds }) {
    const bare = await startBare(stack);
    try {
      // An organization may send 60 advances a minute.
      const customers = await newCustomers(stack.url, rounds + 2);
      const first = await takeCase(customers.shift());
      const operations = await operationsOf(bare.client, caseWorkflowId(first.id));
      const turns = await inTurn(
        rounds,
        async () => (await takeCase(customers.shift())).ms,
        () => bare.operate(operations),
      );
      const count = (of: (one: (typeof operations)[number]) => number) =>
        operations.reduce((sum, one) => sum + of(one), 0);
      const events = (name: string, value: number): Figure => ({ name, value, unit: 'events' });
      return [
        ...compared('create to closed', turns, { unit: 'ms', goal: { atMost: 1.4 } }),
        events('its Updates', operations.length),
        events(
          'its local activities',
          count(({ localActivities }) => localActivities),
        ),
        events(
          'its activities',
          count(({ activities }) => activities),
        ),
        events(
          'its timers',
          count(({ timers }) => timers),
        ),
      ];
    } finally {
      await bare.stop();
    }
  },
};

async function takeCase(customer: Customer | undefined): Promise<{ id: string; ms: number }> {
  if (!customer) throw new Error('every case needs a customer of its own');
  const { api } = customer;
  const body = nonpaymentFacts();
  const startedAt = performance.now();
  const { id } = await api.createCase({ body });
  await api.submitCase({ id });
  for (let state = ''; state !== 'closed';) ({ state } = await api.advanceCase({ id }));
  return { id, ms: performance.now() - startedAt };
}
