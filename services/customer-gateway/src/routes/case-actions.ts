import { engaging, isFinished, isSandbox, isUntouched, rulesFor } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import {
  type Call,
  caseBody,
  type Commanded,
  decideOnce,
  enforceLimit,
  type Gateway,
  JsonText,
  refuseShown,
  sendCommand,
} from '@evict/http';
import { caseText, type CaseRow, gatesOf } from '@evict/store/cases';
import type { ConfirmedAction } from '@evict/store/confirmations';
import { createAdvances } from '../advances.ts';
import { type CustomerCall, loadCase, noDraft } from '../cases.ts';
import { requireConfirmed } from '../confirming.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Serves the actions on a case, one command each. An action loads the case, refuses what its state rules out, and sends
 * the command.
 */
export function caseActionRoutes(gateway: Gateway, dependencies: Dependencies): void {
  const { store } = dependencies;
  const advances = createAdvances();

  gateway.route(routes.validateCase, async ({ caller, params }) => ({
    status: 200,
    body: gatesOf(await loadCase(store, caller, params.id)),
  }));

  gateway.route(routes.submitCase, async (call) => {
    const { row, at } = await decideOnce(store, call, submit);
    const gates = JSON.stringify(gatesOf(row).results);
    return { status: 200, body: new JsonText(`{"case":${caseText(asSubmitted(row, at))},"gates":${gates}}`) };
  });

  async function submit(call: CustomerCall): Promise<Commanded> {
    const row = await loadCase(store, call.caller, call.params.id);
    // Check only the state. The gates are evaluated when the submit is decided.
    if (row.state !== 'draft') throw new ApiError('invalid_transition');
    const id = await confirmedId(call, 'submit');
    return sendCommand(dependencies, call, row, { kind: 'submit' }, { commandId: id });
  }

  gateway.route(routes.reportCure, async (call) => {
    const { row } = await decideOnce(store, call, reportCure);
    return { status: 200, body: caseBody(row) };
  });

  async function reportCure(call: CustomerCall): Promise<Commanded> {
    const row = await loadCase(store, call.caller, call.params.id);
    if (row.state === 'draft') throw new ApiError('invalid_transition');
    await enforceLimit(store, 'cureReport', row.id);
    refuseShown(row, { kind: 'report_cure' });
    const id = await confirmedId(call, 'report_cure');
    return sendCommand(dependencies, call, row, { kind: 'report_cure' }, { commandId: id });
  }

  gateway.route(routes.withdrawCase, async (call) => {
    const { row } = await decideOnce(store, call, withdraw);
    return { status: 200, body: caseBody(row) };
  });

  async function withdraw(call: CustomerCall): Promise<Commanded> {
    const row = await loadCase(store, call.caller, call.params.id);
    refuseShown(row, { kind: 'withdraw' });
    const id = await confirmedId(call, 'withdraw');
    return sendCommand(dependencies, call, row, { kind: 'withdraw' }, { commandId: id });
  }

  gateway.route(routes.deleteDraft, async (call) => {
    const row = await loadCase(store, call.caller, call.params.id);
    if (!isUntouched(row)) throw notUntouched(row);
    try {
      await sendCommand(dependencies, call, row, { kind: 'delete_draft' });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      // The draft was submitted meanwhile.
      if (code === 'invalid_transition') throw noDraft();
      // `erased` means success: this request or a concurrent one has deleted the draft.
      if (code !== 'erased') throw error;
    }
    return { status: 204 };
  });

  gateway.route(routes.advanceCase, async (call) => {
    const { row } = await decideOnce(store, call, advance);
    return { status: 200, body: caseBody(row) };
  });

  async function advance(call: Call<typeof routes.advanceCase>): Promise<Pick<Commanded, 'row'>> {
    const { caller, params, receivedAt } = call;
    const row = await loadCase(store, caller, params.id);
    if (!rulesFor(row.mode, row.jurisdiction)) throw new ApiError('sandbox_only');
    await enforceLimit(store, 'advance', caller.organizationId);
    // Only one of several concurrent advances takes effect. The others return the case as it is.
    if (advances.isTaken(row.id, receivedAt)) return { row };
    const hasNone = row.state === 'draft' || row.state === 'on_hold' || isFinished(row.state);
    if (hasNone) throw new ApiError('nothing_to_advance');
    const command = { kind: 'advance', sequence: row.sequence } as const;
    return advances.take(row.id, () => sendCommand(dependencies, call, row, command));
  }

  /**
   * Returns the id under which to record the command of this call. For an agent, it is the id that has used a person's
   * confirmation.
   */
  function confirmedId(call: CustomerCall, action: ConfirmedAction): Promise<string> {
    const asked = { caseId: call.params.id, action };
    return requireConfirmed(dependencies, call, asked, call.work.uuid('command'));
  }
}

/**
 * Returns a live case as the submit left it. The response waits until the documents for the review exist, and an
 * attorney may have been engaged by then.
 */
function asSubmitted(row: CaseRow, at: string | null): CaseRow {
  if (isSandbox(row) || at === null) return row;
  const nextAction = engaging(row.jurisdiction);
  return { ...row, state: 'submitted', heldFrom: null, attorney: null, nextAction, updatedAt: new Date(at) };
}

function notUntouched({ state }: CaseRow): ApiError {
  const message = 'A draft that was submitted before cannot be deleted. Withdraw the case instead.';
  return state === 'draft' ? new ApiError('invalid_state', { message }) : noDraft();
}
