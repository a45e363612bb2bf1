import { isFinished } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import { enforceLimit, type Gateway } from '@evict/http';
import { newestPack } from '@evict/jurisdictions';
import { type CaseRow, presentCase } from '@evict/store';
import { command, gatesOf, loadCase } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** What moves a case: each is one command to its workflow. */
export function caseActionRoutes(gateway: Gateway, { store, cases }: Dependencies): void {
  gateway.route(routes.validateCase, async ({ caller, params }) => ({
    status: 200,
    body: gatesOf(await loadCase(store, caller, params.id)),
  }));

  gateway.route(routes.submitCase, async ({ caller, params }) => {
    const row = await loadCase(store, caller, params.id);
    if (row.state !== 'draft') throw new ApiError('invalid_transition');
    // Looked at here so that a draft which cannot be submitted starts no process; the workflow checks again.
    const gates = gatesOf(row);
    if (!gates.passed) throw new ApiError('gates_failed', { details: gates });
    if (row.mode === 'test' && !newestPack(row.jurisdiction)) throw new ApiError('documents_unavailable');
    const after = await command(store, row, (ref) => cases.submit(ref), gatesOf);
    return { status: 200, body: { case: presentCase(after), gates: gatesOf(after).results } };
  });

  gateway.route(routes.reportCure, async ({ caller, params }) => {
    const row = await loadCase(store, caller, params.id);
    // A draft has no process to report to.
    if (row.state === 'draft') throw new ApiError('invalid_transition');
    return { status: 200, body: presentCase(await command(store, row, (ref) => cases.reportCure(ref))) };
  });

  gateway.route(routes.withdrawCase, async ({ caller, params }) => {
    const row = await loadCase(store, caller, params.id);
    if (isFinished(row.state)) throw new ApiError('invalid_transition');
    return { status: 200, body: presentCase(await command(store, row, (ref) => cases.withdraw(ref))) };
  });

  gateway.route(routes.advanceCase, async ({ caller, params }) => {
    const row = await loadCase(store, caller, params.id);
    if (row.mode !== 'test' || !newestPack(row.jurisdiction)) throw new ApiError('sandbox_only');
    await enforceLimit(store, 'advance', caller.organizationId);
    if (row.state === 'draft' || row.state === 'on_hold' || isFinished(row.state) || row.failedStep !== null) {
      throw new ApiError('nothing_to_advance', { details: retryDetails(row) });
    }
    const after = await command(store, row, (ref) => cases.advance(ref), retryDetails);
    return { status: 200, body: presentCase(after) };
  });
}

/** When a failed step is tried again, on the wall clock; null where it waits for nothing or for an operator. */
function retryDetails({ retryAt }: CaseRow): { retryAt: string } | null {
  return retryAt && { retryAt: retryAt.toISOString() };
}
