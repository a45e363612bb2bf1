import { type Author, type Command, commandAuthors } from '@evict/case-model';
import type { Signed } from './signed.ts';
import type { CommandOnFile } from '@evict/store/decisions';

/** What is decided: the command as it was written, and what was looked up for it. Null if that contradicts it. */
export function commandOf({ author, authorId, body, ...found }: CommandOnFile, signed: Signed): Command | null {
  if (author === 'platform' && !found.isFounded) return null;
  if (body.kind === 'attach' && !found.replacesAttached) return null;
  const { operator: _operator, eligible: _eligible, ...written } = body as CommandOnFile['body'] & Partial<Claimed>;
  return {
    ...written,
    ...authorOf(author, authorId),
    ...lookedUp(body.kind, found, author),
    // Never what was written under these names.
    ...(body.kind === 'review' && signed),
  } as Command;
}

/** What says who decides, or what the record says of them: never taken from what was written. */
interface Claimed {
  operator: unknown;
  eligible: unknown;
}

/** Whether commands of that kind are written by that author at all: a role limits the author, not the kind. */
export function mayWrite({ author, body }: CommandOnFile): boolean {
  const authors: readonly Author[] | undefined = commandAuthors[body.kind];
  return authors?.includes(author) ?? false;
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
