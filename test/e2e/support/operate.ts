import type { OperatorCommand } from '@evict/case-model';
import { type CommandText, writeCommand } from '@evict/store/cases';
import type { CaseRef, CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** What an operator does, whoever it is. */
export type Operation = Bare<OperatorCommand>;
type Bare<T> = T extends unknown ? Omit<T, 'operator'> : never;

/** Does what the operators' command line does: writes the command of an operator down, and sends it. */
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
