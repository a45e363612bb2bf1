import { isFinished } from '@evict/case-model';
import { ApiError, routes } from '@evict/contract';
import { type Gateway, sendCommand } from '@evict/http';
import { isEligible } from '@evict/store/attorneys';
import {
  type AssignedCase,
  type CaseRow,
  deleteCommand,
  findAssignedCase,
  type NewCommand,
  presentCase,
  writeCommand,
} from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import type { CommandResult } from '@evict/temporal';
import type { Dependencies } from '../dependencies.ts';

/** Reviews and outcomes: each is one command to the workflow of the case. */
export function reviewRoutes(gateway: Gateway, { store, cases }: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.reviewCase, async ({ caller, params, body, work }) => {
    const { attorneyId } = caller;
    const { decision, notes } = body;
    const documentHashes = decision === 'approve' ? body.documentHashes.map(hashOrNone) : [];
    const after = await sendCommand(
      store,
      { caseId: params.id, work },
      {
        load: () => loadAssigned(store, { attorneyId, caseId: params.id }),
        check: (row) => requireMayAct(store, attorneyId, row),
        send(ref, { id: caseId }, id) {
          const input = { attorneyId, decision, documentHashes };
          const text = notes === undefined ? {} : { notes };
          const written = { id, caseId, command: { kind: 'review', ...input }, text } as const;
          return sendWritten(store, written, () => cases.review(ref, input, id));
        },
      },
    );
    return { status: 200, body: presentCase(after) };
  });

  gateway.route(routes.reportOutcome, async ({ caller, params, body, work }) => {
    const { attorneyId } = caller;
    const after = await sendCommand(
      store,
      { caseId: params.id, work },
      {
        load: () => loadAssigned(store, { attorneyId, caseId: params.id }),
        // An attorney who is no longer eligible can still confirm that all work has stopped.
        check: (row) => (confirmsWithdrawal(row, body) ? undefined : requireMayAct(store, attorneyId, row)),
        send(ref, { id: caseId }, id) {
          const input = { attorneyId, outcome: body };
          const written = { id, caseId, command: { kind: 'outcome', ...input } } as const;
          return sendWritten(store, written, () => cases.outcome(ref, input, id));
        },
      },
    );
    return { status: 200, body: presentCase(after) };
  });
}

/**
 * Writes the command to the database before sending it: the transition is recorded only if that row says the same. A
 * refused command is deleted, so that it authorizes nothing later.
 */
async function sendWritten(
  store: Store,
  written: NewCommand,
  send: () => Promise<CommandResult>,
): Promise<CommandResult> {
  await writeCommand(store, 'attorney', written);
  const result = await send();
  if (!result.ok) await deleteCommand(store, 'attorney', written.id);
  return result;
}

/** The attorney's case; 404 if it is unknown, in the sandbox, or another attorney's. */
async function loadAssigned(store: Store, assigned: AssignedCase): Promise<CaseRow> {
  const row = await findAssignedCase(store, assigned);
  if (!row) throw new ApiError('not_found');
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}

/** Eligibility is checked before the state of the case: a license can lapse after the assignment. */
async function requireMayAct(store: Store, attorneyId: string, { jurisdiction, state }: CaseRow): Promise<void> {
  if (!(await isEligible(store, attorneyId, jurisdiction))) throw new ApiError('attorney_not_eligible');
  // A finished case has no workflow that could refuse.
  if (isFinished(state)) throw new ApiError('invalid_transition');
}

function confirmsWithdrawal({ state, progress }: CaseRow, { type }: { type: string }): boolean {
  return type === 'closed' && Boolean(progress.withdrawal) && !isFinished(state);
}

/** Text that is no SHA-256 matches no document. It is replaced, because Temporal stores what the workflow is sent. */
function hashOrNone(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text : 'none';
}
