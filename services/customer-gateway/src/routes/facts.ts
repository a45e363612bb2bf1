import { isFinished } from '@evict/case-model';
import { ApiError, invalidRequest, maxCustomerFacts, refusalError, routes } from '@evict/contract';
import { enforceLimit, type Gateway, presentBatches } from '@evict/http';
import { dateOf } from '@evict/jurisdictions';
import {
  type CaseRow,
  countCustomerFacts,
  deleteCommand,
  listFacts,
  presentCase,
  presentFact,
  writeCommand,
} from '@evict/store/cases';
import { command, loadCaseJson } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** What happened outside: the history as it was reported, and the customer's own reports. */
export function factRoutes(gateway: Gateway, { store, cases }: Pick<Dependencies, 'store' | 'cases'>): void {
  gateway.route(routes.listFacts, async ({ caller, params }) => {
    const { id } = await loadCaseJson(store, caller, params.id);
    return {
      status: 200,
      streamed: { list: 'items', batches: presentBatches(() => listFacts(store, id), presentFact) },
    };
  });

  gateway.route(routes.reportCustomerFact, async (call) => {
    const { kind: fact, date, detail } = call.body;
    const after = await command(store, call, {
      async check(row) {
        requireDay(date, row);
        // A draft has no process to report to, and a finished case none any more.
        if (row.state === 'draft' || isFinished(row.state)) throw new ApiError('invalid_transition');
        await enforceLimit(store, 'fact', row.id);
        if ((await countCustomerFacts(store, row.id)) >= maxCustomerFacts) throw tooManyFacts();
      },
      // Stored first, because its transition is recorded only if it matches that row. A refused one authorizes nothing.
      async send(ref, _row, id) {
        const { caseId } = ref;
        const report = { kind: 'report_fact', fact, date } as const;
        const text = detail === undefined ? {} : { detail };
        await writeCommand(store, 'customer', { id, caseId, command: report, text });
        const result = await cases.operate(ref, { command: report }, id);
        if (!result.ok) await deleteCommand(store, 'customer', id);
        return result;
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
