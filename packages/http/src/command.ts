import { ApiError } from '@evict/contract';
import { type CaseRow, getCase, isCommandRecorded, type Store } from '@evict/store';
import { type CaseRef, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { Work } from './idempotency.ts';

export interface CommandOptions {
  /** The case as the caller has it; 404 where the caller has none. */
  load: () => Promise<CaseRow>;
  /** Refuses what the row already tells to be refused, before anything is sent. */
  check: (row: CaseRow) => void | Promise<void>;
  /** Sends the command under its id, which makes sending it twice one command. */
  send: (ref: CaseRef, row: CaseRow, commandId: string) => Promise<CommandResult>;
  /** Tells more of a refusal than its code. */
  refused?: (after: CaseRow) => unknown;
}

/**
 * Sends one command to the case's workflow and reads the case again: the transition is committed by then. A command
 * that took effect before its answer was lost is not sent again: the case is answered as it is, also where the command
 * has taken it away from its caller.
 */
export async function sendCommand(
  store: Store,
  { caseId, work }: { caseId: string; work: Work },
  { load, check, send, refused = () => null }: CommandOptions,
): Promise<CaseRow> {
  const commandId = work.uuid('command');
  const isDone = async () => work.mayBeDone && (await isCommandRecorded(store, caseId, commandId));
  if (await isDone()) return readAgain(store, caseId);
  let row: CaseRow;
  try {
    row = await load();
    await check(row);
  } catch (refusal) {
    // The command may have been on its way still, and be what has changed the case.
    if (await isDone()) return readAgain(store, caseId);
    throw refusal;
  }
  const ref = { caseId, organizationId: row.organizationId, mode: row.mode };
  const result = await send(ref, row, commandId).catch(async (error: unknown): Promise<CommandResult> => {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    // Its answer alone may have been lost, as where it has ended the case.
    if (await isCommandRecorded(store, caseId, commandId).catch(() => false)) return { ok: true };
    throw new ApiError('busy', { message: outcomeUnknown, retryAfterSeconds: 5, cause: error });
  });
  const after = await readAgain(store, caseId);
  if (!result.ok) throw new ApiError(result.code, { details: refused(after) });
  return after;
}

const outcomeUnknown = 'Outcome unknown: send the request again with the same Idempotency-Key.';

/** Whoever sent the command has had the case: whose it is now does not matter. */
async function readAgain({ pool }: Store, id: string): Promise<CaseRow> {
  const row = await getCase(pool, id);
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
