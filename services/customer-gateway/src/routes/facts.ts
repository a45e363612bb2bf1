import { type CommandBody, faultsOf, isFinished } from '@evict/case-model';
import { ApiError, invalidRequest, maxCustomerFacts, refusalError, routes } from '@evict/contract';
import { enforceLimit, type Gateway, presentBatches } from '@evict/http';
import { type CaseRow, countCustomerFacts, listFacts, presentCase, presentFact } from '@evict/store/cases';
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
    return { status: 200, body: presentCase(after) };
  });
}

function tooManyFacts(): ApiError {
  const { code, message } = refusalError('too_many_facts');
  return new ApiError(code, { message });
}

/** Throws 400 with every fault of a report about the case. */
function requireFaultless(body: CommandBody, { clock, createdAt }: CaseRow): void {
  // The clock of a test case can be ahead; that of a live case stands between its decisions.
  const now = Math.max(Date.now(), clock.getTime());
  const faults = faultsOf(body, { now, createdAt: createdAt.getTime() });
  if (faults.length > 0) throw invalidRequest(faults.map(({ path, code, message }) => ({ path, code, message })));
}
