import { ApiError, type ErrorCode } from '@evict/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaseRow, getCase, isCommandRecorded } from '@evict/store/cases';
import { isDatabaseUnavailable, type Store, StoreBusyError } from '@evict/store/database';
import { type CaseRef, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { Work } from './idempotency.ts';

export interface CommandOptions {
  /** The case as the caller has it; 404 where the caller has none. */
  load: () => Promise<CaseRow>;
  /** Refuses what the row already tells to be refused, before anything is sent. */
  check: (row: CaseRow) => void | Promise<void>;
  /** Sends the command under its id, which makes sending it twice one command. */
  send: (ref: CaseRef, row: CaseRow, commandId: string) => Promise<CommandResult>;
  /** The `details` of a refusal by the workflow; null without it. */
  refused?: (after: CaseRow, code: ErrorCode) => unknown;
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
  const begun = performance.now();
  const left = () => Math.max(leastLookMs, answerWithinMs - (performance.now() - begun));
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
  const sending = work.outside(() => send(ref, row, commandId));
  const result = await sending.catch(async (error: unknown): Promise<CommandResult> => {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    // Its answer alone may have been lost, as where it has ended the case.
    if (await within(left(), isCommandRecorded(store, caseId, commandId)).catch(() => false)) return { ok: true };
    throw unknownOutcome(error);
  });
  const after = await within(left(), readAgain(store, caseId)).catch((error: unknown) => {
    throw isDatabaseUnavailable(error) ? unknownOutcome(error) : error;
  });
  if (!result.ok) throw new ApiError(result.code, { details: refused(after, result.code) });
  return after;
}

/** Every request is answered within 10 s, and the command itself may take 8 of them. */
const answerWithinMs = 9500;
const leastLookMs = 1500;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new StoreBusyError(`no answer of the database within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
    void Promise.allSettled([work, late]);
  }
}

function unknownOutcome(cause: unknown): ApiError {
  const message = 'Outcome unknown: send the request again with the same Idempotency-Key.';
  return new ApiError('busy', { message, retryAfterSeconds: 5, cause });
}

/** Whoever sent the command has had the case: whose it is now does not matter. */
async function readAgain(store: Store, id: string): Promise<CaseRow> {
  const row = await getCase(store, id);
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
