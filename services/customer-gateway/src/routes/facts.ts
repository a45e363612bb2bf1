import { isFinished } from '@evict/case-model';
import { ApiError, maxCustomerFacts, refusalError, routes } from '@evict/contract';
import { caseBody, enforceLimit, type Gateway, presentBatches, requireFaultless } from '@evict/http';
import { countCustomerFacts, listFacts, presentFact } from '@evict/store/facts';
import { command, loadCaseJson } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** What happened outside: the history as it was reported, and the customer's own reports. */
export function factRoutes(gateway: Gateway, dependencies: Pick<Dependencies, 'store' | 'cases'>): void {
  const { store } = dependencies;

  gateway.route(routes.listFacts, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    return {
      status: 200,
      streamed: { list: 'items', batches: presentBatches(() => listFacts(store, id), presentFact) },
    };
  });

  gateway.route(routes.reportCustomerFact, async (call) => {
    const { kind: fact, date, detail } = call.body;
    const body = { kind: 'report_fact', fact, date, ...(detail !== undefined && { detail }) } as const;
    const { row: after } = await command(dependencies, call, {
      async prepare(row) {
        requireFaultless(body, row);
        // A draft has nothing to report to, and a finished case nobody any more.
        if (row.state === 'draft' || isFinished(row.state)) throw new ApiError('invalid_transition');
        await enforceLimit(store, 'fact', row.id);
        if ((await countCustomerFacts(store, row.id)) >= maxCustomerFacts) throw tooManyFacts();
        return body;
      },
    });
    return { status: 200, body: caseBody(after) };
  });
}

function tooManyFacts(): ApiError {
  const { code, message } = refusalError('too_many_facts');
  return new ApiError(code, { message });
}
