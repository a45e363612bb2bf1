import type { JsonText } from '@evict/http';
import {
  type CaseFilter,
  largeCaseBytes,
  listCases,
  type PageBounds,
  type PageEnd,
  type Scope,
} from '@evict/store/cases';
import type { Store } from '@evict/store/database';
import { isLarge, shown, shownWhole } from './cases.ts';

export interface CasePage {
  /** Reads the cases in order, each large one in a batch of its own. */
  batches: () => AsyncIterable<JsonText[]>;
  /** Returns where the page ended, or null for the last page. Call it after all cases have been read. */
  end(): PageEnd | null;
}

/**
 * Reads a page of cases in parts while it is sent, so that the cases can have any size. A page of ordinary cases takes
 * one query. `ids` limits the page to these cases.
 */
export function readCasePage(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  { limit, after, ids, reader }: Omit<PageBounds, 'maxBytes'>,
): CasePage {
  let end: PageEnd | null = null;

  async function* batches(): AsyncGenerator<JsonText[], void, undefined> {
    end = null;
    let last = after;
    let left = limit;
    for (;;) {
      const bounds = { limit: left, after: last, ids, reader, maxBytes: largeCaseBytes };
      const { items, more } = await listCases(store, scope, filter, bounds);
      const lastRead = items.at(-1);
      if (!lastRead) return;
      last = { at: filter.byChange ? lastRead.updatedAt : lastRead.createdAt, id: lastRead.id };
      left -= items.length;
      if (items.some(isLarge)) {
        const text = await shown(store, scope, lastRead);
        if (text) yield [text];
      } else yield items.map(shownWhole);
      if (!more || left === 0) {
        end = more ? last : null;
        return;
      }
    }
  }

  return { batches, end: () => end };
}
