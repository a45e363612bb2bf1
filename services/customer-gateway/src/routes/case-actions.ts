import { engaging, isFinished, isSandbox, modePolicies, rulesFor } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import { type CustomerCaller, enforceLimit, type Gateway } from '@evict/http';
import { type CaseRow, gatesOf, presentCase } from '@evict/store/cases';
import { createAdvances } from '../advances.ts';
import { command, loadCase } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';
import { settleChargesSoon } from '../payments.ts';

/** The actions on a case: each is one command to its workflow. */
export function caseActionRoutes(gateway: Gateway, dependencies: Dependencies): void {
  const { store, cases } = dependencies;
  const advances = createAdvances();

  gateway.route(routes.validateCase, async ({ caller, params }) => ({
    status: 200,
    body: gatesOf(await loadCase(store, caller, params.id)),
  }));

  gateway.route(routes.submitCase, async (call) => {
    const after = await command(store, call, {
      check(row) {
        if (row.state !== 'draft') throw new ApiError('invalid_transition');
        // Checked here so that a draft that cannot be submitted starts no process; the workflow checks again.
        const gates = gatesOf(row);
        if (!gates.passed) throw new ApiError('gates_failed', { details: gates });
        if (isSandbox(row) && !rulesFor(row.mode, row.jurisdiction)) throw new ApiError('documents_unavailable');
      },
      send: (ref, _row, commandId) => cases.submit(ref, commandId, { by: actorOf(call.caller) }),
      refused: (row, code) => (code === 'gates_failed' ? gatesOf(row) : null),
    });
    return { status: 200, body: { case: presentCase(asSubmitted(after)), gates: gatesOf(after).results } };
  });

  gateway.route(routes.reportCure, async (call) => {
    const after = await command(store, call, {
      async check({ id, state }) {
        // A draft has no process to report to.
        if (state === 'draft') throw new ApiError('invalid_transition');
        await enforceLimit(store, 'cureReport', id);
      },
      send: (ref, _row, commandId) => cases.reportCure(ref, commandId),
    });
    return { status: 200, body: presentCase(after) };
  });

  gateway.route(routes.withdrawCase, async (call) => {
    const after = await command(store, call, {
      check({ state }) {
        if (isFinished(state)) throw new ApiError('invalid_transition');
      },
      send: (ref, { state }, commandId) => cases.withdraw(ref, { isDraft: state === 'draft' }, commandId),
    });
    if (modePolicies[after.mode].chargesFee) await settleChargesSoon(dependencies, after.id);
    return { status: 200, body: presentCase(after) };
  });

  gateway.route(routes.advanceCase, async (call) => {
    const after = await command(store, call, {
      async check(row) {
        if (!rulesFor(row.mode, row.jurisdiction)) throw new ApiError('sandbox_only');
        await enforceLimit(store, 'advance', call.caller.organizationId);
        // Another advance may have taken the last step meanwhile.
        const hasNone = row.state === 'draft' || row.state === 'on_hold' || isFinished(row.state);
        if (hasNone && !advances.isTaken(row.id, call.receivedAt)) {
          throw new ApiError('nothing_to_advance');
        }
      },
      async send(ref, { sequence }, commandId) {
        const advance = () => cases.advance(ref, sequence, commandId);
        return (await advances.run(ref.caseId, call.receivedAt, advance)) ?? { ok: true };
      },
      refused: (row, code) => (code === 'nothing_to_advance' ? retryDetails(row) : null),
    });
    return { status: 200, body: presentCase(after) };
  });
}

/** The response to a live submit shows the case as submitted, although an attorney may already be engaged. */
function asSubmitted(row: CaseRow): CaseRow {
  if (isSandbox(row)) return row;
  return { ...row, state: 'submitted', heldFrom: null, nextAction: engaging(row.jurisdiction) };
}

/** When a failed step is retried, on the wall clock; null if none failed or it waits for an operator. */
function retryDetails({ retryAt }: CaseRow): { retryAt: string } | null {
  return retryAt && { retryAt: retryAt.toISOString() };
}

/** The user of a session; of a request with an API key, the key. */
function actorOf({ user, credentialId }: CustomerCaller): string {
  return user?.id ?? credentialId;
}
