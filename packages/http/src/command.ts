import type { CommandBody } from '@evict/case-model';
import { ApiError } from '@evict/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaseRow, type CommandedRow, findCommandedCase } from '@evict/store/cases';
import { type SignatureUse, writeCommand, writeSignedCommand } from '@evict/store/commands';
import { isDatabaseUnavailable, type Store, StoreBusyError } from '@evict/store/database';
import { currentRequestId } from '@evict/telemetry';
import { type CaseClient, OutcomeUnknownError } from '@evict/temporal';
import type { Caller } from './caller.ts';
import { refusalOf } from './faults.ts';
import type { Work } from './idempotency.ts';

/** A request about one case. */
export interface CaseCall {
  caller: Caller;
  params: { id: string };
  work: Work;
}

/** The case after a command, and when the command changed it. `at` is null if the command changed nothing. */
export interface Commanded {
  row: CaseRow;
  at: string | null;
  commandId: string;
}

/**
 * Runs `attempt`, unless an earlier attempt of the same request has already been decided. In that case, throws the
 * earlier refusal, or returns the case as it is now, even if the command ended the caller's access to it. If this
 * attempt is refused, checks once more, because an earlier attempt may have been decided in the meantime and caused the
 * refusal.
 */
export async function decideOnce<Call extends CaseCall, Result extends Pick<Commanded, 'row'>>(
  store: Store,
  call: Call,
  attempt: (call: Call) => Promise<Result>,
): Promise<Result | Commanded> {
  const earlier = await findEarlier(store, call);
  if (earlier) return earlier;
  try {
    return await attempt(call);
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500;
    const decidedMeanwhile = isRefusal ? await findEarlier(store, call) : null;
    if (decidedMeanwhile) return decidedMeanwhile;
    throw error;
  }
}

/**
 * Returns the result of an earlier attempt of this request, or null if none was decided. Throws if that attempt was
 * refused.
 */
async function findEarlier(store: Store, call: CaseCall): Promise<Commanded | null> {
  if (!call.work.isRetryOfUnknownOutcome) return null;
  const commandId = call.work.uuid('command');
  const found = await read(store, call, commandId, responseTimeoutMs);
  return found && resultOf(found, commandId);
}

/**
 * Records a command, sends its id to the case's workflow, and returns the case after the decision. Throws the refusal,
 * 409 if the case is erased, and 503 with instructions if the outcome isn't known in time. If a person has confirmed an
 * agent's command, pass the `commandId` that the confirmation is for. `signature` is an attorney's passkey signature,
 * which is marked as used in the transaction that records the command.
 */
export async function sendCommand(
  { store, cases }: { store: Store; cases: Pick<CaseClient, 'send'> },
  call: CaseCall,
  row: CaseRow,
  body: CommandBody,
  {
    commandId = call.work.uuid('command'),
    signature,
  }: { commandId?: string | undefined; signature?: SignatureUse | undefined } = {},
): Promise<Commanded> {
  const { organizationId, mode } = row;
  const deadline = performance.now() + responseTimeoutMs;
  const written = await write(store, call, commandId, body, signature);
  if (!written) throw refusalOf({ ok: false, code: 'signature_invalid' }, row, body);
  const ref = { caseId: call.params.id, organizationId, mode };
  const send = () => cases.send(ref, body.kind, commandId, written);
  const lost = written.outcome ? null : await call.work.releaseDuring(send).then(() => null, unlessLost);
  // Whatever Temporal answered, the command's row has the outcome.
  const after = await read(store, call, commandId, Math.max(minReadMs, deadline - performance.now()));
  const result = after && resultOf(after, commandId);
  // The response was lost, or the command expired without a decision while the database was unavailable. If the client
  // sends the request again, the command is renewed.
  if (!result) throw unknownOutcome(lost ?? new Error('the command was void'));
  return result;
}

/**
 * Records the command. Returns null if its signature was used before. Throws 409 if the case has been erased since it
 * was loaded.
 */
async function write(store: Store, call: CaseCall, id: string, body: CommandBody, signature?: SignatureUse) {
  const command = { id, ...partiesOf(call), body, requestId: currentRequestId() };
  try {
    return await (signature ? writeSignedCommand(store, command, signature) : writeCommand(store, command));
  } catch (error) {
    const found = isDatabaseUnavailable(error) ? null : await read(store, call, id, minReadMs);
    if (found?.row.erasedAt) throw new ApiError('erased');
    throw error;
  }
}

/** Returns the error if it leaves the outcome unknown, and throws it otherwise. */
function unlessLost(error: unknown): OutcomeUnknownError {
  if (error instanceof OutcomeUnknownError) return error;
  throw error;
}

/** Reads the case together with one command. Throws 503 if the database does not respond in time. */
async function read(store: Store, call: CaseCall, commandId: string, ms: number): Promise<CommandedRow | null> {
  try {
    return await Promise.race([findCommandedCase(store, partiesOf(call), commandId), lateAfter(ms)]);
  } catch (error) {
    throw isDatabaseUnavailable(error) ? unknownOutcome(error) : error;
  }
}

async function lateAfter(ms: number): Promise<never> {
  await pause(ms, undefined, { ref: false });
  throw new StoreBusyError(`no response from the database within ${ms} ms`);
}

/** Every request gets a response within 10 s. Temporal has up to 8 s of this time to decide the command. */
const responseTimeoutMs = 9500;
const minReadMs = 1500;

/** Returns null while the command is undecided. Throws its refusal, and 409 if the case is erased. */
function resultOf({ row, command }: CommandedRow, commandId: string): Commanded | null {
  if (row.erasedAt) throw new ApiError('erased');
  if (!command?.outcome) return null;
  if (!command.outcome.ok) throw refusalOf(command.outcome, row, command.body);
  return { row, at: command.outcome.at ?? null, commandId };
}

/**
 * Returns the case and the author of a command: an attorney, a user or an API key. A customer's access is checked by
 * scope with each query. An attorney's is checked when they load the case, because the command itself can end it.
 */
function partiesOf({ caller, params: { id: caseId } }: CaseCall) {
  if ('attorneyId' in caller) return { caseId, author: 'attorney', authorId: caller.attorneyId } as const;
  return { caseId, scope: caller, author: 'customer', authorId: caller.user?.id ?? caller.credentialId } as const;
}

function unknownOutcome(cause: unknown): ApiError {
  const message = 'The outcome is unknown. Send the request again; if it is a POST, use the same Idempotency-Key.';
  return new ApiError('busy', { message, retryAfterSeconds: 5, cause });
}
