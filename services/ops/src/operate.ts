import { randomUUID } from 'node:crypto';
import {
  type Command,
  type CommandBody,
  decide,
  isSandbox,
  newCase,
  presumed,
  withValues,
  blockingReason,
} from '@evict/case-model';
import { refusalError } from '@evict/contract';
import { findCaseForOperator, listCasesWithoutAttorney, type OperatorCase } from '@evict/store/operator-cases';
import { writeCommand } from '@evict/store/commands';
import type { CaseRef, CommandResult } from '@evict/temporal';
import type { Result } from './command.ts';
import type { Context } from './context.ts';
import { failureOf, notFound, Refused } from './failures.ts';
import { pairs } from './output.ts';

/** Loads a case of any organization. Throws Refused if it doesn't exist or is erased. */
export async function loadCase({ store }: Context, id: string): Promise<OperatorCase> {
  const row = await findCaseForOperator(store, id);
  if (!row) throw notFound('case');
  if (row.erasedAt) throw new Refused('erased');
  return row;
}

/** Like `loadCase`, for commands on live cases only. Sandbox cases take these steps automatically. */
export async function loadLiveCase(context: Context, id: string): Promise<OperatorCase> {
  const row = await loadCase(context, id);
  if (isSandbox(row))
    throw new Refused('invalid_transition', 'This command is only for live cases. This is a test case.');
  return row;
}

/**
 * Sends one command with its reason and source, and returns the resulting case. Throws Refused if the command is
 * refused.
 */
export async function operate(
  context: Context,
  row: OperatorCase,
  operation: CommandBody,
  { reason, onWordOf }: { reason?: string | undefined; onWordOf?: string | undefined } = {},
): Promise<Result> {
  // The customer sees the reason for a hold, so the operator's own explanation goes into the notes.
  const why = operation.kind === 'hold' ? { notes: reason } : { reason };
  const body = { ...operation, ...withValues({ ...why, onWordOf }) } as CommandBody;
  const result =
    refusalOf(row, { ...body, ...presumed, operator: context.operator } as Command) ??
    (await send(context, { ...row, caseId: row.id }, body));
  if (!result.ok) {
    const { code, message } = refusalError(result.code, blockingReason(result.code, row.record, body));
    throw new Refused(code, message);
  }
  return shown(await loadCase(context, row.id));
}

/** Returns what a command prints about a case. */
export function shown({ id, state, heldFrom, attorneyId, nextAction }: OperatorCase): Result {
  return {
    json: { id, state, heldFrom, attorneyId, nextAction },
    text: pairs({
      case: id,
      state: stateOf({ state, heldFrom }),
      attorney: attorneyId,
      next: `${nextAction.by}: ${nextAction.description}`,
    }),
  };
}

/** Formats the state of a case, with the state in which it was put on hold. */
export function stateOf({ state, heldFrom }: { state: string; heldFrom: string | null }): string {
  return heldFrom === null ? state : `${state} (from ${heldFrom})`;
}

/**
 * The cases that were waiting for an attorney. `refused` is null if the search was retried, otherwise the error code.
 */
export type Retried = readonly { id: string; refused: string | null }[];

/**
 * Retries the failed search for an attorney at once, for the live cases in these states. A case that can't be reached
 * causes only a warning, because cases also retry on their own, or wait for `case retry-step`.
 */
export async function retryWaiting(context: Context, states: readonly string[]): Promise<Retried> {
  const waiting = states.length === 0 ? [] : await listCasesWithoutAttorney(context.store, states);
  const retried: { id: string; refused: string | null }[] = [];
  for (const { id, organizationId, mode } of waiting) {
    try {
      const result = await send(context, { caseId: id, organizationId, mode }, { kind: 'retry_step' });
      retried.push({ id, refused: result.ok ? null : result.code });
    } catch (error) {
      const { code, message } = failureOf(error);
      context.warn(`${id} was not retried. ${message}`);
      retried.push({ id, refused: code });
    }
  }
  return retried;
}

/**
 * Returns the refusal if the row alone shows that the command isn't allowed. This needs no workflow, which a draft or a
 * finished case may not have.
 */
function refusalOf({ id: caseId, organizationId, mode, record }: OperatorCase, command: Command): CommandResult | null {
  const now = Date.now();
  const decision = decide(record ?? newCase({ caseId, organizationId, mode }, now), command, { now, uuid: randomUUID });
  return decision.ok ? null : decision;
}

/** Writes the command's row, sends the command to the case, and waits for the decision. */
async function send({ store, operator, temporal }: Context, ref: CaseRef, body: CommandBody): Promise<CommandResult> {
  const { cases } = await temporal();
  const id = randomUUID();
  await writeCommand(store, { id, caseId: ref.caseId, author: 'operator', authorId: operator, body });
  return cases.send(ref, body.kind, id);
}
