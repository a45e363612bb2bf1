import {
  type Author,
  type Command,
  type CommandBody,
  decide,
  isSandbox,
  newCase,
  simulationStates,
  waitOf,
  whatStands,
} from '@evict/case-model';
import { ApiError, refusalError } from '@evict/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaseRow, type CommandedCase, type CommandedRow, findCommandedCase } from '@evict/store/cases';
import { type CommandOutcome, writeCommand } from '@evict/store/commands';
import { isDatabaseUnavailable, type Store, StoreBusyError } from '@evict/store/database';
import { currentRequestId } from '@evict/telemetry';
import { type CaseClient, OutcomeUnknownError } from '@evict/temporal';
import type { Caller } from './authenticate.ts';
import type { Work } from './idempotency.ts';

/** A request about one case. */
export interface CaseCall {
  caller: Caller;
  params: { id: string };
  work: Work;
}

type Refused = Extract<CommandOutcome, { ok: false }>;

/** The case after a command, and when the command changed it; null if it changed nothing. */
export interface Commanded {
  row: CaseRow;
  at: string | null;
  commandId: string;
}

/**
 * Makes `attempt` send the command of a request once, however often the request is sent. If an earlier attempt was decided
 * before its response was lost, this returns the case as it is now, even if the command took the case from its caller, and
 * throws only what the command was refused for. The earlier attempt can also be decided while this one reads the case, and
 * a refusal by this one may then be its effect.
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
 * Throws what the command would be refused for on this row, so that it is refused without Temporal, with the code, message
 * and details of the decision. `known`: what else the decision will know of the author and the case.
 */
export function refuseShown(row: CaseRow, body: CommandBody, known: object = {}): void {
  const now = row.now + (isSandbox(row) ? row.clockAheadMs : 0);
  const { id: caseId, organizationId, mode, factsVersion } = row;
  const record = { ...(row.record ?? newCase({ caseId, organizationId, mode }, now)), factsVersion };
  // Documents that are missing are made with the decision.
  if (waitOf(record, now).kind === 'documents') return;
  const command = { ...body, ...known } as Command;
  const decision = decide(record, command, { now, uuid: () => '00000000-0000-0000-0000-000000000000' });
  if (!decision.ok) throw refusalOf({ ok: false, code: decision.code }, row, body);
}

/**
 * Writes a command on the case, sends it, and returns the case after its decision. Throws what it was refused for, 409 if
 * the case is erased, and 503 with what to do if the outcome is not known in time. An agent's command is written only under
 * the id for which it has used a person's confirmation.
 */
export async function sendCommand(
  { store, cases }: { store: Store; cases: CaseClient },
  call: CaseCall,
  { organizationId, mode }: CaseRow,
  body: CommandBody,
  commandId = call.work.uuid('command'),
): Promise<Commanded> {
  const deadline = performance.now() + responseTimeoutMs;
  const written = await write(store, call, commandId, body);
  const ref = { caseId: call.params.id, organizationId, mode };
  const send = () => cases.send(ref, body.kind, commandId, written);
  const lost = written.outcome ? null : await lossOf(call.work.outside(send));
  const after = await read(store, call, commandId, Math.max(minReadMs, deadline - performance.now()));
  if (after?.row.erasedAt) throw new ApiError('erased');
  const commanded = after && commandedOf(after, commandId);
  // Nobody decides a command that was void because the database was away. Sent again, it is valid again.
  if (!commanded) throw unknownOutcome(lost ?? new Error('the command was void'));
  return commanded;
}

/** What an earlier attempt of the request has led to; null if nothing is known of one. */
async function findEarlier(store: Store, call: CaseCall): Promise<Commanded | null> {
  if (!call.work.mayBeDone) return null;
  const commandId = call.work.uuid('command');
  const found = await read(store, call, commandId, responseTimeoutMs);
  return found && commandedOf(found, commandId);
}

/** Null while the command is not decided. Throws what it was refused for. */
function commandedOf({ row, command }: CommandedRow, commandId: string): Commanded | null {
  if (!command?.outcome) return null;
  if (!command.outcome.ok) throw refusalOf(command.outcome, row, command.body);
  return { row, at: command.outcome.at ?? null, commandId };
}

/** Throws 409 if the case has been erased since it was loaded. */
async function write(store: Store, call: CaseCall, id: string, body: CommandBody) {
  const { type: author, id: authorId } = authorOf(call.caller);
  try {
    return await writeCommand(store, { id, ...caseOf(call), author, authorId, body, requestId: currentRequestId() });
  } catch (error) {
    const found = isDatabaseUnavailable(error) ? null : await read(store, call, id, minReadMs);
    if (found?.row.erasedAt) throw new ApiError('erased');
    throw error;
  }
}

/** Waits for the decision. Returns the error if it is not known in time: only the response may have been lost. */
async function lossOf(sending: Promise<unknown>): Promise<OutcomeUnknownError | null> {
  try {
    await sending;
    return null;
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return error;
    throw error;
  }
}

/** Within its time; 503 if the database is unavailable. */
async function read(store: Store, call: CaseCall, commandId: string, ms: number): Promise<CommandedRow | null> {
  try {
    return await within(ms, findCommandedCase(store, caseOf(call), commandId));
  } catch (error) {
    throw isDatabaseUnavailable(error) ? unknownOutcome(error) : error;
  }
}

/** A customer has a scope. The access of an attorney is checked when they load the case, which a command can end. */
function caseOf({ caller, params }: CaseCall): CommandedCase {
  return 'attorneyId' in caller ? { caseId: params.id } : { scope: caller, caseId: params.id };
}

/** An attorney; the user of a customer's session; or an API key. */
function authorOf(caller: Caller): { type: Author; id: string } {
  if ('attorneyId' in caller) return { type: 'attorney', id: caller.attorneyId };
  return { type: 'customer', id: caller.user?.id ?? caller.credentialId };
}

function refusalOf(outcome: Refused, row: CaseRow, body: CommandBody): ApiError {
  const { code, message } = refusalError(outcome.code, whatStands(outcome.code, row.record, body));
  return new ApiError(code, { message, details: detailsOf(outcome, row, body) });
}

function detailsOf(outcome: Refused, { retryAt }: CaseRow, body: CommandBody): unknown {
  if ('gates' in outcome) return outcome.gates;
  // When a failed step is tried again, on the wall clock. One that waits for an operator has no such time.
  if (outcome.code === 'nothing_to_advance') return retryAt && { retryAt: retryAt.toISOString() };
  if (outcome.code === 'invalid_transition' && body.kind === 'simulate') return { from: simulationStates(body) };
  return null;
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
