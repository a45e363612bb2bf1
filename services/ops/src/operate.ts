import { randomUUID } from 'node:crypto';
import { isFinished, isSandbox, type OperatorCommand } from '@evict/case-model';
import { refusalError } from '@evict/contract';
import {
  type CommandText,
  deleteCommand,
  findCaseForOperator,
  type OperatorCase,
  writeCommand,
} from '@evict/store/cases';
import type { CaseRef, CommandResult } from '@evict/temporal';
import type { Context } from './context.ts';
import type { Result } from './definition.ts';
import { Refused } from './failures.ts';
import { pairs } from './output.ts';

/** A command for the workflow, without the operator, which is added. */
export type Operation = Without<OperatorCommand>;
type Without<T> = T extends unknown ? Omit<T, 'operator'> : never;

/** A case of any organization that is not erased. Throws Refused if there is none. */
export async function loadCase({ store }: Context, id: string): Promise<OperatorCase> {
  const row = await findCaseForOperator(store, id);
  if (!row) throw new Refused('not_found', 'There is no such case.');
  if (row.erasedAt) throw new Refused('erased');
  return row;
}

/** Like `loadCase`, for commands on live cases only: a sandbox case takes its steps by itself. */
export async function loadLiveCase(context: Context, id: string): Promise<OperatorCase> {
  const row = await loadCase(context, id);
  if (isSandbox(row)) throw new Refused('invalid_transition', 'Only live cases take this; this is a test case.');
  return row;
}

/**
 * Sends one command to the case's workflow; free text goes only into the database. Returns the resulting case; throws
 * Refused if the workflow refuses it.
 */
export async function operate(
  context: Context,
  { id: caseId, organizationId, mode, state }: OperatorCase,
  operation: Operation,
  text: { [K in keyof CommandText]: CommandText[K] | undefined } = {},
): Promise<Result> {
  const given = Object.fromEntries(Object.entries(text).filter(([, value]) => value !== undefined)) as CommandText;
  const ref = { caseId, organizationId, mode, isFinished: isFinished(state) && operation.kind === 'record_fact' };
  const result = await sendOperation(context, ref, operation, given);
  if (!result.ok) {
    const { code, message } = refusalError(result.code);
    throw new Refused(code, message);
  }
  return shown(await loadCase(context, caseId));
}

/**
 * Records the command and its text, without which the case records nothing, and sends it. `isFinished`: the case takes it
 * nevertheless, such as the dismissal that completes a withdrawal.
 */
export async function sendOperation(
  { store, operator, temporal }: Context,
  { isFinished: isEnded = false, ...ref }: CaseRef & { isFinished?: boolean },
  operation: Operation,
  text: CommandText = {},
): Promise<CommandResult> {
  const { cases } = await temporal();
  const id = randomUUID();
  const command = { operator, ...operation };
  await writeCommand(store, 'operator', { id, caseId: ref.caseId, command, text });
  const result = await cases.operate(ref, { command }, id, { isFinished: isEnded });
  if (!result.ok) await deleteCommand(store, 'operator', id);
  return result;
}

/** A case as it is after a command. */
export function shown({ id, state, heldFrom, attorneyId, nextAction }: OperatorCase): Result {
  return {
    json: { id, state, heldFrom, attorneyId, nextAction },
    text: pairs({
      case: id,
      state: heldFrom === null ? state : `${state} (from ${heldFrom})`,
      attorney: attorneyId,
      next: `${nextAction.by}: ${nextAction.description}`,
    }),
  };
}
