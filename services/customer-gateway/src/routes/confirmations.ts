import { ApiError, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { type CaseRow, gatesOf, type Scope } from '@evict/store/cases';
import { confirmAction, type ConfirmationRow, findConfirmation } from '@evict/store/confirmations';
import { loadCase } from '../cases.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the confirmations that agents request from a person. */
export function confirmationRoutes(gateway: Gateway, { store }: Pick<Dependencies, 'store'>): void {
  gateway.route(routes.getConfirmation, async ({ caller, params }) => ({
    status: 200,
    body: present(await load(caller, params.id)),
  }));

  gateway.route(routes.confirmAction, async ({ caller, params, body: { attestations } }) => {
    const { action, caseId, status } = await load(caller, params.id);
    const row = await loadCase(store, caller, caseId);
    if (status !== 'pending') throw new ApiError('invalid_state', { message: refusals[status] });
    const given = action === 'submit' ? (attestations ?? {}) : undefined;
    if (given) requirePassing({ ...row, facts: { ...row.facts, attestations: given } });
    const by = { userId: caller.user.id, sessionId: caller.credentialId };
    if (!(await confirmAction(store, caller, { id: params.id, caseId, by, attestations: given })))
      throw new ApiError('invalid_state', { message: refusals.void });
    return { status: 200, body: present(await load(caller, params.id)) };
  });

  async function load(scope: Scope, id: string): Promise<ConfirmationRow> {
    const found = await findConfirmation(store, scope, id);
    if (!found) throw new ApiError('not_found');
    return found;
  }
}

/** Throws 422 if the gates would refuse what the person is about to confirm. */
function requirePassing(row: CaseRow): void {
  const gates = gatesOf(row);
  if (!gates.passed) throw new ApiError('gates_failed', { details: gates });
}

const refusals = {
  confirmed: 'This has already been confirmed.',
  used: 'This has already been confirmed and carried out.',
  void: 'The case has changed since the agent asked for this. Let the agent ask again.',
  expired: 'This was not confirmed within 24 hours. Let the agent ask again.',
} as const;

function present({ createdAt, expiresAt, confirmedAt, ...row }: ConfirmationRow) {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
  };
}
