import type { OperatorCommand } from '@evict/case-model';
import { type CommandText, writeCommand } from '@evict/store/cases';
import type { CaseRef, CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** A command of an operator, without its author. */
export type Operation = Bare<OperatorCommand>;
type Bare<T> = T extends unknown ? Omit<T, 'operator'> : never;

/** Writes and sends an operator's command, as the command line does. */
export async function operate(
  { store, cases }: Pick<TestStack, 'store' | 'cases'>,
  ref: CaseRef,
  operation: Operation,
  { text = {}, id = crypto.randomUUID() }: { text?: CommandText; id?: string } = {},
): Promise<CommandResult> {
  const command = { operator: 'robin', ...operation };
  await writeCommand(store, 'operator', { id, caseId: ref.caseId, command, text });
  return cases.operate(ref, { command }, id);
}
