import { evaluateGates, gateDates, type GateResults } from '@evict/case-model';
import { ApiError } from '@evict/contract';
import { type CaseRow, findCase, type Scope, type Store } from '@evict/store';
import { type CommandResult, OutcomeUnknownError } from '@evict/temporal';

/** The caller's case; 404 for one that is absent, of another organization, or of the other mode. */
export async function loadCase(store: Store, scope: Scope, id: string): Promise<CaseRow> {
  const row = await findCase(store.pool, scope, id);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** The gates of a draft as it stands now; for a submitted case those frozen at its submit. */
export function gatesOf(row: CaseRow): GateResults {
  if (row.state !== 'draft' && row.gates) return row.gates;
  const documentPurposes = row.documents.flatMap(({ purpose }) => purpose ?? []);
  const today = gateDates(row.mode, caseTime(row));
  return evaluateGates({ mode: row.mode, facts: row.facts, documentPurposes, today });
}

/**
 * Sends one command to the case's workflow and reads the case again: the transition is committed by then. `refused`
 * may tell more of a refusal than its code.
 */
export async function command(
  store: Store,
  row: CaseRow,
  send: (ref: { caseId: string; organizationId: string; mode: CaseRow['mode'] }) => Promise<CommandResult>,
  refused: (after: CaseRow) => unknown = () => null,
): Promise<CaseRow> {
  const ref = { caseId: row.id, organizationId: row.organizationId, mode: row.mode };
  const result = await send(ref).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    throw new ApiError('busy', { message: outcomeUnknown, retryAfterSeconds: 5, cause: error });
  });
  const after = await loadCase(store, ref, row.id);
  if (!result.ok) throw new ApiError(result.code, { details: refused(after) });
  return after;
}

const outcomeUnknown = 'Outcome unknown: send the request again with the same Idempotency-Key.';

/** The case's clock now, in epoch milliseconds: the wall clock, and for a test case what `advance` added to it. */
function caseTime({ clockAheadMs }: CaseRow): number {
  return Date.now() + clockAheadMs;
}
