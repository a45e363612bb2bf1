import { rulePacks, usPack } from '@evict/jurisdictions';
import type { RuleBook } from './book.ts';
import { liveBook } from './live-book.ts';
import { sandboxBook } from './sandbox-book.ts';

export type { Rule, RuleBook, Section, Table } from './book.ts';
export { asMarkdown } from './markdown.ts';
export { labelled } from './words.ts';

/** Every version of every rule pack in words, newest last for each jurisdiction. */
export function ruleBooks(): RuleBook[] {
  return [...rulePacks.map(sandboxBook), liveBook(usPack)];
}

/** The newest version of a pack, or the given one; undefined if there is none. */
export function ruleBookOf(id: string, version?: string): RuleBook | undefined {
  return ruleBooks().findLast((book) => book.id === id && (version === undefined || book.version === version));
}
