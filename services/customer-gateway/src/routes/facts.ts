import { isFinished } from '@evict/case-model';
import { ApiError, maxCustomerFacts, refusalError, routes } from '@evict/contract';
import {
  type Call,
  type Commanded,
  decideOnce,
  enforceLimit,
  type Gateway,
  presentBatches,
  requireFaultless,
  sendCommand,
} from '@evict/http';
import { countCustomerFacts, getReportedFact, listFacts, presentFact } from '@evict/store/facts';
import { loadCase, loadCaseJson } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves facts from outside the service, as reported by attorneys, operators and the customer. */
export function factRoutes(gateway: Gateway, dependencies: Pick<Dependencies, 'store' | 'cases'>): void {
  const { store } = dependencies;

  gateway.route(routes.listFacts, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    return {
      status: 200,
      streamed: {
        list: 'items',
        batches: presentBatches(() => listFacts(store, { scope: caller, caseId: id }), presentFact),
      },
    };
  });

  gateway.route(routes.reportCustomerFact, async (call) => {
    const { row, commandId } = await decideOnce(store, call, reportFact);
    const fact = await getReportedFact(store, { scope: call.caller, caseId: row.id }, commandId);
    return { status: 201, body: presentFact(fact) };
  });

  async function reportFact(call: Call<typeof routes.reportCustomerFact>): Promise<Commanded> {
    const { kind: fact, ...said } = call.body;
    const command = { kind: 'report_fact', fact, ...said } as const;
    const row = await loadCase(store, call.caller, call.params.id);
    requireFaultless(command, row);
    // No attorney works on a draft or a finished case.
    if (row.state === 'draft' || isFinished(row.state)) throw new ApiError('invalid_transition');
    await enforceLimit(store, 'fact', row.id);
    const reported = await countCustomerFacts(store, { scope: call.caller, caseId: row.id });
    if (reported >= maxCustomerFacts) throw tooManyFacts();
    return sendCommand(dependencies, call, row, command);
  }
}

function tooManyFacts(): ApiError {
  const { code, message } = refusalError('too_many_facts');
  return new ApiError(code, { message });
}
