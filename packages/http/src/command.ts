import {
  type Author,
  type Command,
  type CommandBody,
  decide,
  isSandbox,
  newCase,
  waitOf,
  whatStands,
} from '@evict/case-model';
import { ApiError, type ErrorCode, refusalError } from '@evict/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { type CaseRow, getCaseAfter, type Scope } from '@evict/store/cases';
import { type CommandOutcome, findOutcome, writeCommand } from '@evict/store/commands';
import { isDatabaseUnavailable, type Store, StoreBusyError } from '@evict/store/database';
import { currentRequestId } from '@evict/telemetry';
import { type CaseClient, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { Work } from './idempotency.ts';

export interface CommandOptions<Body extends CommandBody> {
  /** Who writes it: a user, an API key or an attorney. */
  author: { type: Author; id: string };
  /** The caller's case; throws 404 if there is none. */
  load: () => Promise<CaseRow>;
  /** Refuses what the row shows to be refused, and returns the command. */
  prepare: (row: CaseRow) => Body | Promise<Body>;
  /** The command as it would be decided on the row, for a refusal that costs nothing; null to leave it to the decision. */
  preview?: (body: Body, row: CaseRow) => Command | null;
  /** Uses a member's confirmation for the command with this id, and returns the id to write it under; throws if there is none. */
  confirm?: (commandId: string) => Promise<string>;
  /** Sends it. The result counts as the outcome; null where another request has done the same. */
  send?: (execute: () => Promise<CommandResult>) => Promise<CommandResult | null>;
  /** Called for a refusal. Returns the `details`, null without it. */
  refused?: (code: ErrorCode, row: CaseRow, outcome: CommandOutcome | null) => unknown;
}

/** The case after a command, and when its change was recorded; null if it changed nothing. */
export interface Commanded {
  row: CaseRow;
  at: string | null;
  commandId: string;
}

/**
 * Writes one command, has it decided, and returns the case as it is then. What the row shows to be refused is refused
 * without Temporal. A command that was decided before its response was lost is not decided again: the case is returned as
 * it is now, even if the command has taken it from its caller. `scope`: of a customer.
 */
export async function sendCommand<Body extends CommandBody>(
  { store, cases }: { store: Store; cases: CaseClient },
  { scope, caseId, work }: { scope?: Scope; caseId: string; work: Work },
  {
    author,
    load,
    prepare,
    preview = () => null,
    send = (execute) => execute(),
    confirm,
    refused,
  }: CommandOptions<Body>,
): Promise<Commanded> {
  const startedAt = performance.now();
  const left = () => Math.max(minReadMs, responseTimeoutMs - (performance.now() - startedAt));
  let commandId = work.uuid('command');
  let sent: Body | null = null;
  /** Of an earlier attempt. */
  const findKnown = async () => (work.mayBeDone ? findOutcome(store, { scope, caseId }, commandId) : null);
  const known = await findKnown();
  if (known) return answer(known);
  const first = await readCase().catch((refusal: unknown) => ({ refusal }));
  if ('refusal' in first || first.early) {
    // What the case shows may be the earlier attempt, decided just before it was read.
    const since = await findKnown();
    if (since) return answer(since);
    if ('refusal' in first) throw first.refusal;
    if (first.early) return answer(first.early, first.row);
  }
  const { row, body } = first;
  commandId = (await confirm?.(commandId)) ?? commandId;
  const written = { id: commandId, scope, caseId, author: author.type, authorId: author.id, body };
  const before = await writeCommand(store, { ...written, requestId: currentRequestId() }).catch(
    async (error: unknown) => {
      // The case may have been erased meanwhile, which is an answer.
      await load();
      throw error;
    },
  );
  if (before.outcome) return answer(before.outcome);
  const ref = { caseId, organizationId: row.organizationId, mode: row.mode };
  const result = await work.outside(() => send(() => cases.send(ref, body.kind, commandId, before)).catch(orOutcome));
  return answer(result?.ok === false ? ({ ok: false, code: result.code } as CommandOutcome) : { ok: true });

  async function readCase() {
    const loaded = await load();
    const prepared = await prepare(loaded);
    sent = prepared;
    return { row: loaded, body: prepared, early: refusalOf(loaded, preview(prepared, loaded)) };
  }

  /** Only the response may have been lost. */
  async function orOutcome(thrown: unknown): Promise<CommandResult> {
    if (!(thrown instanceof OutcomeUnknownError)) throw thrown;
    const outcome = await within(left(), findOutcome(store, { scope, caseId }, commandId)).catch(() => null);
    if (outcome === null) throw unknownOutcome(thrown);
    return outcome.ok ? { ok: true } : { ok: false, code: outcome.code };
  }

  async function answer(outcome: CommandOutcome, seen?: CaseRow): Promise<Commanded> {
    // An attorney had the case when they sent the command, and may have lost it since.
    const reading = seen ? { row: seen, outcome: null } : getCaseAfter(store, { scope, caseId }, commandId);
    const after = await within(left(), Promise.resolve(reading)).catch((error: unknown) => {
      throw isDatabaseUnavailable(error) ? unknownOutcome(error) : error;
    });
    if (after.row.erasedAt) throw new ApiError('erased');
    // Nobody has decided it: the database was away until it was void. Sent again, it is valid again.
    if (!outcome.ok && outcome.code === 'not_on_record' && !seen && after.outcome === null)
      throw unknownOutcome(new Error('the command was void'));
    if (!outcome.ok) {
      const standing = whatStands(outcome.code, after.row.record, sent);
      const { code, message } = refusalError(outcome.code, standing);
      throw new ApiError(code, { message, details: refused?.(code, after.row, after.outcome ?? outcome) ?? null });
    }
    return { row: after.row, at: after.outcome?.ok ? (after.outcome.at ?? null) : null, commandId };
  }
}

/** The refusal that the row shows already. What the caller sees is decided on the same row as the command would be. */
function refusalOf(row: CaseRow, command: Command | null): Extract<CommandOutcome, { ok: false }> | null {
  if (command === null) return null;
  const now = row.now + (isSandbox(row) ? row.clockAheadMs : 0);
  const { id: caseId, organizationId, mode, factsVersion } = row;
  const record = { ...(row.record ?? newCase({ caseId, organizationId, mode }, now)), factsVersion };
  // Documents that are missing are made with the decision.
  if (waitOf(record, now).kind === 'documents') return null;
  const decision = decide(record, command, { now, uuid: () => '00000000-0000-0000-0000-000000000000' });
  return decision.ok ? null : { ok: false, code: decision.code };
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
