import { type Author, type Command, commandAuthors } from '@evict/case-model';
import type { CommandOnFile } from '@evict/store/decisions';

/** What is decided: the command as it was written, and what was looked up for it. Null if that contradicts it. */
export function commandOf({ author, authorId, body, ...found }: CommandOnFile): Command | null {
  const authors: readonly Author[] | undefined = commandAuthors[body.kind];
  if (!authors?.includes(author)) return null;
  if (author === 'platform' && !found.isFounded) return null;
  if (body.kind === 'attach' && !found.replacesAttached) return null;
  return { ...body, ...authorOf(author, authorId), ...lookedUp(body.kind, found, author) } as Command;
}

function authorOf(author: Author, id: string): object {
  if (author === 'attorney') return { attorneyId: id };
  return author === 'operator' ? { operator: id } : {};
}

type Found = Omit<CommandOnFile, 'author' | 'authorId' | 'body'>;

function lookedUp(kind: string, { isEligible, asksFirst, currentHashes }: Found, author: Author): object {
  return {
    ...(author === 'attorney' && { eligible: isEligible }),
    ...(kind === 'assign' && { eligible: isEligible, asksFirst }),
    ...(kind === 'review' && { otherHashes: currentHashes }),
  };
}
