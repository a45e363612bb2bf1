import { engaging, isFinished, isSandbox, isUntouched, rulesFor } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import { caseBody, type CustomerCaller, enforceLimit, type Gateway, JsonText, type Work } from '@evict/http';
import { caseText, type CaseRow, gatesOf } from '@evict/store/cases';
import type { ConfirmedAction } from '@evict/store/confirmations';
import { createAdvances } from '../advances.ts';
import { command, loadCase, noDraft } from '../cases.ts';
import { requireConfirmed } from '../confirming.ts';
import type { Dependencies } from '../dependencies.ts';

/** The actions on a case, one command each. */
export function caseActionRoutes(gateway: Gateway, dependencies: Dependencies): void {
  const { store } = dependencies;
  const advances = createAdvances();
  const confirmed = (
    { params, ...call }: { caller: CustomerCaller; params: { id: string }; work: Work },
    action: ConfirmedAction,
    usedBy: string,
  ) => requireConfirmed(dependencies, call, { caseId: params.id, action }, usedBy);

  gateway.route(routes.validateCase, async ({ caller, params }) => ({
    status: 200,
    body: gatesOf(await loadCase(store, caller, params.id)),
  }));

  gateway.route(routes.submitCase, async (call) => {
    const { row, at } = await command(dependencies, call, {
      prepare({ state }) {
        // The gates are judged once, where the submit is decided.
        if (state !== 'draft') throw new ApiError('invalid_transition');
        return { kind: 'submit' };
      },
      confirm: (commandId) => confirmed(call, 'submit', commandId),
      refused: (_code, _row, outcome) => (outcome && 'gates' in outcome ? outcome.gates : null),
    });
    const gates = JSON.stringify(gatesOf(row).results);
    return { status: 200, body: new JsonText(`{"case":${caseText(asSubmitted(row, at))},"gates":${gates}}`) };
  });

  gateway.route(routes.reportCure, async (call) => {
    const { row: after } = await command(dependencies, call, {
      async prepare({ id, state }) {
        if (state === 'draft') throw new ApiError('invalid_transition');
        await enforceLimit(store, 'cureReport', id);
        return { kind: 'report_cure' };
      },
      preview: (body) => body,
      confirm: (commandId) => confirmed(call, 'report_cure', commandId),
    });
    return { status: 200, body: caseBody(after) };
  });

  gateway.route(routes.withdrawCase, async (call) => {
    const { row: after } = await command(dependencies, call, {
      prepare: () => ({ kind: 'withdraw' }),
      preview: (body) => body,
      confirm: (commandId) => confirmed(call, 'withdraw', commandId),
    });
    return { status: 200, body: caseBody(after) };
  });

  gateway.route(routes.deleteDraft, async (call) => {
    let isMine = false;
    const deleting = command(dependencies, call, {
      prepare(row) {
        if (!isUntouched(row)) throw notUntouched(row);
        isMine = true;
        return { kind: 'delete_draft' };
      },
    });
    await deleting.catch((error: unknown) => {
      const code = error instanceof ApiError ? error.code : null;
      // Somebody submitted it meanwhile.
      if (code === 'invalid_transition') throw noDraft();
      if (code !== 'erased' || !isMine) throw error;
    });
    return { status: 204 };
  });

  gateway.route(routes.advanceCase, async (call) => {
    const { row: after } = await command(dependencies, call, {
      async prepare(row) {
        if (!rulesFor(row.mode, row.jurisdiction)) throw new ApiError('sandbox_only');
        await enforceLimit(store, 'advance', call.caller.organizationId);
        // Another advance may have taken the last step meanwhile.
        const hasNone = row.state === 'draft' || row.state === 'on_hold' || isFinished(row.state);
        if (hasNone && !advances.isTaken(row.id, call.receivedAt)) throw new ApiError('nothing_to_advance');
        return { kind: 'advance', sequence: row.sequence };
      },
      send: (execute) => advances.run(call.params.id, call.receivedAt, execute),
      refused: (code, row) => (code === 'nothing_to_advance' ? retryDetails(row) : null),
    });
    return { status: 200, body: caseBody(after) };
  });
}

/**
 * The response to a live submit shows the case as the submit left it, although an attorney may be engaged by now. It
 * is answered when the documents of its review are there.
 */
function asSubmitted(row: CaseRow, at: string | null): CaseRow {
  if (isSandbox(row) || at === null) return row;
  const nextAction = engaging(row.jurisdiction);
  return { ...row, state: 'submitted', heldFrom: null, attorney: null, nextAction, updatedAt: new Date(at) };
}

function notUntouched({ state }: CaseRow): ApiError {
  const message = 'The draft was submitted before. Withdraw the case instead.';
  return state === 'draft' ? new ApiError('invalid_state', { message }) : noDraft();
}

/** When a failed step is retried, on the wall clock; null if none failed or it waits for an operator. */
function retryDetails({ retryAt }: CaseRow): { retryAt: string } | null {
  return retryAt && { retryAt: retryAt.toISOString() };
}
