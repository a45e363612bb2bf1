import { isFinished } from '@evict/case-model';
import { ApiError, invalidRequest, maxCustomerFacts, refusalError, routes } from '@evict/contract';
import { enforceLimit, type Gateway, presentBatches } from '@evict/http';
import { dateOf } from '@evict/jurisdictions';
import {
  type CaseRow,
  countCustomerFacts,
  listFacts,
  presentCase,
  presentFact,
} from '@evict/store/cases';
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
    const { row: after } = await command(dependencies, call, {
      async prepare(row) {
        requireDay(date, row);
        // A draft has nothing to report to, and a finished case nobody any more.
        if (row.state === 'draft' || isFinished(row.state)) throw new ApiError('invalid_transition');
        await enforceLimit(store, 'fact', row.id);
        if ((await countCustomerFacts(store, row.id)) >= maxCustomerFacts) throw tooManyFacts();
        return { kind: 'report_fact', fact, date, ...(detail !== undefined && { detail }) };
      },
    });
    return { status: 200, body: presentCase(after) };
  });
}

function tooManyFacts(): ApiError {
  const { code, message } = refusalError('too_many_facts');
  return new ApiError(code, { message });
}

/** By how much the last US time zone, Hawaii's, is behind UTC. */
const lastZoneMs = 10 * 3_600_000;

/** Something that has happened, since the case was created: no covered place is ahead of UTC. */
function requireDay(date: string, { clock, createdAt }: CaseRow): void {
  const issue = (code: string, message: string) => invalidRequest([{ path: 'date', code, message }]);
  // The clock of a test case can be ahead; that of a live case stands between its transitions.
  if (date > dateOf(Math.max(Date.now(), clock.getTime()))) throw issue('future', 'Must not be after today.');
  if (date < dateOf(createdAt.getTime() - lastZoneMs)) throw issue('before_case', 'Must not be before the case.');
}
