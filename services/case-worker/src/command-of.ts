import { type Author, type Command, commandAuthors } from '@evict/case-model';
import type { CommandOnFile } from '@evict/store/decisions';
import type { Signed } from './signed.ts';

/** What is decided: the command as it was written, its author, what it needs, and what was prepared for it. */
export function commandOf(onFile: CommandOnFile, prepared: Partial<Signed>): Command {
  // Nobody says by a text that they are an operator.
  const { operator: _operator, ...written } = onFile.body as CommandOnFile['body'] & { operator?: unknown };
  return { ...written, ...onFile.known, ...authorOf(onFile), ...prepared } as Command;
}

/** Whether commands of that kind are written by that author at all: a role limits the author, not the kind. */
export function mayWrite({ author, body }: CommandOnFile): boolean {
  const authors: readonly Author[] | undefined = commandAuthors[body.kind];
  return authors?.includes(author) ?? false;
}

function authorOf({ author, authorId, isEligible }: CommandOnFile): object {
  if (author === 'attorney') return { attorneyId: authorId, eligible: isEligible };
  return author === 'operator' ? { operator: authorId } : {};
}
