import { caseWorkflowId } from '@evict/temporal';
import type { Client } from '@temporalio/client';
import { buildFacts } from '../../e2e/support/facts.ts';
import { type Organization, signUpMany } from '../support/customers.ts';
import { compared, inTurn } from '../support/figures.ts';
import { startBare } from './bare/client.ts';
import type { Operations } from './bare/workflows.ts';
import type { Benchmark } from './bench.ts';

export const fullCase: Benchmark = {
  about:
    'a sandbox case from create to closed, compared with its Temporal operations without any work, and the size of its history',
  async measure(stack, { rounds }) {
    const bare = await startBare(stack);
    try {
      // Each round has its own customer, because an organization may only send 60 advances per minute.
      const customers = (await signUpMany(stack.api, rounds + 2)).values();
      const first = await takeCase(customers.next().value);
      const workflow = bare.client.workflow.getHandle(caseWorkflowId(first.id));
      const { historyLength, historySize = Number.NaN } = await workflow.describe();
      const operations = await operationsOf(bare.client, caseWorkflowId(first.id));
      const turns = await inTurn(
        rounds,
        async () => (await takeCase(customers.next().value)).ms,
        () => bare.operate(operations),
      );
      return [
        ...compared('create to closed', turns, { unit: 'ms', goal: { atMost: 2 } }),
        { name: 'history', value: historyLength, unit: 'events', goal: { atMost: 90 } },
        { name: 'history', value: historySize / 1024, unit: 'KiB', goal: { atMost: 20 } },
        { name: 'Updates', value: operations.length, unit: 'Updates' },
      ];
    } finally {
      await bare.stop();
    }
  },
};

/** Returns the facts of a case that has a notice, a complaint and a summons on its way from create to closed. */
export function nonpaymentFacts() {
  return buildFacts({ attestations: { ...buildFacts().attestations, caresCovered: true } });
}

async function takeCase(customer: Organization | undefined): Promise<{ id: string; ms: number }> {
  if (!customer) throw new Error('every case needs its own customer');
  const { client } = customer;
  const body = nonpaymentFacts();
  const startedAt = performance.now();
  const { id } = await client.createCase({ body });
  await client.submitCase({ id });
  for (let state = ''; state !== 'closed';) ({ state } = await client.advanceCase({ id }));
  return { id, ms: performance.now() - startedAt };
}

/** Returns the Temporal operations of a workflow from its history, grouped by Update. */
async function operationsOf(client: Client, workflowId: string): Promise<Operations[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const found: Operations[] = [];
  for (const event of events ?? []) {
    if (event.workflowExecutionUpdateAcceptedEventAttributes) {
      found.push({ localActivities: 0, activities: 0, timers: 0 });
    }
    const current = found.at(-1);
    if (!current) continue;
    if (event.markerRecordedEventAttributes?.markerName === 'core_local_activity') current.localActivities += 1;
    if (event.timerStartedEventAttributes) current.timers += 1;
    if (event.activityTaskScheduledEventAttributes) current.activities += 1;
  }
  return found;
}
