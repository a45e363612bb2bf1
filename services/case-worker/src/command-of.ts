import { type Author, type Command, commandAuthors } from '@evict/case-model';
import type { CommandOnFile } from '@evict/store/decisions';
import type { Signed } from './signed.ts';

/**
 * Builds the command to decide from its stored body, its author, and the data that was looked up and prepared for it.
 */
export function commandOf(onFile: CommandOnFile, prepared: Partial<Signed>): Command {
  // Drop `operator` from the stored body, so that a command can't claim that its author is an operator.
  const { operator: _operator, ...written } = onFile.body as CommandOnFile['body'] & { operator?: unknown };
  return { ...written, ...onFile.known, ...authorOf(onFile), ...prepared } as Command;
}

/** Returns whether this author may write commands of this kind. The database role limits the author, not the kind. */
export function mayWrite({ author, body }: CommandOnFile): boolean {
  const authors: readonly Author[] | undefined = commandAuthors[body.kind];
  return authors?.includes(author) ?? false;
}

function authorOf({ author, authorId, isEligible }: CommandOnFile): object {
  if (author === 'attorney') return { attorneyId: authorId, eligible: isEligible };
  return author === 'operator' ? { operator: authorId } : {};
}
