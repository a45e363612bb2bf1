import type { Author, CommandBody } from '@evict/case-model';
import { writeCommand } from '@evict/store/commands';
import { type CaseRef, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** An operator's command, without its author. */
export type Operation = CommandBody;

type Clients = Pick<TestStack, 'store' | 'cases'>;
interface Options {
  id?: string;
}

/**
 * Writes a command the way its author's process does, and sends its Update. While the outcome is unknown, sends it
 * again, as callers do.
 */
export async function commandAs(
  { store, cases }: Clients,
  ref: CaseRef,
  { author, authorId }: { author: Author; authorId: string },
  body: CommandBody,
  { id = crypto.randomUUID() }: Options = {},
): Promise<CommandResult> {
  for (let left = 5; ; left -= 1) {
    await writeCommand(store, { id, caseId: ref.caseId, author, authorId, body });
    try {
      return await cases.send(ref, body.kind, id);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || left === 0) throw error;
    }
  }
}

/** Sends an operator's command the way their command line does. */
export function operate(stack: Clients, ref: CaseRef, body: Operation, options?: Options): Promise<CommandResult> {
  return commandAs(stack, ref, { author: 'operator', authorId: 'robin' }, body, options);
}

/** Sends a customer's command the way the customer gateway does. */
export function command(stack: Clients, ref: CaseRef, body: CommandBody, options?: Options): Promise<CommandResult> {
  return commandAs(stack, ref, { author: 'customer', authorId: 'usr_test' }, body, options);
}

/** Sends one of the platform's own commands. */
export function platform(stack: Clients, ref: CaseRef, body: CommandBody, options?: Options): Promise<CommandResult> {
  return commandAs(stack, ref, { author: 'platform', authorId: 'platform' }, body, options);
}
