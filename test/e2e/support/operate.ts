import type { CommandBody } from '@evict/case-model';
import { writeCommand } from '@evict/store/commands';
import type { CaseRef, CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** A command of an operator, without its author. */
export type Operation = CommandBody;

/** Writes and sends an operator's command, as the command line does. */
export async function operate(
  { store, cases }: Pick<TestStack, 'store' | 'cases'>,
  ref: CaseRef,
  body: Operation,
  { id = crypto.randomUUID() }: { id?: string } = {},
): Promise<CommandResult> {
  await writeCommand(store, { id, caseId: ref.caseId, author: 'operator', authorId: 'robin', body });
  return cases.send(ref, body.kind, id);
}

/** Writes and sends a customer's command, as the customer gateway does. */
export async function command(
  { store, cases }: Pick<TestStack, 'store' | 'cases'>,
  ref: CaseRef,
  body: CommandBody,
  { id = crypto.randomUUID() }: { id?: string } = {},
): Promise<CommandResult> {
  await writeCommand(store, { id, caseId: ref.caseId, author: 'customer', authorId: 'usr_test', body });
  return cases.send(ref, body.kind, id);
}
