import type { Author, CommandBody } from '@evict/case-model';
import { writeCommand } from '@evict/store/commands';
import { type CaseRef, type CommandResult, OutcomeUnknownError } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** A command of an operator, without its author. */
export type Operation = CommandBody;

type Clients = Pick<TestStack, 'store' | 'cases'>;
interface Options {
  id?: string;
}

/**
 * Writes a command as the process of its author does, and sends its Update: again while its outcome is not known, as
 * callers do.
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

/** A command of an operator, as of their command line. */
export function operate(stack: Clients, ref: CaseRef, body: Operation, options?: Options): Promise<CommandResult> {
  return commandAs(stack, ref, { author: 'operator', authorId: 'robin' }, body, options);
}

/** A command of a customer, as of the customer gateway. */
export function command(stack: Clients, ref: CaseRef, body: CommandBody, options?: Options): Promise<CommandResult> {
  return commandAs(stack, ref, { author: 'customer', authorId: 'usr_test' }, body, options);
}

/** A command of the platform itself. */
export function platform(stack: Clients, ref: CaseRef, body: CommandBody, options?: Options): Promise<CommandResult> {
  return commandAs(stack, ref, { author: 'platform', authorId: 'platform' }, body, options);
}
