import { evaluateGates, gateDates, type GateResults } from '@evict/case-model';
import { ApiError } from '@evict/contract';
import type { Work } from '@evict/http';
import { type CaseRow, findCase, isCommandRecorded, type Scope, type Store } from '@evict/store';
import { type CaseClient, type CommandResult, OutcomeUnknownError } from '@evict/temporal';

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

export interface CommandOptions {
  /** Refuses what the row already tells to be refused, before anything is sent. */
  check: (row: CaseRow) => void | Promise<void>;
  /** Sends the command under its id, which makes sending it twice one command. */
  send: (ref: CaseRef, row: CaseRow, commandId: string) => Promise<CommandResult>;
  /** Tells more of a refusal than its code. */
  refused?: (after: CaseRow) => unknown;
}

/**
 * Sends one command to the case's workflow and reads the case again: the transition is committed by then. A command
 * that took effect before its answer was lost is not sent again: the case is answered as it is.
 */
export async function command(
  store: Store,
  { caller, params, work }: { caller: Scope; params: { id: string }; work: Work },
  { check, send, refused = () => null }: CommandOptions,
): Promise<CaseRow> {
  const row = await loadCase(store, caller, params.id);
  const commandId = work.uuid('command');
  if (work.mayBeDone && (await isCommandRecorded(store, row.id, commandId))) return row;
  await check(row);
  const ref = { caseId: row.id, organizationId: row.organizationId, mode: row.mode };
  const result = await send(ref, row, commandId).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    throw new ApiError('busy', { message: outcomeUnknown, retryAfterSeconds: 5, cause: error });
  });
  const after = await loadCase(store, ref, row.id);
  if (!result.ok) throw new ApiError(result.code, { details: refused(after) });
  return after;
}

type CaseRef = Parameters<CaseClient['submit']>[0];

const outcomeUnknown = 'Outcome unknown: send the request again with the same Idempotency-Key.';

/** The case's clock now, in epoch milliseconds: the wall clock, and for a test case what `advance` added to it. */
function caseTime({ clockAheadMs }: CaseRow): number {
  return Date.now() + clockAheadMs;
}
