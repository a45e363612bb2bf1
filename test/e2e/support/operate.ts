import type { CommandBody } from '@evict/case-model';
import { type NewCommand, writeCommand } from '@evict/store/commands';
import { type CaseRef, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** A command of an operator, without its author. */
export type Operation = CommandBody;

type Senders = Pick<TestStack, 'store' | 'cases'>;

/** Writes and sends an operator's command, as the command line does. */
export function operate(
  senders: Senders,
  ref: CaseRef,
  body: Operation,
  { id = crypto.randomUUID() }: { id?: string } = {},
): Promise<CommandResult> {
  return sendAs(senders, ref, { id, caseId: ref.caseId, author: 'operator', authorId: 'robin', body });
}

/** Writes and sends a customer's command, as the customer gateway does. */
export function command(
  senders: Senders,
  ref: CaseRef,
  body: CommandBody,
  { id = crypto.randomUUID() }: { id?: string } = {},
): Promise<CommandResult> {
  return sendAs(senders, ref, { id, caseId: ref.caseId, author: 'customer', authorId: 'usr_test', body });
}

/** Sent again while its outcome is not known, as callers do. */
async function sendAs({ store, cases }: Senders, ref: CaseRef, written: NewCommand): Promise<CommandResult> {
  for (let left = 5; ; left -= 1) {
    await writeCommand(store, written);
    try {
      return await cases.send(ref, written.body.kind, written.id);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || left === 0) throw error;
    }
  }
}
