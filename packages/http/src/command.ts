import { ApiError, type ErrorCode, refusalError } from '@evict/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaseRow, getCase, isCommandRecorded } from '@evict/store/cases';
import { isDatabaseUnavailable, type Store, StoreBusyError } from '@evict/store/database';
import { type CaseRef, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { Work } from './idempotency.ts';

export interface CommandOptions {
  /** The caller's case; throws 404 if there is none. */
  load: () => Promise<CaseRow>;
  /** Refuses, before anything is sent, what the row shows to be refused. */
  check: (row: CaseRow) => void | Promise<void>;
  /** Sends the command under its id: sent twice, it is one command. */
  send: (ref: CaseRef, row: CaseRow, commandId: string) => Promise<CommandResult>;
  /** The `details` of a refusal by the workflow; null without it. */
  refused?: (after: CaseRow, code: ErrorCode) => unknown;
}

/**
 * Sends one command to the workflow of the case, and returns the case as it is after the committed transition. A
 * command that took effect before its response was lost is not sent again: the case is returned as it is now, even if
 * the command has taken it from its caller.
 */
export async function sendCommand(
  store: Store,
  { caseId, work }: { caseId: string; work: Work },
  { load, check, send, refused = () => null }: CommandOptions,
): Promise<CaseRow> {
  const startedAt = performance.now();
  const left = () => Math.max(minReadMs, responseTimeoutMs - (performance.now() - startedAt));
  const commandId = work.uuid('command');
  const isDone = async () => work.mayBeDone && (await isCommandRecorded(store, caseId, commandId));
  if (await isDone()) return readAgain(store, caseId);
  let row: CaseRow;
  try {
    row = await load();
    await check(row);
  } catch (refusal) {
    // An earlier attempt of this command may have changed the case meanwhile.
    if (await isDone()) return readAgain(store, caseId);
    throw refusal;
  }
  const ref = { caseId, organizationId: row.organizationId, mode: row.mode };
  const sending = work.outside(() => send(ref, row, commandId));
  const result = await sending.catch(async (error: unknown): Promise<CommandResult> => {
    if (!(error instanceof OutcomeUnknownError)) throw error;
    // Only the response may have been lost, as when the command ended the case.
    if (await within(left(), isCommandRecorded(store, caseId, commandId)).catch(() => false)) return { ok: true };
    throw unknownOutcome(error);
  });
  const after = await within(left(), readAgain(store, caseId)).catch((error: unknown) => {
    throw isDatabaseUnavailable(error) ? unknownOutcome(error) : error;
  });
  if (!result.ok) {
    const { code, message } = refusalError(result.code);
    throw new ApiError(code, { message, details: refused(after, code) });
  }
  return after;
}

/** Every request gets a response within 10 s, of which the command may take 8. */
const responseTimeoutMs = 9500;
const minReadMs = 1500;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = pause(ms, undefined, { signal: done.signal }).then(() => {
    throw new StoreBusyError(`no response from the database within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    void Promise.allSettled([work, late]);
  }
}

function unknownOutcome(cause: unknown): ApiError {
  const message = 'Outcome unknown: send the request again, a POST with the same Idempotency-Key.';
  return new ApiError('busy', { message, retryAfterSeconds: 5, cause });
}

/** Without a check of the owner: the caller had the case when they sent the command. */
async function readAgain(store: Store, id: string): Promise<CaseRow> {
  const row = await getCase(store, id);
  if (row.erasedAt) throw new ApiError('erased');
  return row;
}
