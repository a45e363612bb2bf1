import { maxPageBytes } from '@evict/contract';
import {
  type CaseFilter,
  type CaseJson,
  largeCaseBytes,
  listCases,
  type PageEnd,
  type Scope,
} from '@evict/store/cases';
import type { Store } from '@evict/store/database';

export interface CasePage {
  /** Reads the cases, newest first; a large one is returned alone and without its facts. */
  batches: () => AsyncIterable<CaseJson[]>;
  /** After the cases are read: where the page ended; null if it is the last page. */
  end(): PageEnd | null;
}

/**
 * One page of cases: it ends at `limit` cases or `maxPageBytes`, whichever comes first, but has at least one case if
 * there is any. A page of ordinary cases is one query. With `ids` it is a page of these cases.
 */
export function readCasePage(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  { limit, after, ids }: { limit: number; after: PageEnd | null; ids?: readonly string[] | undefined },
): CasePage {
  let end: PageEnd | null = null;

  async function* batches(): AsyncGenerator<CaseJson[], void, undefined> {
    end = null;
    let last = after;
    let left = limit;
    let bytesLeft = maxPageBytes;
    for (;;) {
      const maxBytes = Math.min(largeCaseBytes, bytesLeft);
      const { items, bytes, more } = await listCases(store, scope, filter, { limit: left, after: last, ids, maxBytes });
      const newest = items.at(-1);
      if (!newest) return;
      const isFirst = left === limit;
      if (bytes > bytesLeft && !isFirst) {
        end = last;
        return;
      }
      last = newest;
      left -= items.length;
      bytesLeft -= bytes;
      yield items;
      if (!more || left === 0 || bytesLeft <= 0) {
        end = more ? last : null;
        return;
      }
    }
  }

  return { batches, end: () => end };
}
