import { isFinished } from '@evict/case-model';
import { ApiError, maxCustomerFacts, refusalError, routes } from '@evict/contract';
import { enforceLimit, type Gateway, presentBatches, requireFaultless } from '@evict/http';
import { countCustomerFacts, getReportedFact, listFacts, presentFact } from '@evict/store/facts';
import { command, loadCaseJson } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** What happened outside: the history as it was reported, and the customer's own reports. */
export function factRoutes(gateway: Gateway, dependencies: Pick<Dependencies, 'store' | 'cases'>): void {
  const { store } = dependencies;

  gateway.route(routes.listFacts, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    return {
      status: 200,
      streamed: {
        list: 'items',
        batches: presentBatches(listFacts(store, { scope: caller, caseId: id }), presentFact),
      },
    };
  });

  gateway.route(routes.reportCustomerFact, async (call) => {
    const { kind: fact, ...said } = call.body;
    const body = { kind: 'report_fact', fact, ...said } as const;
    const { row, commandId } = await command(dependencies, call, {
      async prepare(before) {
        requireFaultless(body, before);
        // A draft has nothing to report to, and a finished case nobody any more.
        if (before.state === 'draft' || isFinished(before.state)) throw new ApiError('invalid_transition');
        await enforceLimit(store, 'fact', before.id);
        if ((await countCustomerFacts(store, { scope: call.caller, caseId: before.id })) >= maxCustomerFacts)
          throw tooManyFacts();
        return body;
      },
    });
    return {
      status: 201,
      body: presentFact(await getReportedFact(store, { scope: call.caller, caseId: row.id }, commandId)),
    };
  });
}

function tooManyFacts(): ApiError {
  const { code, message } = refusalError('too_many_facts');
  return new ApiError(code, { message });
}
