import { rulePacks, usPack } from '@evict/jurisdictions';
import type { RuleBook } from './book.ts';
import { liveBook } from './live-book.ts';
import { sandboxBook } from './sandbox-book.ts';

export type { Rule, RuleBook } from './book.ts';
export { asMarkdown, groundNames } from './book.ts';

const sources = [
  ...rulePacks.map((pack) => ({ ...pack, write: () => sandboxBook(pack) })),
  { ...usPack, write: () => liveBook(usPack) },
];

/** The ids of all rule packs. */
export const ruleBookIds: readonly string[] = [...new Set(sources.map(({ id }) => id))];

/** Every version of every rule pack in words, newest last for each jurisdiction. */
export function ruleBooks(): RuleBook[] {
  return sources.map(({ write }) => write());
}

/** The newest version of a pack, or the given one; undefined if there is none. */
export function ruleBookOf(id: string, version?: string): RuleBook | undefined {
  return sources.findLast((pack) => pack.id === id && (version === undefined || pack.version === version))?.write();
}
